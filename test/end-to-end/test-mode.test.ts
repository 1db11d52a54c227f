import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoDetail } from '../../src/domain/demos/views/demo-fields.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { until } from '../support/within.ts';
import { accountOf, startService, type TestService } from './service.ts';

let service: TestService;
let receiver: WebhookReceiver;
let key: string;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startService({ role: 'all', credits: 5 }), startReceiver()]);
  const made = await service.request('POST', '/api/v1/api-keys', { type: 'test', name: 'Integration' });
  key = (made.body as { key: string }).key;
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

async function ask(method: string, path: string, body?: object) {
  const answer = await fetch(`${service.baseUrl}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}
const settled = (id: string) =>
  until(
    async () => {
      const { latestJob, ...demo } = (await ask('GET', `/demos/${id}`)).body as unknown as DemoDetail;
      return latestJob?.status === 'queued' || latestJob?.status === 'running' ? null : demo;
    },
    180_000,
    100,
  );

test('a test key films the sample site with a watermark, costs nothing, sends webhooks, and stays apart', {
  timeout: 600_000,
}, async () => {
  expect(key).toMatch(/^sr_test_/);
  expect((await ask('POST', '/webhook-endpoints', { url: receiver.url })).status).toBe(201);
  // A page that nobody can reach: it is named, and not filmed.
  const project = await ask('POST', '/projects', { name: 'Mine', url: 'https://nowhere.invalid/' });
  const wish = { project_id: project.body.id, resolution: '1080p', duration_target: '30s' };
  const created = await ask('POST', '/demos', { ...wish, prompt: 'Show the pricing' });
  expect(created.status).toBe(202);
  const id = created.body.id! as string;
  const demo = await settled(id);
  expect(demo).toMatchObject({ status: 'ready', version: 1, error: null, title: 'The sample site' });
  expect(demo.duration_ms).toBeLessThan(6500);
  const [video] = (await service.media(id)).filter((path) => path.endsWith('.mp4'));
  // White words on a dark plate differ by 211 here.
  const contrast = await contrastIn(join(service.dataDir, 'media/demos', id, video!));
  expect(contrast).toBeGreaterThan(80);

  const failing = await ask('POST', '/demos', { ...wish, prompt: 'Show it, test:fail' });
  expect((await settled(failing.body.id! as string)).status).toBe('failed');
  await ask('POST', `/demos/${id}/refresh`);
  expect(await settled(id)).toMatchObject({ status: 'ready', version: 1 });
  await ask('PATCH', `/demos/${id}`, { prompt: 'Show the pricing, test:change' });
  await ask('POST', `/demos/${id}/refresh`);
  expect(await settled(id)).toMatchObject({ status: 'ready', version: 2 });

  await receiver.arrived(4);
  expect(receiver.taken().map(({ type, livemode }) => [type, livemode])).toEqual([
    ['demo.ready', false],
    ['demo.failed', false],
    ['demo.unchanged', false],
    ['demo.refreshed', false],
  ]);
  expect(await accountOf(service)).toMatchObject({ balance: 5, used: 0, transactions: expect.any(Array) });

  // What is of test mode is nowhere else, and the other way round.
  expect((await service.request('GET', '/api/v1/demos')).body).toMatchObject({ demos: [] });
  expect((await service.request('GET', '/api/v1/webhook-endpoints')).body).toMatchObject({ endpoints: [] });
  expect((await service.request('GET', `/api/v1/demos/${id}`)).status).toBe(404);
  const live = await service.request('POST', '/api/v1/projects', {
    name: 'Live',
    url: 'https://example.com/',
  });
  const { id: liveProject } = live.body as { id: string };
  expect((await ask('GET', `/projects/${liveProject}`)).status).toBe(404);
  expect((await ask('GET', '/demos')).body.demos).toHaveLength(2);
  for (const [method, path, body] of [
    ['POST', '/api-keys', {}],
    ['GET', '/credits'],
    ['POST', '/credits/purchase', { packId: '5' }],
    ['POST', '/demos/preview', { project_id: project.body.id, prompt: 'Show it' }],
    ['POST', '/embed/generate', { project_id: project.body.id }],
  ] as const)
    expect([path, await ask(method, path, body)]).toMatchObject([
      path,
      { status: 403, body: { code: 'test_key' } },
    ]);
});

/** How much the luma differs where the words of the watermark are, in the second half of a film. */
async function contrastIn(path: string): Promise<number> {
  const crop = 'crop=150:20:iw-190:ih-50,format=gray';
  const args = ['-v', 'error', '-ss', '3', '-i', path, '-frames:v', '1', '-vf', crop, '-f', 'rawvideo', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer' });
  return Math.max(...stdout) - Math.min(...stdout);
}
