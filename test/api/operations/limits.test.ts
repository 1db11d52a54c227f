import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  at,
  hold,
  isTrueOrFalse,
  named,
  notNumber,
  notText,
  oneOf,
  smiles,
  textOf,
  x,
} from '../../support/edges.ts';
import { publishDemo } from '../../support/film.ts';
import { announce, keyed, read } from '../../support/operation.ts';

/**
 * Written from the table "Limits" of `interface.md` and from `decisions.md`, and not from our code. A value at a limit is
 * accepted. A value beyond it is a 400 that names its path.
 */
let api: TestApi;
let projectId: string;
let demoId: string;
let wish: { project_id: string; prompt: string };

beforeAll(async () => {
  api = await startApi();
  const body = { name: 'Example', url: 'https://example.com/' };
  projectId = read(await api.request('POST', '/api/v1/projects', { body })).body.id!;
  demoId = (await publishDemo(api, { video: Buffer.from('film') })).id;
  wish = { project_id: projectId, prompt: 'x' };
});
afterAll(() => api?.stop());

const post = (path: string, body: object, headers = {}) => api.request('POST', path, { body, headers });
const patchProject = (body: object) => api.request('PATCH', `/api/v1/projects/${projectId}`, { body });
const patchDemo = (body: object) => api.request('PATCH', `/api/v1/demos/${demoId}`, { body });
const site = { name: 'Example', url: 'https://example.com/' };
const url = (length: number) => `https://example.com/${x(length - 20)}`;

describe('bodies', () => {
  const projects = [
    textOf('name', 1, 100),
    {
      path: 'url',
      good: [url(2048), 'http://localhost:3000/'],
      bad: ['', 'example.com', '/', null, ...notText],
    },
    oneOf('viewport', 'desktop', 'mobile', 'tablet'),
  ];
  test.each(named(projects))('POST /projects: %s', (path, limit) =>
    hold(limit, (value) => post('/api/v1/projects', { ...site, ...at(path, value) })),
  );
  test.each(named([...projects, oneOf('refresh_schedule', 'manual', 'daily', 'weekly', 'on-deploy')]))(
    'PATCH /projects/{id}: %s',
    (path, limit) => hold(limit, (value) => patchProject(at(path, value))),
  );

  test.each(
    named([
      textOf('prompt', 1, 500),
      { path: 'project_id', good: [], bad: ['', null, ...notText] },
      oneOf('format', 'mp4', 'webm'),
      oneOf('resolution', '720p', '1080p'),
      oneOf('duration_target', '5s', '10s', '30s'),
      oneOf('mode', 'script', 'agent'),
    ]),
  )('POST /demos: %s', (path, limit) =>
    hold(limit, (value) => post('/api/v1/demos', { ...wish, ...at(path, value) })),
  );
  test.each(named([textOf('prompt', 1, 500), textOf('context', 0, 2000)]))(
    'PATCH /demos/{id}: %s',
    (path, limit) => hold(limit, (value) => patchDemo(at(path, value))),
  );

  const domains = (count: number, length = 11) =>
    Array.from({ length: count }, (_, n) => `${String(n).padStart(2, '0')}${domain(length - 2)}`);
  test.each(
    named([
      textOf('name', 1, 100),
      oneOf('type', 'live', 'publishable'),
      { path: 'project_id', good: [], bad: ['', ...notText] },
      {
        path: 'allowed_domains',
        good: [domains(1), domains(20), [domain(252)], [domain(253)]],
        bad: [domains(21), [domain(254)], [''], [null], [7], 'example.com', {}],
      },
    ]),
  )('POST /api-keys: %s', (path, limit) =>
    hold(limit, (value) => post('/api/v1/api-keys', { type: 'publishable', ...at(path, value) })),
  );

  test.each(
    named([
      textOf('prompt', 1, 500),
      textOf('section', 1, 120),
      textOf('context.title', 0, 200),
      textOf('context.description', 0, 500),
      {
        path: 'context.headings',
        good: [[], ['x', x(200)], [smiles(200)]],
        bad: [[x(201)], ['x', smiles(201)], [7], [null], 'x', {}, null],
      },
      { path: 'context.url', good: ['https://example.com/a'], bad: ['', 'nonsense', null, 7] },
      { path: 'context', good: [{}], bad: [null, 'x', 7, []] },
      { path: 'template', good: ['auto', 'cinematic', 'no such template'], bad: [null, 7] },
      { path: 'presentation', good: [{}], bad: [null, 'x', 7, []] },
    ]),
  )('POST /embed/generate: %s', (path, limit) =>
    hold(limit, (value) => post('/api/v1/embed/generate', { project_id: projectId, ...at(path, value) })),
  );

  test('POST /credits/purchase: packId', () =>
    hold({ path: 'packId', good: ['5', '20', '50', '100'], bad: ['10', '', '05', null, 5, 20] }, (packId) =>
      post('/api/v1/credits/purchase', { packId }),
    ));
  test.each(
    named([
      { path: 'packId', good: ['5', '20', '50', '100'], bad: ['10', '', null, 20] },
      { path: 'threshold', good: [0, 1, 999, 1000], bad: [-1, 1001, 0.5, null, ...notNumber] },
      isTrueOrFalse('enabled'),
    ]),
  )('PUT /credits/auto-topoff: %s', (path, limit) =>
    hold(limit, (value) => {
      const body = { enabled: false, packId: '20', ...at(path, value) };
      return api.request('PUT', '/api/v1/credits/auto-topoff', { body });
    }),
  );

  test('POST /device/code: scope', () =>
    hold({ path: 'scope', good: ['write'], bad: ['read', '', 'write read', null, 7] }, (scope) =>
      post('/api/v1/device/code', { client_name: 'CI', scope }),
    ));
});

const domain = (length: number) => {
  const labels = `${`${x(61)}.`.repeat(4)}`.slice(0, Math.max(0, length - 8));
  return `${labels.replace(/\.$/, 'x').padEnd(length - 8, 'x')}.example`.slice(-length);
};

describe('queries', () => {
  const get = (path: string, query: object) =>
    api.request('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`);
  const limits = {
    path: 'limit',
    good: ['1', '2', '99', '100'],
    bad: ['0', '101', '-1', '1.5', '', 'x', 'null', '1e2', ' 1'],
  };
  test.each(['/projects', '/demos', '/api-keys', '/credits/transactions'])('GET %s: limit', (path) =>
    hold(limits, (limit) => get(`/api/v1${path}`, { limit })),
  );
  test('GET /demos/{id}/events: limit', () =>
    hold(limits, (limit) => get(`/api/v1/demos/${demoId}/events`, { limit })));
  test.each(['/projects', '/demos', '/api-keys', '/credits/transactions'])('GET %s: cursor', (path) =>
    hold({ path: 'cursor', good: [], bad: ['', 'x', 'MTp4', x(201)] }, (cursor) =>
      get(`/api/v1${path}`, { cursor }),
    ),
  );

  test('without a limit it is fifty', async () => {
    const made = Array.from({ length: 51 }, () => post('/api/v1/projects', site));
    await Promise.all(made);
    const { body } = await api.request('GET', '/api/v1/projects');
    const { projects, next_cursor } = body as unknown as { projects: object[]; next_cursor: string | null };
    expect([projects.length, typeof next_cursor]).toEqual([50, 'string']);
  });

  // A query that is accepted leads to the next check, where the missing length is reported.
  const uploading = (query: Record<string, string>) =>
    announce(api, `/api/v1/demos/local-upload?${new URLSearchParams({ ...wish, ...query })}`, {
      'Content-Type': 'video/mp4',
    }).then(({ status, body }) => ({ status: status === 411 ? 200 : status, body: { error: body.error! } }));
  test.each(
    named([
      { ...textOf('prompt', 1, 500), bad: ['', x(501), smiles(501)] },
      { ...textOf('title', 1, 200), bad: ['', x(201), smiles(201)] },
      {
        path: 'duration_ms',
        good: ['0', '1', '3599999', '3600000', 'null', ''],
        bad: ['-1', '3600001', '0.5', 'x', '1e3'],
      },
      { path: 'format', good: ['mp4', 'webm'], bad: ['', 'avi', 'MP4'] },
      { path: 'project_id', good: ['x'], bad: [''] },
    ]),
  )('POST /demos/local-upload: %s', (path, limit) =>
    hold(limit, (value) => uploading({ [path]: String(value) })),
  );
});

describe('headers', () => {
  test('Idempotency-Key: 1 to 255 characters', async () => {
    for (const [key, status] of [
      ['', 400],
      ['x', 201],
      [x(254), 201],
      [x(255), 201],
      [x(256), 400],
    ] as const) {
      const answer = await post('/api/v1/projects', site, keyed(key));
      expect([key.length, answer.status]).toEqual([key.length, status]);
      if (status === 400) expect(answer.body.error).toContain('Idempotency-Key');
    }
  });

  const mebibyte = 2 ** 20;
  test.each([
    ['thumbnail', 'image/png', 5 * mebibyte],
    ['gif', 'image/gif', 25 * mebibyte],
  ])('the size of a %s', async (type, contentType, most) => {
    const path = `/api/v1/demos/demo_unknown/local-assets?type=${type}`;
    const send = (length: number) =>
      announce(api, path, { 'Content-Type': contentType, 'Content-Length': String(length) });
    // At the limit the length is accepted, and the next check looks for the demo.
    for (const [length, status] of [
      [most - 1, 404],
      [most, 404],
      [most + 1, 413],
    ] as const)
      expect([length, (await send(length)).status]).toEqual([length, status]);
  });

  test('the size of a video: 200 MB', async () => {
    const path = '/api/v1/demos/local-upload?project_id=proj_unknown&prompt=x';
    for (const [length, status] of [
      [200 * mebibyte, 404],
      [200 * mebibyte + 1, 413],
    ] as const) {
      const headers = { 'Content-Type': 'video/mp4', 'Content-Length': String(length) };
      expect([length, (await announce(api, path, headers)).status]).toEqual([length, status]);
    }
  });
});
