import fc from 'fast-check';
import type { ISql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRowKeys, writeMerged } from '../../src/store/merge.ts';
import { toStatements } from '../../src/store/statements.ts';
import type { RowChange } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.sql`
    create table pages (book text, number int, words int, title text, about jsonb, read_at timestamptz, primary key (book, number))`;
  await db.sql`create table people (id text primary key, email text unique)`;
  await db.sql`create table rates (id numeric primary key, times int)`;
});
afterAll(() => db.stop());

const table = 'pages';
const key = fc.record({ book: fc.constantFrom('a', 'b'), number: fc.constantFrom(1, 2) });
const values = fc.record(
  {
    words: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(null)),
    title: fc.constantFrom('x', 'y', null),
    about: fc.constantFrom({ a: [1] }, 'text', null),
    read_at: fc.constantFrom(new Date(0), '2026-01-01T00:00:00Z', null),
  },
  { requiredKeys: [] },
);
const change: fc.Arbitrary<RowChange> = fc.oneof(
  fc.tuple(key, values).map(([k, v]): RowChange => ({ op: 'insert', table, row: { ...k, ...v } })),
  fc.tuple(key, values).map(([k, set]): RowChange => ({ op: 'update', table, key: k, set })),
  fc.tuple(key, fc.integer({ min: -3, max: 3 }), fc.boolean()).map(
    ([k, words, also]): RowChange => ({
      op: 'update',
      table,
      key: k,
      add: { words },
      ...(also && { set: { title: 'z' } }),
    }),
  ),
  key.map((k): RowChange => ({ op: 'delete', table, key: k })),
  // Of several rows at once.
  key.map(({ book }): RowChange => ({ op: 'update', table, key: { book }, add: { words: 1 } })),
  key.map(({ book }): RowChange => ({ op: 'delete', table, key: { book } })),
);

class Undo extends Error {}

/** The rows that a way of writing leaves, or `refused`; nothing of it stays. */
async function leaves(write: (sql: ISql) => Promise<unknown>): Promise<unknown> {
  let rows: unknown;
  await db.sql
    .begin(async (tx) => {
      await write(tx);
      rows = [...(await tx`select * from pages order by book, number`)];
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) rows = 'refused';
    });
  return rows;
}

const oneByOne = (sql: ISql, changes: RowChange[]) =>
  sql`select apply_changes(${JSON.stringify(toStatements(changes))}::text::jsonb)`;

test('changes merged leave the rows that the same changes leave one by one, or are refused as they are', async () => {
  const keys = await readRowKeys(db.sql, [table]);
  expect([...keys.keys()]).toEqual([table]);
  let refused = 0;
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(key, { selector: (k) => JSON.stringify(k) }),
      fc.array(change, { maxLength: 12 }),
      async (before, changes) => {
        const fill = before.map((row): RowChange => ({ op: 'insert', table, row: { ...row, words: 5 } }));
        const expected = await leaves(async (sql) => {
          await oneByOne(sql, fill);
          await oneByOne(sql, changes);
        });
        if (expected === 'refused') refused++;
        else kept++;
        const merged = await leaves(async (sql) => {
          await oneByOne(sql, fill);
          await writeMerged(sql, changes, keys, (name) => name);
        });
        expect(merged).toEqual(expected);
      },
    ),
    { numRuns: 400 },
  );
  expect(Math.min(refused, kept)).toBeGreaterThan(20);
});

test('where one row’s change may stand in another’s way, or keys be equal that look different, nothing is merged', async () => {
  expect((await readRowKeys(db.sql, ['people', 'rates'])).size).toBe(0);
  const email = 'm@example.com';
  const changes: RowChange[] = [
    { op: 'insert', table: 'people', row: { id: 'a', email } },
    { op: 'update', table: 'people', key: { id: 'a' }, set: { email: 'new@example.com' } },
    { op: 'insert', table: 'people', row: { id: 'b', email } },
    { op: 'insert', table: 'rates', row: { id: '1.0', times: 0 } },
    { op: 'update', table: 'rates', key: { id: '1.0' }, add: { times: 1 } },
    { op: 'update', table: 'rates', key: { id: '1' }, add: { times: 1 } },
  ];
  await writeMerged(db.sql, changes, await readRowKeys(db.sql, ['people', 'rates']), (name) => name);
  expect(await db.sql`select email from people order by id`).toEqual([
    { email: 'new@example.com' },
    { email },
  ]);
  expect(await db.sql`select times from rates`).toEqual([{ times: 2 }]);
});
