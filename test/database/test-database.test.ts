import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.stop());

test('each test file has a migrated database of its own', async () => {
  const rows = await db.sql`select number from schema_migrations order by number`;
  expect(rows.length).toBeGreaterThan(0);
  const other = await testDatabase();
  expect(await other.sql`select current_database()`).not.toEqual(await db.sql`select current_database()`);
  await other.stop();
});
