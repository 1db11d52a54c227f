import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { newId } from '../../src/ids.ts';
import { type ChainedEvent, canonicalJson, chainHash } from '../../src/store/chain.ts';
import { verifyChain } from '../../src/store/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, purse } from './ledger.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.stop());

const chained = (stream: string) => stream.startsWith('proj_');

async function chain(length: number): Promise<string> {
  const id = newId('proj');
  const store = db.store({ chained });
  await store.execute(by(newId('cmd')), (unit) => {
    const loaded = unit.begin(purse, id);
    for (let n = 0; n < 3; n++) loaded.decide({ fill: n + 1, note: `zß水🎈 ${n}` });
  });
  for (let n = 3; n < length; n++)
    await store.execute(by(newId('cmd')), async (unit) =>
      (await unit.load(purse, id)).decide({ fill: 0.1 * n }),
    );
  return id;
}

/** As somebody with the administrator's rights would. */
async function tamper(statement: string): Promise<void> {
  await db.sql.unsafe(`
    alter table events disable trigger events_append_only;
    ${statement};
    alter table events enable always trigger events_append_only;`);
}

test('an untouched chain is intact, over several events of one command too; other streams carry no hash', async () => {
  const id = await chain(6);
  const events = await db.store().readStream(id);
  expect(events.every((event) => /^[0-9a-f]{64}$/.test(event.hash ?? ''))).toBe(true);
  expect(await verifyChain(db.sql, id)).toEqual({
    intact: true,
    stream: id,
    version: 6,
    head: events[5]?.hash,
  });
  const plain = newId('job');
  await db
    .store({ chained })
    .execute(by(newId('cmd')), (unit) => unit.begin(purse, plain).decide({ fill: 1 }));
  expect((await db.store().readStream(plain))[0]?.hash).toBeNull();
});

describe('tampering is named with the first bad version:', () => {
  test.each([
    ['data', `update events set data = '{"coins": 1000}' where stream = '$' and version = 3`, 3],
    ['actor', `update events set metadata = '{"actor": "nobody"}' where stream = '$' and version = 2`, 2],
    [
      'time',
      `update events set recorded_at = recorded_at + interval '1 day' where stream = '$' and version = 4`,
      4,
    ],
    ['a missing event', `delete from events where stream = '$' and version = 2`, 2],
    ['a missing first event', `delete from events where stream = '$' and version = 1`, 1],
    ['a missing hash', `update events set hash = null where stream = '$' and version = 5`, 5],
    [
      'two events exchanged',
      `update events set data = case version when 1 then (select data from events where stream = '$' and version = 2)
       else (select data from events where stream = '$' and version = 1) end where stream = '$' and version in (1, 2)`,
      1,
    ],
  ])('%s', async (_what, statement, version) => {
    const id = await chain(6);
    await tamper(statement.replaceAll('$', id));
    expect(await verifyChain(db.sql, id)).toMatchObject({ intact: false, stream: id, badVersion: version });
  });

  test('a tail cut off, when the head was written down', async () => {
    const id = await chain(5);
    const report = await verifyChain(db.sql, id);
    const head = { version: 5, hash: report.intact && report.head ? report.head : '' };
    expect(await verifyChain(db.sql, id, [head])).toMatchObject({ intact: true });
    await tamper(`delete from events where stream = '${id}' and version = 5`);
    expect(await verifyChain(db.sql, id)).toMatchObject({ intact: true, version: 4 });
    expect(await verifyChain(db.sql, id, [head])).toMatchObject({ intact: false, badVersion: 5 });
  });

  test('a chain computed anew after a change, when the head was written down', async () => {
    const id = await chain(4);
    expect(await verifyChain(db.sql, id, [{ version: 4, hash: '00'.repeat(32) }])).toMatchObject({
      intact: false,
      badVersion: 4,
    });
  });
});

test('a fault early in a long chain ends the reading, and its connection serves the next one', async () => {
  const id = newId('proj');
  await db.store({ chained }).execute(by(newId('cmd')), (unit) => {
    const loaded = unit.begin(purse, id);
    for (let n = 0; n < 3_500; n++) loaded.decide({ fill: 1 });
  });
  const one = connect(db.url, { max: 1 });
  expect(await verifyChain(one, id)).toMatchObject({ intact: true, version: 3_500 });
  await tamper(`update events set data = '{}' where stream = '${id}' and version = 7`);
  expect(await verifyChain(one, id)).toMatchObject({ intact: false, badVersion: 7 });
  expect(await one`select 1 as alive`).toEqual([{ alive: 1 }]);
  await one.end();
});

test('different events never write the same bytes, equal ones always do', () => {
  const event: ChainedEvent = {
    stream: 'ab',
    version: 1,
    type: 'c',
    schemaVersion: 1,
    data: { b: 1, a: [{ d: null, c: 'x' }] },
    metadata: { actor: 'x' },
    commandId: 'k',
    ordinal: 0,
    recordedAt: new Date(0),
  };
  const hash = chainHash(null, event);
  expect(chainHash(null, { ...event, data: { a: [{ c: 'x', d: null }], b: 1 } })).toBe(hash);
  expect(chainHash(null, { ...event, stream: 'a', type: 'bc' })).not.toBe(hash);
  expect(chainHash(hash, event)).not.toBe(hash);
  expect(canonicalJson({ z: 1, A: undefined, a: -0, __proto__x: 1e21 })).toBe(
    '{"__proto__x":1e+21,"a":0,"z":1}',
  );
});

test('names come in one order, whatever order they were written in, and nothing else changes', () => {
  const names = fc.oneof(
    fc.string(),
    fc.nat().map(String),
    fc.constantFrom('__proto__', 'toJSON', '-1', '01'),
  );
  const fields = fc.array(fc.tuple(names, fc.jsonValue({ maxDepth: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(fields, fc.infiniteStream(fc.nat()), (given, places) => {
      const entries = [...new Map(given)];
      const shuffled = entries
        .map((entry) => ({ entry, place: places.next().value! }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry);
      const text = canonicalJson(Object.fromEntries(entries));
      expect(canonicalJson(Object.fromEntries(shuffled))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(entries))));
    }),
  );
  // As the first chains were written: numbers before other names, and by their value.
  expect(canonicalJson({ b: 1, 10: { z: 1, a: 2 }, 9: 3, a: 4 })).toBe(
    '{"9":3,"10":{"a":2,"z":1},"a":4,"b":1}',
  );
});
