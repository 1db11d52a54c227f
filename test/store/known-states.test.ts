import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { createKnownStates } from '../../src/store/known-states.ts';
import type { EventStore } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, purse } from './ledger.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.stop());

/** The purse, and how many events it folded. */
function counted() {
  const decider = { ...purse, folded: 0 };
  decider.evolve = (state, event) => {
    decider.folded += 1;
    return purse.evolve(state, event);
  };
  return decider;
}
type Counted = ReturnType<typeof counted>;

const fill = (store: EventStore, decider: Counted, id: string, coins = 1) =>
  store.execute(by(newId('cmd')), async (unit) => {
    const loaded = await unit.load(decider, id);
    loaded.decide({ fill: coins });
    return loaded.state;
  });

async function longStream(store: EventStore, decider: Counted, length = 100): Promise<string> {
  const id = newId('proj');
  await store.execute(by(newId('cmd')), (unit) => {
    const loaded = unit.begin(decider, id);
    for (let n = 0; n < length; n++) loaded.decide({ fill: 1 });
  });
  return id;
}

/** As somebody with the administrator's rights would. */
const tamper = (statement: string) =>
  db.sql.unsafe(`
    alter table events disable trigger events_append_only;
    ${statement};
    alter table events enable always trigger events_append_only;`);

test('a long stream is folded once; later commands fold what is new', async () => {
  const [store, decider] = [db.store(), counted()];
  const id = await longStream(db.store(), counted());
  expect((await fill(store, decider, id)).value).toBe(101);
  expect(decider.folded).toBe(101);
  for (let n = 0; n < 20; n++) await fill(store, decider, id);
  expect(decider.folded).toBe(121);
  expect(await store.readStream(id)).toHaveLength(121);
});

test('what another process appended in between is seen', async () => {
  const [here, there] = [db.store(), db.store()];
  const decider = counted();
  const id = await longStream(here, decider);
  for (let n = 1; n <= 10; n++) {
    expect((await fill(there, decider, id, 5)).value).toBe(100 + 6 * n - 1);
    expect((await fill(here, decider, id, 1)).value).toBe(100 + 6 * n);
  }
});

test('processes that race on a long stream lose no coin and make none', async () => {
  const decider = counted();
  const stores = Array.from({ length: 4 }, () => db.store());
  const id = await longStream(stores[0]!, decider);
  const writes = stores.flatMap((store) => Array.from({ length: 10 }, () => fill(store, decider, id)));
  const done = (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled');
  expect(done.length).toBeGreaterThan(10);
  for (const store of stores) {
    const { value } = await store.execute(
      by(newId('cmd')),
      async (unit) => (await unit.load(decider, id)).state,
    );
    expect(value).toBe(100 + done.length);
  }
});

test('a command that failed, conflicted or was said twice leaves no trace in what is known', async () => {
  const [store, decider] = [db.store(), counted()];
  const id = await longStream(store, decider);
  await expect(
    store.execute(by(newId('cmd')), async (unit) => {
      (await unit.load(decider, id)).decide({ fill: 1000 });
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow();
  const command = by(newId('cmd'));
  const once = () =>
    store.execute(command, async (unit) => (await unit.load(decider, id)).decide({ fill: 1 }));
  await once();
  expect((await once()).duplicate).toBe(true);
  expect((await fill(store, decider, id)).value).toBe(102);
});

test('a log that was put back to an earlier day, or to another history, is believed rather than the memory of it', async () => {
  const [store, decider] = [db.store(), counted()];
  const id = await longStream(store, decider);
  await fill(store, decider, id);
  await tamper(`delete from events where stream = '${id}' and version > 50`);
  expect((await fill(store, decider, id)).value).toBe(51);
  await db
    .store()
    .execute(by(newId('cmd')), async (unit) => (await unit.load(purse, id)).decide({ fill: 1 }));
  await fill(store, decider, id);
  await tamper(`delete from events where stream = '${id}' and version > 51`);
  await fill(db.store(), decider, id, 7);
  await fill(db.store(), decider, id, 7);
  expect((await fill(store, decider, id)).value).toBe(66);
});

test('two deciders of one stream keep out of each other’s states', async () => {
  const store = db.store();
  const id = await longStream(store, counted());
  const total = { ...purse, initial: 1000 };
  const value = (decider: typeof purse) =>
    store
      .execute(by(newId('cmd')), async (unit) => (await unit.load(decider, id)).state)
      .then((r) => r.value);
  for (let n = 0; n < 2; n++) expect([await value(purse), await value(total)]).toEqual([100, 1100]);
});

test('what is kept has a limit, and what was used longest ago goes first', () => {
  const known = createKnownStates(100);
  const state = (position: number, version = 40) => ({
    decider: purse,
    state: 0,
    version,
    position,
    hash: null,
  });
  known.keep('a', state(1));
  known.keep('b', state(2));
  known.recall('a', purse);
  known.keep('c', state(3));
  expect(['a', 'b', 'c'].map((stream) => known.recall(stream, purse)?.position)).toEqual([1, undefined, 3]);
  known.keep('short', state(4, 3));
  known.keep('endless', state(5, 101));
  expect(['short', 'endless'].map((stream) => known.recall(stream, purse))).toEqual([null, null]);
  known.keep('c', state(2, 39));
  expect(known.recall('c', purse)?.position).toBe(3);
});
