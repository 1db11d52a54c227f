import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until, within } from '../support/within.ts';
import { processesWith } from './process.ts';
import { accountOf, startService, type TestService } from './service.ts';
import { startSite, type TestSite } from './site.ts';

let site: TestSite;
let service: TestService;

beforeAll(async () => {
  site = await startSite();
  service = await startService({ role: 'all', settings: { SHOWREEL_JOB_DEADLINE_SEC: '10' } });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

test('a job that is not done by its deadline fails with a sentence that says so, and its cost is given back', async () => {
  const created = await service.createDemo(`${site.url}/never`);
  const demo = await within(16_000, () => service.settled(created.id, 60_000));
  expect(demo).toMatchObject({ status: 'failed' });
  expect(demo.error).toMatch(/not done in time. It took longer than 10 seconds/);
  expect(await accountOf(service)).toMatchObject({ used: 0 });
  await until(async () => (await processesWith(join(service.dataDir, 'tmp'))).length === 0, 5000);
});
