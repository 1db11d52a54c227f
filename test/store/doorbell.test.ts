import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { newId } from '../../src/ids.ts';
import { createLogger } from '../../src/log.ts';
import { createDoorbell, startCatchUp } from '../../src/store/index.ts';
import type { Doorbell, StoredEvent } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { by, createPurses, purse, purses } from './ledger.ts';

const log = createLogger('silent');
/** Long enough for a machine that is busy with everything else. */
const soon = { timeout: 60_000 };
let db: TestDatabase;
let other: Sql;
const doorbells: Doorbell[] = [];
beforeAll(async () => {
  db = await testDatabase();
  other = connect(db.url, { max: 4 });
  await createPurses(db.sql);
});
afterEach(async () => {
  await Promise.all(doorbells.splice(0).map((doorbell) => doorbell.stop()));
});
afterAll(async () => {
  await other.end();
  await db.stop();
});

async function hang(sql = db.sql): Promise<Doorbell & { heard: StoredEvent[] }> {
  const doorbell = await createDoorbell({ sql, url: db.url, store: db.store({ sql }), log });
  doorbells.push(doorbell);
  const heard: StoredEvent[] = [];
  doorbell.bus.on('event', ({ data }) => {
    heard.push(data);
  });
  return Object.assign(doorbell, { heard });
}
const append = () =>
  db.store().execute(by(newId('cmd')), (unit) => unit.begin(purse, newId('proj')).decide({ fill: 1 }));
const positions = (events: StoredEvent[]) => events.map((event) => event.position);

test('what another process appends arrives once, in log order, and nothing from before', async () => {
  await append();
  const [here, there] = [await hang(), await hang(other)];
  const appended: StoredEvent[] = [];
  await Promise.all(
    Array.from({ length: 60 }, async () => {
      appended.push(...(await append()).events);
      there.ring();
    }),
  );
  for (const { heard } of [here, there])
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(60), soon);
  await sleep(100);
  const expected = positions(appended).sort((a, b) => a - b);
  expect(positions(here.heard)).toEqual(expected);
  expect(positions(there.heard)).toEqual(expected);
});

test('an event is heard long before the poll, though rings are coalesced to 20 a second', async () => {
  const rings: string[] = [];
  const { unlisten } = await other.listen('showreel_doorbell', (payload) => rings.push(payload));
  const [here, there] = [await hang(), await hang(other)];
  const began = performance.now();
  for (let n = 0; n < 200; n++) {
    there.ring();
    await sleep(2);
  }
  // Had they to wait for the poll, each but the first would take 2 s. The middle one counts, since the machine may stand still.
  const heardMs: number[] = [];
  for (let n = 1; n <= 5; n++) {
    const appendedMs = performance.now();
    await append();
    there.ring();
    await vi.waitFor(() => expect(here.heard).toHaveLength(n), { ...soon, interval: 5 });
    heardMs.push(performance.now() - appendedMs);
  }
  const ringingSec = (performance.now() - began) / 1000;
  expect(heardMs.sort((a, b) => a - b)[2]).toBeLessThan(1_500);
  expect(rings.length).toBeGreaterThan(3);
  expect(rings.length).toBeLessThanOrEqual(Math.ceil(ringingSec * 20) + 3);
  await unlisten();
});

test('without any ring, the poll delivers', async () => {
  const here = await hang();
  const { events } = await append();
  await vi.waitFor(() => expect(positions(here.heard)).toEqual(positions(events)), soon);
});

test('a lost LISTEN connection comes back, says so, and what happened meanwhile is heard', async () => {
  const here = await hang();
  const reconnected = here.bus.once('reconnected');
  const killed = await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'showreel-doorbell'`;
  expect(killed).toHaveLength(1);
  const missed = await append();
  await reconnected;
  const ticks: unknown[] = [];
  here.bus.on('tick', ({ data }) => {
    ticks.push(data);
  });
  here.tick({ alive: true });
  await vi.waitFor(() => expect(ticks).toEqual([{ alive: true }]), soon);
  await vi.waitFor(() => expect(positions(here.heard)).toEqual(positions(missed.events)), soon);
});

test('a LISTEN connection that the network has forgotten is replaced, and what happens then is heard', async () => {
  const proxy = await databaseProxy(db.url);
  try {
    const doorbell = await createDoorbell({
      ...{ sql: db.sql, url: proxy.url, store: db.store(), log },
      beatEveryMs: 1_000,
    });
    doorbells.push(doorbell);
    const ticks: unknown[] = [];
    doorbell.bus.on('tick', ({ data }) => {
      ticks.push(data);
    });
    const reconnected = doorbell.bus.once('reconnected');
    proxy.comeBackForgetful();
    await reconnected;
    // One is lost where a slow machine was taken for a silent connection once more.
    await vi.waitFor(
      () => {
        doorbell.tick({ alive: true });
        expect(ticks).toContainEqual({ alive: true });
      },
      { ...soon, interval: 500 },
    );
    await doorbells.pop()!.stop();
  } finally {
    await proxy.stop();
  }
});

test('ticks reach every process and are not events; one that is too large is refused by name', async () => {
  const [here, there] = [await hang(), await hang(other)];
  const tick = there.bus.once('tick');
  here.tick({ job: 'job_1', progress: 0.5 });
  expect((await tick).data).toEqual({ job: 'job_1', progress: 0.5 });
  expect(() => here.tick({ text: 'x'.repeat(7_000) })).toThrow(/fewer than 7000/);
  expect(here.heard).toEqual([]);
});

test('a listener that throws neither stops the others nor the doorbell', async () => {
  const here = await hang();
  here.bus.on('event', () => {
    throw new Error('clumsy');
  });
  await append();
  here.ring();
  await vi.waitFor(() => expect(here.heard).toHaveLength(1), soon);
  await append();
  here.ring();
  await vi.waitFor(() => expect(here.heard).toHaveLength(2), soon);
});

test('catching-up projections follow the log, one leader at a time, and each event counts once', async () => {
  const late = { ...purses, name: 'late purses' };
  const here = await hang();
  const running = [db.sql, other].map((sql) =>
    startCatchUp({ sql, url: db.url, projections: [late], upcasters: [], doorbell: here, log }),
  );
  const id = newId('proj');
  for (let n = 0; n < 30; n++) {
    await db
      .store()
      .execute(by(newId('cmd')), async (unit) => (await unit.load(purse, id)).decide({ fill: 1 }));
    here.ring();
  }
  await vi.waitFor(
    async () => expect(await db.sql`select coins from purses where id = ${id}`).toEqual([{ coins: 30 }]),
    soon,
  );
  const leaders = await db.sql`
    select from pg_locks
    where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
      and objsubid = 1`;
  expect(leaders).toHaveLength(1);
  await Promise.all(running.map((one) => one.stop()));
});
