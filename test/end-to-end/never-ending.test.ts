import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHostileSite } from '../support/hostile-site.ts';
import { atPace } from '../support/within.ts';
import { accountOf, startService, type TestService } from './service.ts';

const deadlineMs = 25_000;
let site: Awaited<ReturnType<typeof serveHostileSite>>;
let service: TestService;

beforeAll(async () => {
  site = await serveHostileSite();
  service = await startService({
    role: 'all',
    settings: { SHOWREEL_CONCURRENCY: '3', SHOWREEL_JOB_DEADLINE_SEC: String(deadlineMs / 1000) },
  });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

test('a page that never ends fails soon after the deadline of its job, which is not begun anew with each attempt', {
  timeout: 480_000,
}, async () => {
  const paths = ['/busy', '/dialogs', '/rows'];
  const startedMs = performance.now();
  const demos = await Promise.all(paths.map((path) => service.createDemo(`${site.url}${path}`)));
  const ended = await Promise.all(demos.map(({ id }) => service.settled(id, 90_000)));
  expect(performance.now() - startedMs).toBeLessThan(deadlineMs + atPace(30_000));
  // A fast machine may film the many rows in time.
  const filmed = ended.filter(({ status }) => status === 'ready');
  expect(filmed.every(({ id }) => id === demos[2]?.id)).toBe(true);
  for (const { error } of ended.slice(0, 2))
    expect(error).toMatch(/did not finish loading within 20 seconds|not done in time/);
  // After 20 s, no time for another attempt is left.
  expect(site.requests.sort()).toEqual(paths.sort());
  expect(await accountOf(service)).toMatchObject({ used: filmed.length, balance: 0 });
});
