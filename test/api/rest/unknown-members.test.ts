import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestAnswer, type TestApi } from '../../support/api.ts';
import { makeFootage } from '../../support/footage.ts';
import { keyed } from '../../support/operation.ts';

let api: TestApi;
let projectId: string;
beforeAll(async () => {
  api = await startApi();
  projectId = String((await post('/projects', { name: 'Site', url: 'https://example.com/' })).body.id);
});
afterAll(() => api?.stop());

const post = (path: string, body: object, headers = {}) =>
  api.request('POST', `/api/v1${path}`, { body, headers });
const warningsOf = ({ body }: TestAnswer) => body.warnings as unknown;
const ignored = (name: string, likely?: string) => ({
  code: 'unknown_member',
  message: `\`${name}\` is not known here and was ignored.${likely ? ` Did you mean \`${likely}\`?` : ''}`,
});

test('unknown members are ignored, and named with the likely one', async () => {
  const made = await post('/projects', {
    name: 'Site',
    url: 'https://example.com/',
    viewprt: 'mobile',
    colour: 1,
  });
  expect([made.status, made.body.viewport]).toEqual([201, 'desktop']);
  expect(warningsOf(made)).toEqual([ignored('viewprt', 'viewport'), ignored('colour')]);
});

test('a member that was given is not proposed again', async () => {
  const given = { name: 'Site', url: 'https://example.com/', viewport: 'mobile', viewprt: 'x' };
  expect(warningsOf(await post('/projects', given))).toEqual([ignored('viewprt')]);
});

test('where all members are known, there is no such member in the answer', async () => {
  const made = await post('/demos', { project_id: projectId, prompt: 'Show the prices' });
  expect(Object.keys(made.body)).toEqual(['id', 'status', 'jobId', 'pollUrl', 'wsUrl']);
});

test('within objects too, but not in what keeps its unknown members', async () => {
  const context = { ulr: 'https://example.com/', title: 'Prices' };
  const shown = await post('/embed/generate', { project_id: projectId, context });
  expect(warningsOf(shown)).toEqual([ignored('context.ulr', 'context.url')]);
  const script = {
    title: 'Ours',
    steps: [{ type: 'navigate', url: 'https://example.com/', extra: 1 }],
    more: 2,
  };
  const filmed = await post('/demos', {
    projectId,
    project_id: projectId,
    prompt: 'x',
    action_script: script,
  });
  expect([filmed.status, warningsOf(filmed)]).toEqual([202, [ignored('projectId')]]);
});

test('the warnings of a demo come first', async () => {
  const { body } = await post('/demos', { project_id: projectId, prompt: 'x' });
  const path = `/api/v1/demos/${body.id}`;
  const edited = await api.request('PATCH', path, { body: { promt: 'Other words' } });
  expect(warningsOf(edited)).toEqual([ignored('promt', 'prompt')]);
  expect((await api.request('GET', path)).body.warnings).toEqual([]);
});

test('filters of a list; other reads have no input and warn of nothing', async () => {
  const listed = await api.request('GET', `/api/v1/demos?projct_id=${projectId}`);
  expect(warningsOf(listed)).toEqual([ignored('projct_id', 'project_id')]);
  expect(Object.keys((await api.request('GET', '/api/v1/usage?x=1')).body)).not.toContain('warnings');
});

test('the query of an upload', async () => {
  const film = { body: (await makeFootage()).mp4, headers: { 'Content-Type': 'video/mp4' } };
  const path = `/api/v1/demos/local-upload?project_id=${projectId}&prompt=x&titel=Ours`;
  const uploaded = await api.request('POST', path, film);
  expect([uploaded.status, warningsOf(uploaded)]).toEqual([201, [ignored('titel', 'title')]]);
});

test('a repeated request gets the same warnings', async () => {
  const wish = { project_id: projectId, prompt: 'Once', durationTarget: '5s' };
  const first = await post('/demos', wish, keyed('warned'));
  const again = await post('/demos', wish, keyed('warned'));
  expect(warningsOf(first)).toEqual([ignored('durationTarget', 'duration_target')]);
  expect(again.body).toEqual(first.body);
});

test('at most ten are named, shortened, and never their values', async () => {
  const names = Array.from({ length: 50 }, (_, n) => `${n}${'x'.repeat(500)}`);
  const many = Object.fromEntries(names.map((name) => [name, 'sr_live_secret']));
  const made = await post('/projects', { name: 'Site', url: 'https://example.com/', ...many });
  expect([made.status, made.body.warnings]).toEqual([201, expect.objectContaining({ length: 10 })]);
  expect(made.text).not.toContain('sr_live_secret');
  expect(made.text.length).toBeLessThan(3000);
});
