import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGeneration } from '../../src/domain/demos/jobs/generation.ts';
import { startApi, type TestApi } from '../support/api.ts';

const exported = (
  await readFile(new URL('../fixtures/flows/chrome-recorder.json', import.meta.url), 'utf8')
).replaceAll('https://kiln.example', 'https://app.example.com');

let api: TestApi;
let projectId: string;
beforeAll(async () => {
  api = await startApi();
  const project = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Kiln', url: 'https://example.com/' },
  });
  projectId = (project.body as unknown as { id: string }).id;
});
afterAll(() => api.stop());

const create = (action_script: unknown) =>
  api.request('POST', '/api/v1/demos', {
    body: { project_id: projectId, prompt: 'As recorded', action_script },
  });

describe('POST /demos with a script', () => {
  test.each([
    ['its JSON text', exported],
    ['the object', JSON.parse(exported)],
  ])('takes %s, and it is what will be filmed, on the page it begins with', async (_, given) => {
    const { status, body } = await create(given);
    expect(status).toBe(202);
    const job = await startGeneration(api.services, (body as unknown as { jobId: string }).jobId);
    expect(job).toMatchObject({ supplied: true, url: 'https://app.example.com/' });
    expect(JSON.stringify(job?.script)).toBe(JSON.stringify(JSON.parse(exported)));
  });

  test('answers 400 with the place in the script that cannot be played', async () => {
    const steps = [{ type: 'navigate', url: 'https://example.com/' }, { type: 'drag' }];
    const { status, body } = await create({ title: 'Closes', steps });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed' });
    expect((body as unknown as { error: string }).error).toMatch(
      /^`action_script\.steps\[1\]\.type` must be one of/,
    );
    expect((await create('{"title":')).body).toMatchObject({
      error: '`action_script` must be an object or its JSON text, but the text is no JSON.',
    });
    expect((await create(exported.replace(/"title": *"/, '$&\\ud83d'))).body).toMatchObject({
      code: 'validation_failed',
      error: '`action_script.title` must be valid Unicode text without the NUL character.',
    });
  });

  test('answers 400 where it leaves the project’s site, and nothing is charged', async () => {
    const before = await api.request('GET', '/api/v1/usage');
    const { status, body } = await create({
      title: 'Away',
      steps: [{ type: 'navigate', url: 'https://elsewhere.example/' }],
    });
    expect(status).toBe(400);
    expect((body as unknown as { error: string }).error).toBe(
      "`action_script.steps[0].url` must be on the project's site (example.com), but it is on elsewhere.example.",
    );
    expect((await api.request('GET', '/api/v1/usage')).body).toEqual(before.body);
  });
});
