import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ queueLimit: 4 });
});
afterAll(() => api?.stop());

/** Asks for a demo, in a project of its own. */
async function film(by: Pick<TestApi, 'request'>, url: string) {
  const project = await by.request('POST', '/api/v1/projects', { body: { name: 'Kiln', url } });
  const { id } = project.body as unknown as { id: string };
  return by.request('POST', '/api/v1/demos', { body: { project_id: id, prompt: 'Show the pricing' } });
}

const lineOf = async (by: Pick<TestApi, 'request'>) => {
  const { body } = await by.request('GET', '/api/v1/usage');
  return body as unknown as { queue: object; usage: { demosThisMonth: number }; totalRemaining: number };
};

describe('the line', () => {
  test('tells the place and the expected start, and refuses before it takes anything when it is full', async () => {
    const other = await api.signUp();
    expect((await lineOf(api)).queue).toEqual({
      waiting: 0,
      running: 0,
      place: null,
      expectedStartSec: null,
    });
    for (let index = 0; index < 3; index++)
      expect((await film(api, 'https://example.com/')).status).toBe(202);
    expect((await film(other, 'https://example.org/')).status).toBe(202);
    expect((await lineOf(api)).queue).toEqual({ waiting: 3, running: 0, place: 1, expectedStartSec: null });
    // Two of the three came later in the line than the other user's only one, although they were asked for before.
    expect((await lineOf(other)).queue).toMatchObject({ waiting: 1, place: 3 });

    const { sql } = api.services;
    await sql`update demo_jobs set status = 'completed', started_at = created_at, completed_at = created_at + interval '30 s'
      where id = (select min(id) from demo_jobs)`;
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where key = (select min(id) from demo_jobs)`;
    expect((await lineOf(other)).queue).toEqual({ waiting: 1, running: 0, place: 2, expectedStartSec: 45 });

    expect((await film(api, 'https://example.com/')).status).toBe(202);
    const before = await lineOf(api);
    const refused = await film(api, 'https://example.com/');
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'queue_full' });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await lineOf(api)).toEqual(before);
  });
});
