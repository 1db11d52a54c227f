import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/within.ts';
import { processesWith } from './process.ts';
import { accountOf, startService, type TestService, watch } from './service.ts';
import { startSite, type TestSite } from './site.ts';

let site: TestSite;
let service: TestService;

beforeAll(async () => {
  site = await startSite();
  service = await startService({ role: 'all', settings: { SHOWREEL_CONCURRENCY: '4' } });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

describe('a page that cannot be recorded', () => {
  test('makes its demo fail with a sentence that says why. The cost is given back, and nothing is left', {
    timeout: 600_000,
  }, async () => {
    const pages: [url: string, sentence: RegExp][] = [
      [`${site.url}/never`, /did not finish loading within 20 seconds/],
      ['http://no-such-host.invalid/', /could not be found: there is no address for no-such-host\.invalid/],
      [site.refusedUrl, /refuses connections/],
      [site.tlsUrl, /security certificate/],
      [`${site.url}/missing`, /answered with status 404 \(Not Found\)/],
      [`${site.url}/broken`, /answered with status 500 \(Internal Server Error\)/],
      [`${site.url}/report.pdf`, /does not lead to a web page/],
      ['http://10.0.0.1/', /may not be recorded/],
    ];
    const demos = await Promise.all(pages.map(([url]) => service.createDemo(url)));
    for (const [index, demo] of demos.entries()) {
      const { messages, code } = await watch(demo.wsUrl);
      const settled = await service.settled(demo.id, 10_000);
      expect(settled).toMatchObject({ status: 'failed', video_key: null });
      expect(settled.error).toMatch(pages[index]![1]);
      expect(JSON.parse(settled.recording_log ?? 'null')).toMatchObject([
        { step: 0, type: 'navigate', startMs: 0, status: 'failed', message: settled.error },
      ]);
      expect(settled.latestJob).toMatchObject({ status: 'failed', error: settled.error });
      expect(code).toBe(1000);
      expect(messages.at(-1)).toMatchObject({ status: 'failed', message: settled.error });
      expect(await service.media(demo.id)).toEqual([]);
    }
    // These figures are from the events of the ledger, since the first demos may have failed before the last is created.
    expect(await allowanceEvents()).toEqual({ AllowanceUsed: pages.length, AllowanceReturned: pages.length });
    expect(await accountOf(service)).toMatchObject({ used: 0, balance: 0 });
    await nothingLeft();
    // The page is asked again where the fault can pass, and not where it cannot.
    const asked = (path: string) => site.requests.filter((url) => url === path).length;
    const requests = Object.fromEntries(
      ['/missing', '/report.pdf', '/never'].map((path) => [path, asked(path)]),
    );
    expect(requests).toEqual({ '/missing': 1, '/report.pdf': 1, '/never': 2 });
  });
});

async function allowanceEvents(): Promise<Record<string, number>> {
  const rows = await service.services.sql<{ type: string; count: number }[]>`
    select type, count(*)::int as count from events where type like 'Allowance%ed' and type <> 'AllowanceOpened'
    group by type`;
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

/** The outcome is reported first. Right after it, the folder of the run and its job in the queue are removed. */
async function nothingLeft(): Promise<void> {
  const folder = join(service.dataDir, 'tmp');
  await until(async () => (await queuedJobs()) === 0, 20_000);
  await until(async () => (await filesOfRuns(folder)).length === 0, 20_000);
  await until(async () => (await processesWith(folder)).length === 0, 20_000);
}

const queuedJobs = async () => (await service.services.sql`select from graphile_worker.jobs`).length;

async function filesOfRuns(folder: string): Promise<string[]> {
  const workers = await readdir(folder);
  return (await Promise.all(workers.map((worker) => readdir(join(folder, worker))))).flat();
}
