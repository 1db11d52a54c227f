import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Greenhouse, serveGreenhouse, writeKinds } from '../support/greenhouse.ts';
import { startService, type TestService } from './service.ts';

let app: Greenhouse;
let service: TestService;
beforeAll(async () => {
  app = await serveGreenhouse();
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await app?.close();
});

test('a demo writes once what its prompt asks for', { timeout: 480_000 }, async () => {
  const prompt = 'press save and open the gauges';
  const { id } = await service.createDemo(`${app.url}/`, {
    prompt,
    duration_target: '5s',
    resolution: '720p',
  });
  expect(await service.settled(id, 80_000)).toMatchObject({ status: 'ready', error: null });
  const once = writeKinds.map((kind) => [kind, kind === 'fetch PUT' ? 0 : 1]);
  expect(app.writes).toMatchObject(Object.fromEntries(once));
});
