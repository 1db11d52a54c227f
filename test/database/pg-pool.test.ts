import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseAway } from '../../src/database/away.ts';
import { openPgPool } from '../../src/database/pg-pool.ts';
import { cutSilent } from '../../src/database/silent-sockets.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.stop());

test('a connection that the network forgot is cut with all others, and the next statement gets a new one', async () => {
  const proxy = await databaseProxy(db.url);
  const cuts: string[] = [];
  const pool = openPgPool(proxy.url, { max: 1, applicationName: 'queue' }, ({ message }) =>
    cuts.push(message),
  );
  try {
    const one = async () => (await pool.query<{ n: number }>('select 1 as n')).rows;
    expect(await one()).toEqual([{ n: 1 }]);
    proxy.comeBackForgetful();
    const unanswered = one().then(
      () => 'answered',
      () => 'cut',
    );
    // The pool has no other connection: without the cut this would wait as long as the first.
    const next = one();
    const { hostname, port } = new URL(proxy.url);
    expect(cutSilent(`${hostname}:${port}`, performance.now())).toBe(1);
    expect(await unanswered).toBe('cut');
    expect(await next).toEqual([{ n: 1 }]);
    expect(cuts).not.toEqual([]);
  } finally {
    await proxy.stop();
    await pool.end();
  }
});

test('a connection that gets no answer while it is made is given up, and the next one works', async () => {
  const proxy = await databaseProxy(db.url);
  const pool = openPgPool(
    proxy.url,
    { max: 1, applicationName: 'queue', connectTimeoutMs: 2_000 },
    () => undefined,
  );
  try {
    proxy.silence();
    await expect(pool.query('select 1')).rejects.toThrow(/timeout/);
    proxy.comeBackForgetful();
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  } finally {
    await proxy.stop();
    await pool.end();
  }
});

test('a statement whose connection ends says that the database is away', async () => {
  const proxy = await databaseProxy(db.url);
  const pool = openPgPool(proxy.url, { max: 1, applicationName: 'queue' }, () => undefined);
  try {
    await pool.query('select 1');
    const asked = pool.query('select pg_sleep(60)').catch((error: unknown) => error);
    const asleep = () => db.sql`select from pg_stat_activity where query = 'select pg_sleep(60)'`;
    await expect.poll(asleep, { timeout: 60_000 }).toHaveLength(1);
    await proxy.goAway();
    const error = await asked;
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseAway(error)).toBe(true);
    expect(isDatabaseAway(new Error('The migration 0001_a.sql failed.'))).toBe(false);
  } finally {
    await proxy.stop();
    await pool.end();
  }
});
