import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { newId } from '../../src/ids.ts';
import { createLogger } from '../../src/log.ts';
import { createDoorbell, rebuild, startCatchUp, verifyProjection } from '../../src/store/index.ts';
import type { Doorbell, ProjectableEvent, Projection } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { countCrashes, crashAt, placeFaults } from './faults.ts';
import { by, purse } from './ledger.ts';
import { createPairs, pairs } from './pairs.ts';

const log = createLogger('silent');
const soon = { timeout: 60_000 };
let db: TestDatabase;
let doorbell: Doorbell;
let runs: { stop(): Promise<void> }[];
beforeEach(async () => {
  db = await testDatabase();
  await createPairs(db.sql);
  doorbell = await createDoorbell({ sql: db.sql, url: db.url, store: db.store(), log });
  runs = [];
});
afterEach(async () => {
  await Promise.all(runs.map((run) => run.stop()));
  await doorbell.stop();
  await db.stop();
});

const options = (projection: Projection = pairs) => ({ sql: db.sql, upcasters: [], projection });
/** Another process, as far as the database can tell. */
function start(projections: Projection[] = [pairs]) {
  const run = startCatchUp({ ...options(), url: db.url, projections, doorbell, log });
  runs.push(run);
  return {
    async stop() {
      runs.splice(runs.indexOf(run), 1);
      await run.stop();
    },
  };
}

async function fill(id: string, times: number) {
  for (let n = 0; n < times; n++)
    await db
      .store()
      .execute(by(newId('cmd')), async (unit) => (await unit.load(purse, id)).decide({ fill: 1 }));
  doorbell.ring();
}
const coins = async (id: string) =>
  (
    await db.sql<{ left: number; right: number }[]>`
    select l.coins as left, r.coins as right from pairs_left l join pairs_right r using (id) where id = ${id}`
  )[0] ?? null;
const caughtUp = (id: string, count: number) =>
  vi.waitFor(async () => expect(await coins(id)).toEqual({ left: count, right: count }), soon);
const checkpoint = async () =>
  (await db.sql<{ position: number }[]>`select position from projections where name = 'pairs'`)[0]?.position;

/** The same projection, and how many events were shown to it. */
function counting() {
  const seen: ProjectableEvent[] = [];
  const project = (event: ProjectableEvent) => {
    seen.push(event);
    return pairs.project(event);
  };
  return { ...pairs, project, seen };
}

test('a process whose database goes away while it starts goes on when the database is back', async () => {
  const proxy = await databaseProxy(db.url);
  const sql = connect(proxy.url, { max: 1 });
  await proxy.goAway();
  const run = startCatchUp({ ...options(), sql, url: proxy.url, projections: [pairs], doorbell, log });
  try {
    const id = newId('proj');
    await fill(id, 3);
    // The end of a run that nobody stopped would be a fault that nobody catches, and the end of this process.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await proxy.comeBack();
    await caughtUp(id, 3);
  } finally {
    await run.stop();
    await sql.end({ timeout: 1 });
    await proxy.stop();
  }
});

test('a process that stops and one that starts later share the checkpoint: nothing is read twice or left out', async () => {
  const [first, second] = [counting(), counting()];
  const id = newId('proj');
  const before = start([first]);
  await fill(id, 10);
  await caughtUp(id, 10);
  await before.stop();
  await fill(id, 5);
  expect(await coins(id)).toEqual({ left: 10, right: 10 });
  start([second]);
  await caughtUp(id, 15);
  expect([first.seen.length, second.seen.length]).toEqual([10, 5]);
});

test('one process leads each projection, and when its session is lost another takes over without counting anything twice', async () => {
  const other = { ...pairs, name: 'nothing', tables: [], handles: [] };
  for (let n = 0; n < 3; n++) start([pairs, other]);
  const id = newId('proj');
  const leaders = () =>
    db.sql<{ pid: number }[]>`
      select pid from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())`;
  for (let round = 1; round <= 4; round++) {
    await fill(id, 5);
    await caughtUp(id, 5 * round);
    const held = await vi.waitFor(async () => {
      const found = await leaders();
      expect(found).toHaveLength(2);
      return found;
    }, soon);
    for (const { pid } of held) await db.sql`select pg_terminate_backend(${pid})`;
  }
});

test('a crash between any two statements of a step leaves the checkpoint and the tables where they were', async () => {
  const places = await placeFaults(db.sql, 'advance_projection');
  expect(places.length).toBeGreaterThanOrEqual(2);
  const id = newId('proj');
  await fill(id, 1);
  let count = 1;
  const running = start();
  await caughtUp(id, count);
  await running.stop();
  for (const place of places) {
    const [stood, crashes] = [await checkpoint(), await countCrashes(db.sql)];
    await crashAt(db.sql, place);
    await fill(id, 3);
    const crashing = start();
    await vi.waitFor(async () => expect(await countCrashes(db.sql)).toBeGreaterThan(crashes), soon);
    await crashing.stop();
    expect(await coins(id)).toEqual({ left: count, right: count });
    expect(await checkpoint()).toBe(stood);
    await crashAt(db.sql, null);
    count += 3;
    const recovered = start();
    await caughtUp(id, count);
    await recovered.stop();
  }
});

test('a read model that lags behind the log is rebuilt up to its end, goes on from there, and counts each event once', async () => {
  const id = newId('proj');
  const running = start();
  await fill(id, 4);
  await caughtUp(id, 4);
  await running.stop();
  await fill(id, 6);
  expect((await verifyProjection(options())).differences).toEqual([]);
  await rebuild(options());
  expect(await coins(id)).toEqual({ left: 10, right: 10 });
  start();
  for (let n = 0; n < 3; n++) await Promise.all([fill(id, 10), rebuild(options())]);
  await caughtUp(id, 40);
  expect((await verifyProjection(options())).differences).toEqual([]);
});

test('a leader whose connection the network has forgotten opens another one, and goes on', async () => {
  const proxy = await databaseProxy(db.url);
  try {
    const leader = { ...options(), url: proxy.url, projections: [pairs], doorbell, log, patienceMs: 2_000 };
    runs.push(startCatchUp(leader));
    const [before, after] = [newId('proj'), newId('proj')];
    await fill(before, 1);
    await caughtUp(before, 1);
    proxy.comeBackForgetful();
    await fill(after, 1);
    await caughtUp(after, 1);
    await runs.pop()!.stop();
  } finally {
    await proxy.stop();
  }
});
