import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAllowance } from '../../src/api/allowance.ts';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import { protectedProcedure, publicProcedure, router } from '../../src/domain/procedure.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { until } from '../support/within.ts';

const done = z.object({ ok: z.boolean() });
const testRouter = router({
  open: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/open', protect: false } })
    .output(done)
    .query(() => ({ ok: true })),
  read: protectedProcedure
    .meta({ openapi: { method: 'GET', path: '/things' } })
    .output(done)
    .query(() => ({ ok: true })),
  write: protectedProcedure
    .meta({ openapi: { method: 'POST', path: '/things' } })
    .input(z.object({ name: z.string() }))
    .output(done)
    .mutation(() => ({ ok: true })),
});

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    router: testRouter,
    config: { publicUrl: null, limits: { enabled: true, readsPerMinute: 30, writesPerMinute: 5 } },
  });
});
afterAll(() => api?.stop());

let number = 0;
/** Every test gets its own allowance. */
async function freshKey(): Promise<string> {
  const context = { commandId: `limits-${++number}`, metadata: { actor: 'test' } };
  const wanted = { name: 'x', type: 'live', projectId: null, allowedDomains: null } as const;
  return (await issueKey(api.services, context, { userId: api.owner.userId, ...wanted })).key;
}

test('every limited answer says what is left', async () => {
  const key = await freshKey();
  const write = () => api.request('POST', '/api/v1/things', { key, body: { name: 'x' } });
  const left = [];
  for (let i = 0; i < 5; i++) left.push((await write()).headers.get('ratelimit-remaining'));
  expect(left).toEqual(['4', '3', '2', '1', '0']);
  const refused = await write();
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('ratelimit-limit')).toBe('5');
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect(refused.headers.get('ratelimit-reset')).toBe(String(wait));
  expect(refused.body.error).toContain(`${wait} s`);
});

test('reads and writes are counted apart, and so are keys', async () => {
  const [one, other] = [await freshKey(), await freshKey()];
  const write = (key: string) => api.request('POST', '/api/v1/things', { key, body: { name: 'x' } });
  for (let i = 0; i < 6; i++) await write(one);
  expect((await write(one)).status).toBe(429);
  expect((await api.request('GET', '/api/v1/things', { key: one })).status).toBe(200);
  expect((await write(other)).status).toBe(200);
});

test('two processes share one limit: of forty reads at once exactly thirty pass', async () => {
  const key = await freshKey();
  const second = await api.second();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      fetch(`${i % 2 ? api.baseUrl : second.baseUrl}/api/v1/things`, { headers: { 'X-API-Key': key } }),
    ),
  );
  await second.stop();
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});

test('the limit is checked after the credential and before the input', async () => {
  const key = await freshKey();
  const bad = { key, body: 'nonsense', headers: { 'Content-Type': 'application/json' } };
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await api.request('POST', '/api/v1/things', bad)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await api.request('POST', '/api/v1/things', { ...bad, key: 'sr_live_wrong' })).status).toBe(401);
});

test('what needs no credential is not counted', async () => {
  const answer = await api.request('GET', '/api/v1/open', { key: null });
  expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, null]);
});

describe('what a process takes of a minute in advance', () => {
  const limit = 600;
  const take = (count: Counter, who: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => count(who)));
  const passed = (counts: { passed: boolean }[]) => counts.filter((count) => count.passed).length;

  test('never exceeds the limit: one process lets exactly the limit through, however many requests come at once', async () => {
    const count = createAllowance(api.services.sql, 'test', limit);
    const counts = await take(count, 'alone', limit + 50);
    expect(passed(counts)).toBe(limit);
    const remaining = counts.filter((one) => one.passed).map((one) => one.remaining);
    expect(new Set(remaining).size).toBe(limit);
    expect([Math.max(...remaining), Math.min(...remaining)]).toEqual([limit - 1, 0]);
  });

  test('is shared by processes that are all busy to the last request', async () => {
    const processes = [0, 1, 2].map(() => createAllowance(api.services.sql, 'test', limit));
    const counts = await Promise.all(processes.map((count) => take(count, 'busy', limit)));
    expect(passed(counts.flat())).toBe(limit);
  });

  test('leaves at most a twentieth unused in a process that fell idle', async () => {
    const [one, other] = [0, 1].map(() => createAllowance(api.services.sql, 'test', limit)) as [
      Counter,
      Counter,
    ];
    await one('idle');
    const got = passed(await take(other, 'idle', limit));
    expect(got).toBeGreaterThanOrEqual(limit - limit / 20);
    expect(got).toBeLessThan(limit);
  });

  test('is void when the minute ends', async () => {
    const count = createAllowance(api.services.sql, 'test', 40);
    expect(passed(await take(count, 'later', 50))).toBe(40);
    await api.services.sql`update rate_limits set expire = expire - 55000 where key = 'test:later'`;
    const fresh = createAllowance(api.services.sql, 'test', 40);
    expect((await fresh('later')).passed).toBe(false);
    await until(async () => (await fresh('later')).passed, 60_000, 200);
  });
});
type Counter = ReturnType<typeof createAllowance>;
