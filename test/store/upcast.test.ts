import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { createUpcasts, type Upcaster } from '../../src/store/upcast.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, purse } from './ledger.ts';

// Version 1 had `amount`, version 2 renamed it, version 3 counts in coins of ten.
const upcasters: Upcaster[] = [
  { type: 'PurseFilled', from: 2, upcast: ({ coins, ...rest }) => ({ ...rest, coins: Number(coins) * 10 }) },
  { type: 'PurseFilled', from: 1, upcast: ({ amount, ...rest }) => ({ ...rest, coins: amount ?? 0 }) },
];

describe('with a database', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.stop());

  test('events of every version are read as of today, deciders see them so, and the log keeps them as they were', async () => {
    const id = newId('proj');
    for (const [version, data] of [
      [1, { amount: 1 }],
      [2, { coins: 2 }],
    ] as const)
      await db.sql`
        insert into events (stream, version, type, schema_version, data, metadata, command_id, ordinal, recorded_at)
        values (${id}, ${version}, 'PurseFilled', ${version}, ${db.sql.json(data)}, '{"actor": "old"}',
          ${`old-${version}`}, 0, now())`;
    const store = db.store({ upcasters });
    const { value } = await store.execute(by(newId('cmd')), async (unit) => {
      const loaded = await unit.load(purse, id);
      const before = loaded.state;
      loaded.decide({ fill: 3 });
      return before;
    });
    expect(value).toBe(30);
    const events = await store.readStream(id);
    expect(events.map((event) => [event.schemaVersion, event.data])).toEqual([
      [3, { coins: 10 }],
      [3, { coins: 20 }],
      [3, { coins: 3 }],
    ]);
    expect(await store.readAll({ after: 0, limit: 10 })).toEqual(events);
    const stored =
      await db.sql`select schema_version, data from events where stream = ${id} order by version`;
    expect(stored.map((row) => row)).toEqual([
      { schema_version: 1, data: { amount: 1 } },
      { schema_version: 2, data: { coins: 2 } },
      { schema_version: 3, data: { coins: 3 } },
    ]);
  });

  test('an event newer than the code is refused, not guessed at', async () => {
    const id = newId('proj');
    await db
      .store({ upcasters })
      .execute(by(newId('cmd')), (unit) => unit.begin(purse, id).decide({ fill: 1 }));
    await expect(db.store().readStream(id)).rejects.toMatchObject({
      code: 'newer_version',
      detail: expect.stringContaining('PurseFilled event has schema version 3'),
    });
  });
});

test('upcasters with a gap are refused at start', () => {
  expect(() => createUpcasts([{ type: 'A', from: 2, upcast: (data) => data }])).toThrow(
    /expected 1, found 2/,
  );
});
