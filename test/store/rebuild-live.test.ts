import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { newId } from '../../src/ids.ts';
import { type BuildProgress, rebuild, verifyProjection } from '../../src/store/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, purse } from './ledger.ts';
import { createPairs, pairs } from './pairs.ts';

const total = 400;
let db: TestDatabase;
let readers: Sql;
let ids: string[];
beforeAll(async () => {
  db = await testDatabase();
  readers = connect(db.url, { max: 6 });
  await createPairs(db.sql);
  ids = Array.from({ length: 4 }, () => newId('proj'));
  const store = db.store({ projections: [pairs] });
  for (const id of ids)
    await store.execute(by(newId('cmd')), (unit) =>
      unit.begin(purse, id).decide({ fill: total / ids.length }),
    );
});
afterAll(async () => {
  await readers.end();
  await db.stop();
});

const options = () => ({ sql: db.sql, upcasters: [], projection: pairs });
const newest = () => db.sql<[{ position: number }]>`select max(position) as position from events`;

/** Moves coins from purse to purse until told to stop: their sum never changes. */
function startWriting() {
  const store = db.store({ projections: [pairs] });
  let writing = true;
  let moved = 0;
  const one = async (index: number) => {
    for (let n = index; writing; n++) {
      const [from, to] = [ids[n % 4]!, ids[(n + 1 + index) % 4]!];
      if (from === to) continue;
      await store
        .execute(by(newId('cmd')), async (unit) => {
          const source = await unit.load(purse, from);
          const target = await unit.load(purse, to);
          if (source.state < 1) return;
          source.decide({ pay: 1 });
          target.decide({ fill: 1 });
        })
        .then(
          ({ events }) => {
            moved += events.length;
          },
          (error: unknown) => expect(error).toMatchObject({ code: 'conflict' }),
        );
    }
  };
  const running = Promise.all([0, 1, 2].map(one));
  const stop = async () => {
    writing = false;
    await running;
    return moved;
  };
  return Object.assign(stop, { soFar: () => moved });
}

/** Reads until told to stop, in every order of the tables, in single statements and in transactions that hold on to a table. */
function startReading() {
  const wrong: unknown[] = [];
  let reading = true;
  let answers = 0;
  const judge = (row: unknown) => {
    answers += 1;
    const { one, other } = row as { one: number; other: number };
    if (Number(one) !== total || Number(other) !== total) wrong.push(row);
  };
  const ways: (() => Promise<unknown>)[] = [
    async () =>
      judge(
        (
          await readers`select sum(l.coins) as one, sum(r.coins) as other from pairs_left l join pairs_right r using (id)`
        )[0],
      ),
    async () =>
      judge(
        (
          await readers`select sum(l.coins) as one, sum(r.coins) as other from pairs_right r join pairs_left l using (id)`
        )[0],
      ),
    () =>
      readers
        .begin(async (tx) => {
          const [right] = await tx`select sum(coins) as coins from pairs_right`;
          await sleep(20);
          const [left] = await tx`select sum(coins) as coins from pairs_left`;
          judge({ one: left?.coins, other: right?.coins });
        })
        .then(() => sleep(60)),
    () =>
      readers
        .begin(async (tx) => {
          const [left] = await tx`select sum(coins) as coins from pairs_left`;
          await sleep(20);
          const [right] = await tx`select sum(coins) as coins from pairs_right`;
          judge({ one: left?.coins, other: right?.coins });
        })
        .then(() => sleep(60)),
  ];
  const running = Promise.all(
    ways.map(async (way) => {
      while (reading) await way();
    }),
  );
  const stop = async () => {
    reading = false;
    await running;
    return { wrong, answers };
  };
  return Object.assign(stop, { soFar: () => answers });
}

test('readers of both tables get no wrong answer and no error while writers write and the tables are swapped', async () => {
  const [stopWriting, stopReading] = [startWriting(), startReading()];
  // A slow machine gives few answers while one is made.
  const isEnough = () => stopReading.soFar() > 50 && stopWriting.soFar() > 50;
  for (let n = 0; n < 5 || !isEnough(); n++) await rebuild(options());
  const [moved, { wrong, answers }] = [await stopWriting(), await stopReading()];
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(50);
  expect(moved).toBeGreaterThan(50);
  expect((await verifyProjection(options())).differences).toEqual([]);
});

test('a read model is compared with the log while writers write, and nobody is accused', async () => {
  const stopWriting = startWriting();
  for (let n = 0; n < 5 || stopWriting.soFar() <= 10; n++)
    expect((await verifyProjection(options())).differences).toEqual([]);
  expect(await stopWriting()).toBeGreaterThan(10);
});

test('builds of one read model at the same time wait for each other and end alike', async () => {
  const [stopWriting, stopReading] = [startWriting(), startReading()];
  await Promise.all([rebuild(options()), verifyProjection(options()), rebuild(options())]);
  await stopWriting();
  expect((await stopReading()).wrong).toEqual([]);
  expect((await verifyProjection(options())).differences).toEqual([]);
});

test('progress begins small, never goes back and ends at the end of the log', async () => {
  const store = db.store({ projections: [pairs] });
  await store.execute(by(newId('cmd')), (unit) => {
    const loaded = unit.begin(purse, newId('proj'));
    for (let n = 0; n < 2500; n++) loaded.decide({ fill: 1 });
  });
  const told: BuildProgress[] = [];
  const { events } = await rebuild({ ...options(), onProgress: (progress) => told.push(progress) });
  expect(told.length).toBeGreaterThanOrEqual(3);
  expect(told[0]!.position).toBeLessThan(told[0]!.upTo);
  for (const [index, { position, events }] of told.entries()) {
    expect(position).toBeGreaterThanOrEqual(told[index - 1]?.position ?? 0);
    expect(events).toBeGreaterThanOrEqual(told[index - 1]?.events ?? 0);
  }
  const [{ position }] = await newest();
  expect(told.at(-1)).toEqual({ events, position, upTo: position });
  await db.sql`delete from pairs_left where coins = 2500`;
  await db.sql`delete from pairs_right where coins = 2500`;
});

test('a build whose connection breaks at the swap leaves the live tables as they were, and the next one succeeds', async () => {
  const before = await db.sql`select * from pairs_left order by id`.then((rows) => rows.map((row) => row));
  const blocker = await readers.reserve();
  await blocker`begin`;
  await blocker`select from pairs_right`;
  const failing = expect(rebuild(options())).rejects.toThrow();
  let waiting: { pid: number }[] = [];
  while (waiting.length === 0)
    waiting = await readers<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and query like '%access exclusive mode%' and wait_event_type = 'Lock'`;
  await readers`select pg_terminate_backend(${waiting[0]!.pid})`;
  await failing;
  await blocker`rollback`;
  blocker.release();
  expect((await db.sql`select * from pairs_left order by id`).map((row) => row)).toEqual(before);
  await rebuild(options());
  expect((await verifyProjection(options())).differences).toEqual([]);
  expect(await db.sql`select from pg_tables where tablename like '%rebuilt'`).toHaveLength(0);
});

test('a reader who will not let go delays the swap, and other readers go on meanwhile', async () => {
  const blocker = await readers.reserve();
  await blocker`begin`;
  await blocker`select from pairs_right`;
  const building = rebuild(options());
  const heldUpMs: number[] = [];
  while (heldUpMs.length < 3) {
    const sinceMs = performance.now();
    await readers`select sum(coins) from pairs_right`;
    const tookMs = performance.now() - sinceMs;
    if (tookMs > 150) heldUpMs.push(tookMs);
  }
  // The middle one of three counts, since the machine may stand still.
  expect(heldUpMs.sort((a, b) => a - b)[1]).toBeLessThan(900);
  await blocker`rollback`;
  blocker.release();
  await building;
});

test('a role that owns no table can compare, and is told what it needs to rebuild', async () => {
  await db.sql.file('db/roles.sql').simple();
  const password = newId('cmd');
  await db.sql.unsafe(`create role "${password}" login password '${password}' in role showreel_service`);
  await db.sql.unsafe('grant select, insert, update on all tables in schema public to showreel_service');
  const url = new URL(db.url);
  url.username = password;
  url.password = password;
  const sql = connect(url.href, { max: 3 });
  try {
    expect((await verifyProjection({ ...options(), sql })).differences).toEqual([]);
    await expect(rebuild({ ...options(), sql })).rejects.toMatchObject({ code: 'owner_needed', status: 403 });
  } finally {
    await sql.end();
    await db.sql.unsafe(`drop role "${password}"`);
  }
});
