import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from './process.ts';
import { startService, type TestService } from './service.ts';
import { startSite, type TestSite } from './site.ts';

let site: TestSite;
let service: TestService;

beforeAll(async () => {
  site = await startSite();
  service = await startService({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

test('pages of the machine itself are refused where nobody says that the service is on loopback alone', async () => {
  // A worker itself listens nowhere. For a worker, HOST says where the service to which it belongs can be reached. It is not set here.
  const worker = startProcess({ ...service.settings, SHOWREEL_ROLE: 'worker' });
  try {
    await worker.says('waiting for jobs');
    const created = await service.createDemo(`${site.url}/`);
    const demo = await service.settled(created.id, 20_000);
    expect(demo).toMatchObject({ status: 'failed' });
    expect(demo.error).toMatch(/may not be recorded/);
    expect(site.requests).toEqual([]);
  } finally {
    await worker.end('SIGTERM');
  }
});
