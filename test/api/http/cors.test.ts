import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { testBrowser } from '../../support/browser.ts';
import { html, serveSite } from '../../support/site.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    config: { publicUrl: null, limits: { enabled: true, readsPerMinute: 3, writesPerMinute: 100 } },
  });
});
afterAll(() => api?.stop());

const Origin = 'https://shop.example';
const corsOf = (headers: Headers) => [...headers].filter(([name]) => name.startsWith('access-control-'));
/** Routes whose credential is a cookie, and routes that pages of another origin have no use for. */
const isForSessions = (url: string) => /^\/api\/(auth|v1\/device)(\/|$)/.test(url);
const isOpen = (url: string) =>
  (/^\/api\/v1\//.test(url) && !isForSessions(url)) ||
  /^\/(video|thumb|gif|snapshot|backgrounds|sdk\.js|oembed)/.test(url);
const addressOf = (url: string) => url.replaceAll(/:\w+/g, 'x').replace('*', 'sign-in/email');

describe('OPTIONS', () => {
  test('answers 204 with Allow on every route', async () => {
    const routes = api.app.routes().filter(({ url }) => !url.includes('/ws/'));
    expect(routes.length).toBeGreaterThan(30);
    for (const { url, method } of routes) {
      const answer = await api.request('OPTIONS', addressOf(url), { key: null });
      expect([url, answer.status, answer.text]).toEqual([url, 204, '']);
      expect(answer.headers.get('allow')?.split(', '), url).toEqual(
        expect.arrayContaining([method, 'OPTIONS']),
      );
    }
  });

  test('lets a page send what the API takes, and nothing where a session decides', async () => {
    for (const { url, method } of api.app.routes().filter(({ url }) => !url.includes('/ws/'))) {
      const { headers } = await api.request('OPTIONS', addressOf(url), {
        key: null,
        headers: { Origin, 'Access-Control-Request-Method': method },
      });
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      if (!isOpen(url)) {
        expect(corsOf(headers), url).toEqual([]);
        continue;
      }
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
      const accepted = headers.get('access-control-allow-headers')?.split(', ');
      expect(accepted).toEqual(
        expect.arrayContaining(['X-API-Key', 'Authorization', 'Content-Type', 'Idempotency-Key']),
      );
    }
  });

  test('does not count against a limit and needs no credential', async () => {
    for (let i = 0; i < 5; i++) expect((await api.request('OPTIONS', '/api/v1/projects')).status).toBe(204);
  });

  test('of nothing is a 404', async () => {
    expect((await api.request('OPTIONS', '/api/v1/nothing')).status).toBe(404);
  });
});

describe('a page of another origin', () => {
  test('can read successes and refusals, with the headers that explain them', async () => {
    const seen = [];
    for (const [path, key] of [
      ['/api/v1/projects', api.key],
      ['/api/v1/projects', null],
      ['/api/v1/demos/demo_x', api.key],
      ['/api/v1/demos?limit=0', api.key],
      ['/api/v1/projects', api.key],
      ['/api/v1/nothing', null],
      ['/api/v1/%ff', null],
      ['/video/demo_x.mp4', null],
    ] as const) {
      const { status, headers } = await api.request('GET', path, { key, headers: { Origin } });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      const exposed = headers.get('access-control-expose-headers')?.split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining(['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'Retry-After']),
      );
      seen.push(status);
    }
    expect(seen).toEqual([200, 401, 404, 400, 429, 404, 400, 404]);
  });

  test('in a real browser: calls with a key, reads the refusal, and never gets anything with cookies', async () => {
    const [browser, site] = await Promise.all([testBrowser(), serveSite('docs', { '/': html('Shop') })]);
    try {
      const page = await browser.page();
      await page.goto(`${site.url}/`);
      const heard = await page.evaluate(async (base: string) => {
        const tell = async (path: string, init: RequestInit) => {
          try {
            const answer = await fetch(`${base}${path}`, init);
            const { code } = (await answer.json()) as { code?: string };
            return [answer.status, code ?? null, answer.headers.get('x-request-id')?.slice(0, 4) ?? null];
          } catch {
            return 'blocked';
          }
        };
        const headers = {
          'X-API-Key': 'sr_live_wrong',
          'Content-Type': 'application/json',
          'Idempotency-Key': 'a',
        };
        return [
          await tell('/api/v1/projects', { method: 'POST', headers, body: '{}' }),
          await tell('/api/v1/plans', { credentials: 'include' }),
          await tell('/api/v1/openapi.json', {}),
        ];
      }, api.baseUrl);
      expect(heard).toEqual([[401, 'unauthorized', 'req_'], 'blocked', [200, null, 'req_']]);
    } finally {
      await Promise.all([browser.close(), site.close()]);
    }
  });
});
