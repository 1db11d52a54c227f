import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { likelyName } from '../../../src/api/http/likely-name.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

describe('the 404 of an unknown path says which path was meant', () => {
  test.each([
    ['/api/demos', '/api/v1/demos'],
    ['/api/v2/demos/demo_x', '/api/v1/demos/demo_x'],
    ['/projects/', '/api/v1/projects'],
    ['/v1/usage', '/api/v1/usage'],
    ['/api/v1/projects/', '/api/v1/projects'],
    ['/api/v1/demos//refresh', '/api/v1/demos/{id}/refresh'],
    ['/api/v1/demo/demo_x', '/api/v1/demos/demo_x'],
    ['/api/v1/api_keys', '/api/v1/api-keys'],
    ['/api/v1/embed/generat', '/api/v1/embed/generate'],
    ['/api/auth/sign-in/emial', '/api/auth/sign-in/email'],
  ])('%s: %s', async (path, meant) => {
    for (const key of [api.key, null]) {
      const answer = await api.request('POST', path, { key });
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found']);
      expect(answer.body.error).toContain(`Did you mean \`${meant}\`?`);
    }
  });

  test.each(['/nowhere', '/api', '/api/v1/nothing-like-it', `/api/v1/${'demos'.repeat(40)}`])(
    '%s: where the paths are listed',
    async (path) => {
      const answer = await api.request('GET', path);
      expect(answer.status).toBe(404);
      expect(answer.body.error).toContain('`/docs` lists them');
    },
  );
});

describe('the likely name', () => {
  const known = ['name', 'url', 'viewport', 'refresh_schedule', 'project_id', 'duration_target'];
  test.each([
    ['viewprt', 'viewport'],
    ['projectId', 'project_id'],
    ['Refresh-Schedule', 'refresh_schedule'],
    ['duration', 'duration_target'],
    ['nmae', 'name'],
    ['id', null],
    ['__proto__', null],
    ['', null],
    ['v'.repeat(100_000), null],
  ])('%s: %s', (written, meant) => expect(likelyName(written, known)).toBe(meant));
});
