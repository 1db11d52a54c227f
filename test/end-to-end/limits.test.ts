import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHostileSite } from '../support/hostile-site.ts';
import { until } from '../support/within.ts';
import { processesWith } from './process.ts';
import { accountOf, startService, type TestService } from './service.ts';

let site: Awaited<ReturnType<typeof serveHostileSite>>;
let service: TestService;
/** On a slow machine, the pages that take other things take more than 5 s of processor time as well. */
let strict: TestService;

beforeAll(async () => {
  site = await serveHostileSite();
  strict = await startService({ role: 'all', settings: { SHOWREEL_LIMIT_PAGE_CPU_SEC: '5' } });
  service = await startService({
    role: 'all',
    settings: {
      SHOWREEL_CONCURRENCY: '2',
      SHOWREEL_LIMIT_PAGE_MEMORY_MB: '400',
      SHOWREEL_LIMIT_PAGE_PROCESSES: '110',
      SHOWREEL_LIMIT_PAGE_REQUESTS: '300',
      SHOWREEL_LIMIT_PAGE_DATA_MB: '50',
      // What is loaded is kept in the browser's cache as well. With 60 MB, the disk was told first once, on a busy machine.
      SHOWREEL_LIMIT_PAGE_DISK_MB: '240',
    },
  });
});
afterAll(async () => {
  await service?.stop();
  await strict?.stop();
  await site?.close();
});

test('a page that takes more than it may fails at once with a sentence that says of what. The cost is given back, and nothing is left', {
  timeout: 480_000,
}, async () => {
  const pages: [path: string, sentence: string][] = [
    ['/canvases', 'The page took more than 400 MB of memory.'],
    ['/allocations', 'The page took more than 400 MB of memory.'],
    ['/workers', 'The page started more than 110 processes, threads and workers.'],
    ['/requests', 'The page sent more than 300 requests.'],
    ['/bytes', 'The page loaded more than 50 MB.'],
    ['/files', 'The page kept more than 240 MB on disk.'],
  ];
  const demos = await Promise.all(pages.map(([path]) => service.createDemo(`${site.url}${path}`)));
  const ended = await Promise.all(demos.map(({ id }) => service.settled(id, 170_000)));
  expect(ended.map(({ status, error }) => [status, error])).toEqual(
    pages.map(([, sentence]) => ['failed', sentence]),
  );
  // None was tried again.
  expect(site.requests.sort()).toEqual(pages.map(([path]) => path).sort());
  expect(await accountOf(service)).toMatchObject({ used: 0, balance: 0 });
  await until(async () => (await processesWith(join(service.dataDir, 'tmp'))).length === 0, 5_000);
});

test('a page that takes more processor time than it may fails with a sentence that says so, and is not tried again', {
  timeout: 480_000,
}, async () => {
  const { id } = await strict.createDemo(`${site.url}/processor`);
  expect(await strict.settled(id, 170_000)).toMatchObject({
    status: 'failed',
    error: 'The page took more than 5 seconds of processor time.',
  });
  expect(site.requests.filter((path) => path === '/processor')).toHaveLength(1);
  expect(await accountOf(strict)).toMatchObject({ used: 0, balance: 0 });
  await until(async () => (await processesWith(join(strict.dataDir, 'tmp'))).length === 0, 5_000);
});
