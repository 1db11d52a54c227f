import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AccountMessage } from '../../../src/api/progress/account-hub.ts';
import { reportProgress } from '../../../src/domain/demos/jobs/progress.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo, queueDemo, workerOf } from '../../support/film.ts';

let api: TestApi;
const opened: WebSocket[] = [];
beforeAll(async () => {
  api = await startApi();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
afterAll(() => api?.stop());

/** Resolves as soon as the caller is let in, or with the status of the refusal. */
async function watch(headers: Record<string, string>) {
  const socket = new WebSocket(`${api.baseUrl.replace('http', 'ws')}/api/ws`, { headers });
  opened.push(socket);
  const messages: AccountMessage[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const status = await new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode!));
    socket.on('error', () => {});
  });
  return { status, messages };
}
const byKey = () => ({ Authorization: `Bearer ${api.key}` });

test('a key and a session of the same site are let in, and nobody else', async () => {
  const { cookie } = await api.signUp();
  expect((await watch(byKey())).status).toBe(101);
  expect((await watch({ cookie, origin: api.baseUrl })).status).toBe(101);
  expect((await watch({ cookie, origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await watch({})).status).toBe(401);
  expect((await watch({ 'X-API-Key': await api.publishableKey() })).status).toBe(401);
  expect((await fetch(`${api.baseUrl}/api/ws`, { headers: byKey() })).status).toBe(426);
});

test('the owner of a demo is told of every change and of its progress, and nobody else is', async () => {
  const [{ messages }, { messages: told }] = await Promise.all([
    watch(byKey()),
    watch({ cookie: (await api.signUp()).cookie, origin: api.baseUrl }),
  ]);
  const demo = await queueDemo(api);
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  const { id: demoId, jobId } = demo;
  await reportProgress(api.services, { demoId, jobId, step: 'recording', progress: 0.5, message: 'Half' });
  const seen = { type: 'changed', subject: 'demo', id: demoId };
  await expect.poll(() => messages).toContainEqual(seen);
  await expect.poll(() => messages).toContainEqual(expect.objectContaining({ demoId, progress: 0.5 }));
  expect(messages).toContainEqual({
    type: 'changed',
    subject: 'project',
    id: expect.stringMatching(/^proj_/),
  });
  messages.length = 0;
  await api.request('DELETE', `/api/v1/demos/${demoId}`);
  await expect.poll(() => messages).toContainEqual(seen);
  // What the running film cost was given back.
  await expect.poll(() => messages).toContainEqual({ type: 'changed', subject: 'credits', id: null });
  expect(told.filter((one) => one.type === 'progress' || one.subject === 'demo')).toEqual([]);
});

test('keys, credits and the parts of a project are told as what they belong to', async () => {
  const { id } = await publishDemo(api, { video: Buffer.from('film') });
  const { body } = await api.request('GET', `/api/v1/demos/${id}`);
  const projectId = (body as unknown as { project_id: string }).project_id;
  const { messages } = await watch(byKey());
  const isTold = (subject: string, id: unknown) =>
    expect.poll(() => messages).toContainEqual({ type: 'changed', subject, id });
  await api.request('POST', '/api/v1/credits/purchase', { body: { packId: '5' } });
  await isTold('credits', null);
  const key = await api.request('POST', '/api/v1/api-keys', { body: {} });
  await isTold('key', (key.body as unknown as { id: string }).id);
  messages.length = 0;
  await api.request('PUT', `/api/v1/projects/${projectId}/login`, { body: { mask_selectors: ['.a'] } });
  await isTold('project', projectId);
  messages.length = 0;
  await api.request('PUT', `/api/v1/projects/${projectId}/reset`, { body: { url: 'https://example.com/' } });
  await isTold('project', projectId);
});
