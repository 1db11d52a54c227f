import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, withSession } from '../../src/store/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.sql`create table notes (text text)`;
});
afterAll(() => db.stop());

const notes = async () =>
  (await db.sql<{ text: string }[]>`select text from notes order by 1`).map(({ text }) => text);

test('after its connection broke, a session runs nothing more: neither outside of its transaction nor without its lock', async () => {
  const failing = withSession(db.sql, async (session) => {
    await session`select pg_advisory_lock(99)`;
    const [own] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await inTransaction(session, async () => {
      await session`insert into notes values ('first')`;
      await db.sql`select pg_terminate_backend(${own!.pid})`;
      for (let n = 0; n < 50; n++) {
        await session`insert into notes values ('second')`.catch(() => undefined);
        await session.unsafe(`insert into notes values ('third')`).catch(() => undefined);
      }
    });
  });
  await expect(failing).rejects.toThrow();
  expect(await notes()).toEqual([]);
  expect(await db.sql`select pg_try_advisory_lock(99) as free`).toEqual([{ free: true }]);
});

test('a transaction is committed whole, or undone whole by whatever was thrown; values keep their types', async () => {
  await withSession(db.sql, async (session) => {
    await inTransaction(session, () => session`insert into notes values ('kept')`);
    const changed = inTransaction(session, async () => {
      await session`insert into notes values ('undone')`;
      throw new Error('changed its mind');
    });
    await expect(changed).rejects.toThrow('changed its mind');
    expect(await session`select 1::bigint as one`).toEqual([{ one: 1 }]);
  });
  expect(await notes()).toEqual(['kept']);
});

test('a session leaves nothing: no lock, no temporary table, no connection', async () => {
  let pid = 0;
  await withSession(db.sql, async (session) => {
    await session`create temporary table scratch (n int)`;
    await session`select pg_advisory_lock(98)`;
    [{ pid }] = await session<[{ pid: number }]>`select pg_backend_pid() as pid`;
  });
  await expect
    .poll(async () => (await db.sql`select from pg_stat_activity where pid = ${pid}`).length)
    .toBe(0);
  expect(await db.sql`select pg_try_advisory_lock(98) as free`).toEqual([{ free: true }]);
});
