import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.stop());
beforeEach(() => database.sql`delete from graphile_worker._private_jobs`);

const task = 'film';
let next = 0;

/** Adds jobs as an append does. */
async function add(share: string | null, count = 1, priority = 0): Promise<void> {
  for (let index = 0; index < count; index++) {
    const job = { task, payload: { number: next++ }, key: `job-${next}`, priority, share };
    await database.sql`select append_events('{}', '{}', '{}', '[]', '[]', ${JSON.stringify([job])}::text::jsonb)`;
  }
}

/** Takes jobs off the queue in the order in which a worker takes them, and says whose they are. */
async function take(count: number): Promise<string[]> {
  const rows = await database.sql<{ share: string }[]>`
    with taken as (
      delete from graphile_worker._private_jobs where id in (
        select id from graphile_worker._private_jobs order by priority, run_at, id limit ${count})
      returning payload, priority, run_at, id)
    select payload ->> 'share' as share from taken order by priority, run_at, id`;
  return rows.map(({ share }) => share);
}

describe('The queue', () => {
  test('takes turns: one job of somebody who came last goes before the other jobs of those who came first', async () => {
    await add('ann', 25);
    await add('bob', 2);
    await add('cid', 1);
    expect(await take(6)).toEqual(['ann', 'ann', 'bob', 'cid', 'ann', 'bob']);
  });

  test('gives somebody who asks again and again no more than one turn in each round', async () => {
    await add('ann', 5);
    await add('bob', 5);
    const taken: string[] = [];
    for (let round = 0; round < 12; round++) {
      taken.push(...(await take(1)));
      await add('ann');
    }
    const until = taken.lastIndexOf('bob');
    expect(taken.filter((share) => share === 'bob')).toHaveLength(5);
    expect(until).toBeLessThan(10);
  });

  test('starves nobody: the last of many jobs comes although others keep coming', async () => {
    await add('ann', 8);
    const taken: string[] = [];
    for (let round = 0; round < 60; round++) {
      await add(`other-${round}`);
      taken.push(...(await take(1)));
    }
    expect(taken.filter((share) => share === 'ann')).toHaveLength(8);
  });

  test('keeps the order of those who have no share, and the place where a line begins', async () => {
    await add('ann', 2, -10);
    const [row] = await database.sql`select min(priority), max(priority) from graphile_worker._private_jobs`;
    expect(row).toEqual({ min: -10, max: -9 });
    await add(null);
    const [last] =
      await database.sql`select priority, payload from graphile_worker._private_jobs order by id desc limit 1`;
    expect(last!.priority).toBe(0);
    expect(last!.payload).not.toHaveProperty('share');
  });
});
