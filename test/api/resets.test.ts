import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoView } from '../../src/domain/demos/views/demo-fields.ts';
import { findReset } from '../../src/domain/resets/resets.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { queueDemo, workerOf } from '../support/film.ts';

let api: TestApi;
let path: string;
let projectId: string;
beforeAll(async () => {
  api = await startApi();
  const project = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Labels', url: 'https://example.com/' },
  });
  projectId = (project.body as unknown as { id: string }).id;
  path = `/api/v1/projects/${projectId}/reset`;
});
afterAll(() => api?.stop());

const bodyOf = async (method: string, at = path, body?: object) =>
  (await api.request(method, at, body && { body })).body as unknown as Record<string, string>;

test('the first PUT makes the secret, later ones keep it, a rotation replaces it, and the project never shows it', async () => {
  const url = 'https://reset.example/back?token=opaque';
  const first = await bodyOf('PUT', path, { url });
  expect(first).toEqual({ url, method: 'POST', secret: expect.stringMatching(/^sr_reset_[\w-]{43}$/) });
  const moved = await bodyOf('PUT', path, { url, method: 'DELETE' });
  expect(moved).toEqual({ url, method: 'DELETE', secret: first.secret });
  expect(await bodyOf('GET')).toEqual(moved);
  const rotated = await bodyOf('POST', `${path}/rotate`);
  expect(rotated.secret).toMatch(/^sr_reset_/);
  expect(rotated.secret).not.toBe(first.secret);
  expect(await findReset(api.services, projectId)).toEqual({ url, method: 'DELETE', ...rotated });

  const project = await bodyOf('GET', `/api/v1/projects/${projectId}`);
  expect(project.reset).toEqual({ url, method: 'DELETE' });
  const stored = await api.services.sql`
    select data::text from events union all select row(project_resets.*)::text from project_resets`;
  const said = JSON.stringify([stored, project]);
  expect(said).toContain('reset.example');
  for (const secret of [first.secret!, rotated.secret!]) expect(said).not.toContain(secret);
});

test('it belongs to its owner alone', async () => {
  const other = await api.signUp();
  const ask = (method: string, at: string, body?: object) => other.request(method, at, body && { body });
  const answers = [
    await ask('PUT', path, { url: 'https://example.com/' }),
    await ask('GET', path),
    await ask('POST', `${path}/rotate`),
    await ask('DELETE', path),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('it goes when it is removed, and with its project', async () => {
  expect(await bodyOf('DELETE')).toEqual({ ok: true });
  expect((await bodyOf('GET', `/api/v1/projects/${projectId}`)).reset).toBeNull();
  await bodyOf('PUT', path, { url: 'https://example.com/reset' });
  await bodyOf('DELETE', `/api/v1/projects/${projectId}`);
  expect(await findReset(api.services, projectId)).toBeNull();
});

test('a demo whose film changed data warns until its project has a reset', async () => {
  const demo = await queueDemo(api);
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  await worker.plan();
  await worker.record();
  const step = { type: 'navigate' as const, url: 'https://example.com/' };
  const script = { title: 'Lend', steps: [step, { ...step, showreel: { writes: true as const } }] };
  await worker.publish({ video: Buffer.from('film') }, script);
  const read = async () => (await bodyOf('GET', `/api/v1/demos/${demo.id}`)) as unknown as DemoView;
  const { warnings, project_id } = await read();
  expect(warnings).toMatchObject([{ code: 'changes_data_without_reset' }]);
  const listed = await bodyOf('GET', `/api/v1/demos?project_id=${project_id}`);
  expect(listed.demos).toMatchObject([{ warnings }]);
  await bodyOf('PUT', `/api/v1/projects/${project_id}/reset`, { url: 'https://example.com/reset' });
  expect((await read()).warnings).toEqual([]);
});
