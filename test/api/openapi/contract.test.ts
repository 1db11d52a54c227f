import { createCanvas } from '@napi-rs/canvas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedClock } from '../../../src/clock.ts';
import { startApi, type TestAnswer, type TestApi } from '../../support/api.ts';
import { publishDemo, queueDemo } from '../../support/film.ts';
import { makeFootage } from '../../support/footage.ts';

const clock = fixedClock('2026-05-01T10:00:00Z');
let api: TestApi;
let check: (method: string, path: string, answer: TestAnswer) => void;
let operations: string[];

beforeAll(async () => {
  api = await startApi({ clock });
  const document = (await api.request('GET', '/api/v1/openapi.json')).body as never as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'document');
  operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  const pointer = (...parts: string[]) =>
    parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  check = (method, path, answer) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    const response = operation?.responses[answer.status] as { $ref?: string } | undefined;
    expect(response, `${method} ${path} does not document ${answer.status}: ${answer.text}`).toBeDefined();
    const place =
      response!.$ref?.slice(1) ??
      pointer('paths', path, method.toLowerCase(), 'responses', `${answer.status}`);
    const $ref = `document#${encodeURI(place)}${pointer('content', 'application/json', 'schema')}`;
    const validate = ajv.compile({ $ref });
    expect(validate(answer.body), `${method} ${path}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  };
});
afterAll(() => api?.stop());

/** Sends a request and checks the answer against the document. @param template the path as in the document. */
async function ask(
  method: string,
  template: string,
  params: Record<string, string> = {},
  options: object = {},
) {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  const answer = await api.request(method, `/api/v1${path}`, options);
  check(method, `/api/v1${template}`, answer);
  return answer as Omit<TestAnswer, 'body'> & { body: Record<string, string> };
}

// `operations` checks each operation and status by itself. Here the operations run one after another, as callers use them.
describe('every answer is what the document says', () => {
  test('of projects', async () => {
    const body = { name: 'Example', url: 'https://example.com/' };
    const made = await ask('POST', '/projects', {}, { body });
    expect(made.status).toBe(201);
    const id = made.body.id!;
    const unknown = { id: 'proj_unknown', projectId: 'proj_unknown' };
    for (const [method, path, given] of [
      ['GET', '/projects', {}],
      ['GET', '/projects/{id}', {}],
      ['PATCH', '/projects/{id}', { body: { name: 'New', refresh_schedule: 'on-deploy' } }],
      ['POST', '/projects/{id}/refresh', {}],
      ['GET', '/projects/{id}/signing-secret', {}],
      ['POST', '/projects/{id}/signing-secret/rotate', {}],
      ['POST', '/projects/{id}/webhook-secret/rotate', {}],
      ['POST', '/webhooks/projects/{projectId}/refresh', {}],
      ['DELETE', '/projects/{id}', {}],
    ] as const) {
      expect((await ask(method, path, { id, projectId: id }, given)).status, `${method} ${path}`).toBe(200);
      if (path.includes('{')) {
        expect((await ask(method, path, unknown, given)).status, `${method} ${path}`).toBe(404);
      }
    }
    expect((await ask('POST', '/projects', {}, { body: { name: '', url: 'nonsense' } })).status).toBe(400);
    expect((await ask('GET', '/projects', {}, { key: null })).status).toBe(401);
  });

  test('of demos', async () => {
    const ready = await publishDemo(api, { video: Buffer.from('film') });
    const { id } = await queueDemo(api);
    for (const [method, path, given, status] of [
      ['GET', '/demos', {}, 200],
      ['GET', '/demos/{id}', {}, 200],
      ['PATCH', '/demos/{id}', { body: { prompt: 'Another' } }, 200],
      ['GET', '/demos/{id}/events', {}, 200],
      ['GET', '/demos/{id}/script', {}, 404],
      ['POST', '/demos/{id}/refresh', {}, 409],
      ['POST', '/demos/{id}/cancel', {}, 200],
      ['POST', '/demos/{id}/cancel', {}, 409],
      ['POST', '/demos/{id}/restyle', { body: { presentation: {} } }, 400],
      ['DELETE', '/demos/{id}', {}, 200],
      ['GET', '/demos/{id}', {}, 404],
    ] as const) {
      expect((await ask(method, path, { id }, given)).status, `${method} ${path}`).toBe(status);
    }
    const one = { id: ready.id };
    const project_id = (await ask('GET', '/demos/{id}', one)).body.project_id!;
    expect((await ask('POST', '/demos', {}, { body: { project_id, prompt: 'Show it' } })).status).toBe(202);
    expect((await ask('GET', '/demos/{id}', one)).body).toMatchObject({ status: 'ready', version: 1 });
    expect((await ask('GET', '/demos/{id}/script', one)).status).toBe(200);
    expect((await ask('POST', '/demos/{id}/refresh', one)).status).toBe(202);
    const body = { project_id: 'proj_unknown', prompt: 'x' };
    expect((await ask('POST', '/demos', {}, { body })).status).toBe(404);
    const wrong = { ...body, presentation: { zoom: { enabled: true, intensity: 4 } } };
    expect((await ask('POST', '/demos', {}, { body: wrong })).body.error).toBe(
      '`presentation.zoom.intensity` must be at most 3, but 4 came.',
    );
    const query = { status: 'nonsense' };
    const answer = await api.request('GET', `/api/v1/demos?${new URLSearchParams(query)}`);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringContaining('`status` must be one of "pending"'),
    ]);
  });

  test('of keys', async () => {
    const made = await ask('POST', '/api-keys', {}, { body: { name: 'CI' } });
    expect(made.status).toBe(201);
    expect((await ask('GET', '/api-keys', {}, { key: made.body.key })).status).toBe(200);
    expect((await ask('DELETE', '/api-keys/{id}', { id: made.body.id! })).status).toBe(200);
    expect((await ask('GET', '/api-keys', {}, { key: made.body.key })).status).toBe(401);
    expect((await ask('DELETE', '/api-keys/{id}', { id: made.body.id! })).status).toBe(404);
  });

  test('of uploads', async () => {
    const made = await ask('POST', '/projects', {}, { body: { name: 'Own', url: 'https://example.com/' } });
    const { mp4, png } = await makeFootage();
    const send = async (template: string, path: string, type: string, body: Buffer | string) => {
      const answer = await api.request('POST', `/api/v1${path}`, { body, headers: { 'Content-Type': type } });
      check('POST', `/api/v1${template}`, answer);
      return answer as unknown as { status: number; body: { id: string } };
    };
    const upload = [
      '/demos/local-upload',
      `/demos/local-upload?prompt=Ours&project_id=${made.body.id}`,
    ] as const;
    const { status, body } = await send(...upload, 'video/mp4', mp4);
    expect(status).toBe(201);
    for (const [type, sent, expected] of [
      ['text/plain', mp4, 415],
      ['video/mp4', png, 415],
      ['video/mp4', '', 415],
    ] as const)
      expect((await send(...upload, type, sent)).status).toBe(expected);
    expect((await send(upload[0], upload[0], 'video/mp4', mp4)).status).toBe(400);
    const asset = (id: string) =>
      send('/demos/{id}/local-assets', `/demos/${id}/local-assets?type=thumbnail`, 'image/png', png);
    expect((await asset(body.id)).status).toBe(201);
    expect((await asset('demo_unknown')).status).toBe(404);
    expect((await asset((await queueDemo(api)).id)).status).toBe(400);
  });

  test('of backgrounds', async () => {
    const body = new FormData();
    body.append('file', new Blob([(await onePixel()) as BlobPart]), 'sky.png');
    const made = await ask('POST', '/backgrounds/upload', {}, { body });
    expect(made.status).toBe(201);
    expect((await ask('POST', '/backgrounds/upload', {}, { body: new FormData() })).status).toBe(400);
    expect((await ask('POST', '/backgrounds/upload', {}, { key: null, body })).status).toBe(401);
    expect((await ask('DELETE', '/backgrounds/{id}', { id: made.body.id! })).status).toBe(200);
    expect((await ask('DELETE', '/backgrounds/{id}', { id: made.body.id! })).status).toBe(404);
  });

  test('of device logins', async () => {
    const { request } = await api.signUp();
    const begun = await ask('POST', '/device/code', {}, { key: null, body: { client_name: 'CI' } });
    expect(begun.status).toBe(200);
    expect((await ask('POST', '/device/code', {}, { key: null, body: { scope: 'all' } })).status).toBe(400);
    const body = { device_code: begun.body.device_code };
    for (const status of [400, 429])
      expect((await ask('POST', '/device/token', {}, { key: null, body })).status).toBe(status);
    for (const verdict of ['authorize', 'deny'])
      for (const [user_code, status] of [
        [begun.body.user_code, verdict === 'authorize' ? 200 : 409],
        ['WDJB-MJHT', 404],
        [undefined, 400],
      ] as const) {
        const answer = await request('POST', `/api/v1/device/${verdict}`, { body: { user_code } });
        expect(answer.status).toBe(status);
        check('POST', `/api/v1/device/${verdict}`, answer);
      }
    const refused = await ask('POST', '/device/authorize', {}, { body: { user_code: 'x' } });
    expect(refused.status).toBe(401);
    expect((await ask('POST', '/device/token', {}, { key: null, body })).status).toBe(200);
  });

  test('of credits, usage and the service', async () => {
    const bought = await ask('POST', '/credits/purchase', {}, { body: { packId: '5' } });
    expect([bought.status, bought.body.balance]).toEqual([200, 5]);
    const wrong = await ask('POST', '/credits/purchase', {}, { body: { packId: 5 } });
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining('`packId`')]);
    const topoff = { enabled: true, packId: '20' };
    const set = await ask('PUT', '/credits/auto-topoff', {}, { body: topoff });
    expect([set.status, set.body]).toEqual([200, { ...topoff, threshold: 3, disabledReason: null }]);
    expect((await ask('PUT', '/credits/auto-topoff', {}, { body: { enabled: true } })).status).toBe(400);
    expect((await ask('POST', '/webhooks/stripe', {}, { key: null, body: {} })).status).toBe(404);
    for (const path of operations.filter((one) => one.startsWith('GET ') && !one.includes('{'))) {
      const template = path.replace('GET /api/v1', '');
      if (template !== '/openapi.json' && template !== '/embed/runtime')
        expect((await ask('GET', template)).status, path).toBe(200);
    }
  });

  test('of embeds', async () => {
    const { id } = await queueDemo(api);
    const { project_id } = (await ask('GET', '/demos/{id}', { id })).body;
    const generate = (body: object, key = api.key as string | null) =>
      ask('POST', '/embed/generate', {}, { body, key });
    expect((await generate({ project_id })).status).toBe(202);
    expect((await generate({ project_id })).status).toBe(200);
    expect((await generate({})).status).toBe(400);
    expect((await generate({ project_id }, null)).status).toBe(401);
    expect((await generate({ project_id: 'proj_unknown' })).status).toBe(404);
    expect((await ask('GET', '/embed/runtime', {}, { key: null })).status).toBe(400);
  });
});

const onePixel = () => createCanvas(1, 1).encode('png');

describe('a created demo', () => {
  test('is polled and watched under the addresses of its answer', async () => {
    const demo = await queueDemo(api);
    expect(demo.pollUrl).toBe(`${api.baseUrl}/api/v1/demos/${demo.id}`);
    const answer = await fetch(demo.pollUrl, { headers: { Authorization: `Bearer ${api.key}` } });
    expect(await answer.json()).toMatchObject({
      id: demo.id,
      latestJob: { id: demo.jobId, status: 'queued' },
    });
  });

  test('is one demo for fifty equal requests with one key', async () => {
    const project = await api.request('POST', '/api/v1/projects', {
      body: { name: 'One', url: 'https://example.com/' },
    });
    const { id } = project.body as { id?: string };
    const request = { body: { project_id: id, prompt: 'Show it' }, headers: { 'Idempotency-Key': 'fifty' } };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.request('POST', '/api/v1/demos', request)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const list = await api.request('GET', `/api/v1/demos?project_id=${id}`);
    expect((list.body as { demos?: object[] }).demos).toHaveLength(1);
  });

  test('is the same demo for a repetition after the process died before it could answer', async () => {
    const { id: demoId } = await queueDemo(api);
    const { project_id } = (await ask('GET', '/demos/{id}', { id: demoId })).body;
    const request = { body: { project_id, prompt: 'Show it' }, headers: { 'Idempotency-Key': 'lost' } };
    const first = await ask('POST', '/demos', {}, request);
    await api.services.sql`
      update idempotency_keys set status = null, sealed_body = null where key = 'lost'`;
    clock.advance(61_000);
    const second = await ask('POST', '/demos', {}, request);
    expect([second.status, second.body.id, second.body.jobId]).toEqual([
      202,
      first.body.id,
      first.body.jobId,
    ]);
    const list = await api.request('GET', `/api/v1/demos?project_id=${project_id}`);
    expect((list.body as { demos?: object[] }).demos).toHaveLength(2);
  });
});
