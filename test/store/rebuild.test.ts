import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { checkProjections, rebuild, verifyProjection } from '../../src/store/index.ts';
import type { Projection } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, createPurses, purse, purses } from './ledger.ts';

let db: TestDatabase;
let ids: string[];
beforeAll(async () => {
  db = await testDatabase();
  await createPurses(db.sql);
});
afterAll(() => db.stop());
beforeEach(async () => {
  ids = Array.from({ length: 5 }, () => newId('proj'));
  for (const id of ids) for (const coins of [5, 7, 2]) await fill(id, coins);
});

const fill = (id: string, coins: number) =>
  db
    .store({ projections: [purses] })
    .execute(by(newId('cmd')), async (unit) => (await unit.load(purse, id)).decide({ fill: coins }));
const options = (projection: Projection = purses) => ({ sql: db.sql, upcasters: [], projection });
const rows = () => db.sql`select * from purses order by id`.then((found) => found.map((row) => row));
const indexes = () =>
  db.sql`select indexname, indexdef from pg_indexes where tablename = 'purses' order by 1`.then((found) =>
    found.map((row) => row),
  );

test('a live read model equals one rebuilt from the log, row by row', async () => {
  const { events, differences } = await verifyProjection(options());
  expect(differences).toEqual([]);
  expect(events).toBeGreaterThanOrEqual(15);
  expect(await db.sql`select from pg_tables where tablename like '%rebuilt'`).toHaveLength(0);
});

test('verify names a row that was changed, one that is missing and one too many', async () => {
  await db.sql`update purses set coins = 99 where id = ${ids[0]!}`;
  await db.sql`delete from purses where id = ${ids[1]!}`;
  await db.sql`insert into purses (id, coins, history, filled, opened_at) values ('stranger', 1, '[]', true, now())`;
  const { differences } = await verifyProjection(options());
  expect(differences).toMatchObject([{ table: 'purses', more: false }]);
  const named = differences[0]!.rows.sort((a, b) => String(a.key.id).localeCompare(String(b.key.id)));
  expect(named).toMatchObject(
    [
      { key: { id: ids[0] }, live: { coins: 99 }, rebuilt: { coins: 14 } },
      { key: { id: ids[1] }, live: null, rebuilt: { coins: 14 } },
      { key: { id: 'stranger' }, live: { coins: 1 }, rebuilt: null },
    ].sort((a, b) => a.key.id!.localeCompare(b.key.id!)),
  );
  await rebuild(options());
  expect((await verifyProjection(options())).differences).toEqual([]);
});

test('a rebuild gives the same rows, indexes, constraints and grants, and can be done again', async () => {
  await db.sql.unsafe('grant select on purses to pg_monitor');
  const [rowsBefore, indexesBefore] = [await rows(), await indexes()];
  await rebuild(options());
  await rebuild(options());
  expect(await rows()).toEqual(rowsBefore);
  expect(await indexes()).toEqual(indexesBefore);
  expect(await db.sql`select has_table_privilege('pg_monitor', 'purses', 'select') as may`).toEqual([
    { may: true },
  ]);
  await fill(ids[0]!, 1);
  expect(await db.sql`select coins from purses where id = ${ids[0]!}`).toEqual([{ coins: 15 }]);
  await expect(db.sql`update purses set coins = -1`).rejects.toThrow(/purses_coins_check/);
});

test('writers go on during a rebuild, and nothing they write is lost', async () => {
  let writing = true;
  const writers = ids.map(async (id) => {
    let count = 0;
    while (writing) {
      await fill(id, 1);
      count++;
    }
    return count;
  });
  for (let n = 0; n < 3; n++) await rebuild(options());
  writing = false;
  const counts = await Promise.all(writers);
  const found = await db.sql<
    { id: string; coins: number }[]
  >`select id, coins from purses where id in ${db.sql(ids)}`;
  for (const [index, id] of ids.entries())
    expect(found.find((row) => row.id === id)?.coins).toBe(14 + counts[index]!);
  expect((await verifyProjection(options())).differences).toEqual([]);
});

test('a changed projection is reported until it is rebuilt', async () => {
  await rebuild(options());
  expect(await checkProjections(db.sql, [purses])).toEqual([]);
  const changed = { ...purses, version: 2 };
  expect(await checkProjections(db.sql, [changed])).toEqual([
    { name: 'purses', codeVersion: 2, databaseVersion: 1 },
  ]);
  await rebuild(options(changed));
  expect(await checkProjections(db.sql, [changed])).toEqual([]);
});

test('a new projection is noted silently where it has nothing to catch up on, and reported where it has', async () => {
  const idle = { ...purses, name: 'idle', handles: ['NeverHappened'] };
  const late = { ...purses, name: 'late' };
  expect(await checkProjections(db.sql, [idle, late])).toEqual([
    { name: 'late', codeVersion: 1, databaseVersion: null },
  ]);
});
