/** What code of one version does on a database on which code of the next version works at the same time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/ids.ts';
import { createLogger } from '../../src/log.ts';
import {
  checkProjections,
  createDoorbell,
  outdatedProjections,
  rebuild,
  startCatchUp,
  verifyProjection,
} from '../../src/store/index.ts';
import type { Decider, Projection, Reaction, StoredEvent } from '../../src/store/types.ts';
import type { EventTypes, Upcaster } from '../../src/store/upcast.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, createPurses, purse, purses } from './ledger.ts';

const log = createLogger('silent');
const soon = { timeout: 60_000 };
const types = { PurseFilled: { schemaVersion: 1 }, PursePaid: { schemaVersion: 1 } };
/** The next version gives a fact a member more. */
const upcasters: Upcaster[] = [
  { type: 'PurseFilled', from: 1, upcast: (data) => ({ ...data, from: 'hand' }) },
];
const adding: EventTypes = { ...types, PurseFilled: { schemaVersion: 2, readableFrom: 1 } };
const changing: EventTypes = { ...types, PurseFilled: { schemaVersion: 2 } };
/** It also has a fact that this version does not know. */
const polisher: Decider<'polish', { type: 'PursePolished'; data: object }, null> = {
  initial: null,
  evolve: () => null,
  decide: () => [{ type: 'PursePolished', data: { shines: true } }],
};

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
  await createPurses(db.sql);
});
afterEach(() => db.stop());

const today = (projections: readonly Projection[] = []) => db.store({ types, projections });
const next = (known: EventTypes, projections: readonly Projection[] = []) =>
  db.store({ types: known, upcasters, projections });
const filling = (store: ReturnType<typeof today>, id: string, coins: number) =>
  store.execute(by(newId('cmd')), async (unit) => {
    const loaded = await unit.load(purse, id);
    loaded.decide({ fill: coins });
    return loaded.state;
  });
const polishing = (store: ReturnType<typeof today>, id: string) =>
  store.execute(by(newId('cmd')), async (unit) => (await unit.load(polisher, id)).decide('polish'));

test('members that a newer version adds do not keep this version from working on the stream', async () => {
  const id = newId('proj');
  await filling(next(adding), id, 2);
  expect((await filling(today(), id, 3)).value).toBe(5);
  expect((await filling(next(adding), id, 1)).value).toBe(6);
  const written = await db.sql`select schema_version, metadata from events order by version`;
  expect(written.map(({ schema_version }) => schema_version)).toEqual([2, 1, 2]);
  expect(written.map(({ metadata }) => metadata.readableFrom)).toEqual([1, undefined, 1]);
  const [first] = await today().readStream(id);
  expect(first).toMatchObject({ schemaVersion: 1, data: { coins: 2 } });
});

test('a newer form that would be misread is refused with a 503, which a caller may meet with another try', async () => {
  const id = newId('proj');
  await filling(next(changing), id, 2);
  await expect(filling(today(), id, 3)).rejects.toMatchObject({
    code: 'newer_version',
    status: 503,
    retryAfterSec: 5,
    detail: expect.stringContaining('PurseFilled event has schema version 2'),
  });
  expect((await filling(next(changing), id, 3)).value).toBe(5);
});

test('facts that this version does not know are passed over where the newer version says so, and refused elsewhere', async () => {
  const [passable, not] = [newId('proj'), newId('proj')];
  const known = { ...adding, PursePolished: { schemaVersion: 1 } };
  for (const id of [passable, not]) await filling(today(), id, 1);
  await polishing(next({ ...known, PursePolished: { schemaVersion: 1, readableFrom: 0 } }), passable);
  await polishing(next(known), not);
  expect((await filling(today(), passable, 1)).value).toBe(2);
  await expect(filling(today(), not, 1)).rejects.toMatchObject({
    code: 'newer_version',
    detail: expect.stringContaining('PursePolished'),
  });
});

test('the doorbell goes on ringing past events that this version does not understand', async () => {
  const doorbell = await createDoorbell({ sql: db.sql, url: db.url, store: today(), log });
  const heard: StoredEvent[] = [];
  doorbell.bus.on('event', ({ data }) => void heard.push(data));
  try {
    const [newer, own] = [newId('proj'), newId('proj')];
    await filling(next(changing), newer, 2);
    await filling(today(), own, 3);
    doorbell.ring();
    await vi.waitFor(() => expect(heard.map(({ stream }) => stream)).toEqual([newer, own]), soon);
    expect(heard[0]).toMatchObject({ type: 'PurseFilled', schemaVersion: 2 });
  } finally {
    await doorbell.stop();
  }
});

const richer: Projection = { ...purses, version: 2, project: withSeen };
/** The next version counts in a column that is 0 by default. */
function withSeen(event: Parameters<Projection['project']>[0]) {
  const key = { id: event.stream };
  return [...purses.project(event), { op: 'update' as const, table: 'purses', key, add: { seen: 1 } }];
}
const seen = async (id: string) => (await db.sql`select seen from purses where id = ${id}`)[0]?.seen;
const options = (projection: Projection) => ({ sql: db.sql, upcasters, projection });

test('a read model that newer code has built is left alone, and built once more when this code has written to it', async () => {
  const id = newId('proj');
  const [old, newer] = [today([purses]), next(adding, [richer])];
  await rebuild(options(purses));
  await filling(old, id, 1);
  await rebuild(options(richer));
  expect(await checkProjections(db.sql, [purses])).toEqual([]);
  await expect(rebuild(options(purses))).rejects.toMatchObject({ code: 'newer_version', status: 409 });
  await expect(verifyProjection(options(purses))).rejects.toMatchObject({ code: 'newer_version' });

  await filling(newer, id, 1);
  expect(await outdatedProjections(db.sql, [richer], 0)).toEqual([]);
  await filling(old, id, 1);
  expect(await seen(id)).toBe(2);
  expect(await outdatedProjections(db.sql, [richer])).toEqual([]);
  expect(await outdatedProjections(db.sql, [richer], 0)).toEqual(['purses']);
  expect(await outdatedProjections(db.sql, [purses], 0)).toEqual([]);

  await rebuild(options(richer));
  expect(await seen(id)).toBe(3);
  expect(await outdatedProjections(db.sql, [richer], 0)).toEqual([]);
  expect((await verifyProjection(options(richer))).differences).toEqual([]);
});

/** Writes down which version of the code saw what. */
function watching(version: number, handles: string[], told: [number, string][]): Reaction {
  return {
    name: 'watching',
    version,
    handles,
    react: async (events) => {
      for (const { type } of events) told.push([version, type]);
      return { changes: [], jobs: [] };
    },
  };
}

test('newer code takes the lead of a reaction at once, and nothing that only it knows is passed over', async () => {
  const told: [number, string][] = [];
  const doorbell = await createDoorbell({ sql: db.sql, url: db.url, store: today(), log });
  const lead = (reaction: Reaction, patience: { takeBackAfterMs?: number } = {}) =>
    startCatchUp({
      ...{ sql: db.sql, url: db.url, projections: [reaction], upcasters: [], doorbell, log },
      ...patience,
    });
  const known = { ...adding, PursePolished: { schemaVersion: 1, readableFrom: 0 } };
  const old = lead(watching(1, ['PurseFilled'], told));
  try {
    const id = newId('proj');
    await filling(today(), id, 1);
    doorbell.ring();
    await vi.waitFor(() => expect(told).toEqual([[1, 'PurseFilled']]), soon);
    const newer = lead(watching(2, ['PurseFilled', 'PursePolished'], told));
    await vi.waitFor(
      async () =>
        expect(await db.sql`select version from projections where name = 'watching'`).toEqual([
          { version: 2 },
        ]),
      soon,
    );
    await polishing(next(known), id);
    doorbell.ring();
    await vi.waitFor(() => expect(told.at(-1)).toEqual([2, 'PursePolished']), soon);
    await newer.stop();
    await filling(today(), id, 1);
    doorbell.ring();
    await old.stop();
    expect(told).toHaveLength(2);

    // The upgrade is taken back: nobody of the newer version is there any more.
    const again = lead(watching(1, ['PurseFilled'], told), { takeBackAfterMs: 100 });
    await vi.waitFor(() => expect(told.at(-1)).toEqual([1, 'PurseFilled']), soon);
    expect(told).toHaveLength(3);
    await again.stop();
  } finally {
    await doorbell.stop();
  }
});

test('a reaction that meets what it does not understand lets newer code go on', async () => {
  const told: [number, string][] = [];
  const doorbell = await createDoorbell({ sql: db.sql, url: db.url, store: today(), log });
  const lead = (version: number, understands: Upcaster[]) =>
    startCatchUp({
      ...{ sql: db.sql, url: db.url, upcasters: understands, doorbell, log },
      projections: [watching(version, ['PurseFilled'], told)],
    });
  const old = lead(1, []);
  const newer = lead(1, upcasters);
  try {
    await filling(next(changing), newId('proj'), 1);
    doorbell.ring();
    await vi.waitFor(() => expect(told).toEqual([[1, 'PurseFilled']]), soon);
  } finally {
    await Promise.all([old.stop(), newer.stop()]);
    await doorbell.stop();
  }
});

test('what code up to migration 0030 calls is there, and notes what newer code has to build once more', async () => {
  await db.sql`insert into projections (name, version) values ('demos', 4), ('accounts', 1), ('later', 1)`;
  const event = {
    stream: 's',
    version: 1,
    type: 'T',
    schema_version: 1,
    data: {},
    metadata: {},
    command_id: 'c',
  };
  const events = JSON.stringify([{ ...event, ordinal: 0, recorded_at: new Date() }]);
  await db.sql`select append_events('{c}', '{s}', '{0}', ${events}::text::json, '[]', '[]')`;
  const marked = () => db.sql`select name from projections where outdated_at is not null order by name`;
  expect(await marked()).toEqual([{ name: 'later' }]);
  await db.sql`update projections set version = 5 where name = 'demos'`;
  await db.sql`select append_events('{d}', '{}', '{}', '[]', '[]', '[]')`;
  expect(await marked()).toEqual([{ name: 'demos' }, { name: 'later' }]);

  await db.sql`insert into projections (name, version, position) values ('told', 1, 0)`;
  const step = (to: number) =>
    db.sql`select advance_projection('told', ${to - 1}, ${to}, '[]'::jsonb) as done`;
  expect(await step(1)).toEqual([{ done: true }]);
  await db.sql`update projections set version = 2 where name = 'told'`;
  expect(await step(2)).toEqual([{ done: false }]);
});
