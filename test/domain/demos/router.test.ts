import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { reportFailure } from '../../../src/domain/demos/jobs/generation.ts';
import { verifyTicket } from '../../../src/domain/demos/jobs/ticket.ts';
import type { DemoDetail } from '../../../src/domain/demos/views/demo-fields.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { workerOf } from '../../support/film.ts';
import { freshCommand, openProject, openUser } from '../../support/services.ts';

let api: TestApi;
let projectId: string;
let strangersKey: string;
beforeAll(async () => {
  api = await startApi();
  projectId = await openProject(api.services, api.owner.userId);
  strangersKey = (await newUser('unlimited')).key;
});
afterAll(() => api.stop());

async function newUser(plan: 'free' | 'unlimited') {
  const userId = await openUser(api.services, { plan });
  const wanted = { userId, name: 'Key', type: 'live', projectId: null, allowedDomains: null } as const;
  return { userId, key: (await issueKey(api.services, freshCommand(userId), wanted)).key };
}

const create = (body: object = {}, headers = {}) =>
  api.request('POST', '/api/v1/demos', {
    body: { project_id: projectId, prompt: 'Show it', ...body },
    headers,
  });
const get = (path: string) => api.request('GET', `/api/v1/demos${path}`);
const script = { title: 'It', steps: [{ type: 'navigate' as const, url: 'https://example.com/' }] };

async function readyDemo(): Promise<string> {
  const { body } = await create();
  const worker = workerOf(api, body.jobId!);
  await worker.start();
  await worker.plan('It');
  await worker.record();
  await worker.publish({ video: new Uint8Array([0]) });
  return body.id!;
}

describe('creating a demo', () => {
  it('answers at once with where to follow it', async () => {
    const { status, body } = await create();
    const made = body as unknown as { id: string; jobId: string; pollUrl: string; wsUrl: string };
    expect(status).toBe(202);
    expect(made).toEqual({
      id: expect.stringMatching(/^demo_/),
      status: 'pending',
      jobId: expect.stringMatching(/^job_/),
      pollUrl: `${api.baseUrl}/api/v1/demos/${made.id}`,
      wsUrl: expect.stringContaining(`${api.baseUrl.replace('http', 'ws')}/api/ws/${made.id}?ticket=`),
    });
    const ticket = new URL(made.wsUrl).searchParams.get('ticket')!;
    expect(verifyTicket(api.services.secrets, api.services.clock, made.id, ticket)).toBe(true);
    expect((await get(`/${made.id}`)).body).toEqual({
      id: made.id,
      project_id: projectId,
      prompt: 'Show it',
      status: 'pending',
      source: 'generated',
      title: null,
      action_script: null,
      script: null,
      plan: null,
      log: null,
      ai_plan: null,
      snapshots: null,
      sound: null,
      recording_log: null,
      video_key: null,
      gif_key: null,
      thumbnail_key: null,
      duration_ms: null,
      presentation: null,
      window_follows_page: false,
      format: 'mp4',
      resolution: '1080p',
      aspect: '16:9',
      width: 1920,
      height: 1080,
      duration_target: '10s',
      version: 1,
      warnings: [],
      quality: null,
      page_url: null,
      urls: {
        share: `${api.baseUrl}/share/${made.id}`,
        embed: `${api.baseUrl}/embed/${made.id}`,
        video: null,
        gif: null,
        thumbnail: null,
        captions: null,
        chapters: null,
        versions: [],
      },
      error: null,
      context: null,
      context_hash: null,
      recorder_variants: null,
      refreshed_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      refreshHistory: [],
      latestJob: {
        id: made.jobId,
        kind: 'generate',
        status: 'queued',
        step: null,
        progress: 0,
        message: null,
        started_at: null,
        completed_at: null,
        error: null,
      },
    });
  });

  it('takes every option', async () => {
    const presentation = { background: { from: '#000', to: '#fff' }, recordingTemplate: { id: 'cinematic' } };
    const options = { format: 'webm', resolution: '720p', aspect: '9:16', duration_target: '30s' };
    const { body } = await create({ ...options, presentation, mode: 'agent', unknown: true });
    const demo = (await get(`/${body.id}`)).body as unknown as DemoDetail;
    expect(demo).toMatchObject({ ...options, width: 720, height: 1280 });
    expect(JSON.parse(demo.presentation!)).toEqual(presentation);
  });
});

describe('a demo that is refused, or asked for twice', () => {
  it.each([
    ['project_id', { project_id: undefined }],
    ['project_id', { project_id: 5 }],
    ['prompt', { prompt: '' }],
    ['prompt', { prompt: 'x'.repeat(501) }],
    ['format', { format: 'avi' }],
    ['resolution', { resolution: '4k' }],
    ['aspect', { aspect: '9:17' }],
    ['aspect', { aspect: 1 }],
    ['duration_target', { duration_target: '60s' }],
    ['mode', { mode: 'magic' }],
    ['presentation.zoom.intensity', { presentation: { zoom: { enabled: true, intensity: 4 } } }],
    ['presentation', { presentation: { colour: 'red' } }],
    ['presentation.cursor', { presentation: { cursor: { hue: 1 } } }],
  ])('refuses a wrong %s by name', async (field, body) => {
    const refused = await create(body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(refused.body.error).toContain(field);
  });

  it('for a project that is not there is a 404', async () => {
    expect(await create({ project_id: 'proj_none' })).toMatchObject({
      status: 404,
      body: { code: 'project_not_found' },
    });
  });

  it('beyond the quota is a 429 that says when to come back', async () => {
    const { userId, key } = await newUser('free');
    const theirs = await openProject(api.services, userId);
    const ask = () =>
      api.request('POST', '/api/v1/demos', { key, body: { project_id: theirs, prompt: 'Show it' } });
    for (let n = 0; n < 10; n++) expect((await ask()).status).toBe(202);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.request('GET', '/api/v1/usage', { key })).body).toMatchObject({
      usage: { demosThisMonth: 10, demosLimit: 10, demosRemaining: 0 },
      totalRemaining: 0,
      demoCount: 10,
    });
  });

  it('twice under one idempotency key makes one demo', async () => {
    const key = { 'Idempotency-Key': 'create-1' };
    const first = await create({}, key);
    expect((await create({}, key)).body).toEqual(first.body);
  });
});

describe('the list', () => {
  it('is filtered by project and status, newest first, page by page', async () => {
    const own = await openProject(api.services, api.owner.userId);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await create({ project_id: own })).body.id!);
    const job = (await get(`/${ids[1]}`)).body as unknown as DemoDetail;
    const fault = { code: 'dns', message: 'There is no such host.' };
    const names = { demoId: ids[1]!, userId: api.owner.userId };
    await reportFailure(api.services, { ...names, jobId: job.latestJob!.id }, fault);
    const list = async (query: string) => {
      const { body } = await get(`?project_id=${own}${query}`);
      const page = body as unknown as { demos: { id: string }[]; next_cursor: string | null };
      return { ids: page.demos.map(({ id }) => id), next: page.next_cursor };
    };
    expect(await list('')).toEqual({ ids, next: null });
    expect(await list('&status=failed')).toEqual({ ids: [ids[1]], next: null });
    const first = await list('&limit=2');
    expect(first.ids).toEqual(ids.slice(0, 2));
    expect(await list(`&limit=2&cursor=${first.next}`)).toEqual({ ids: ids.slice(2), next: null });
  });
  it.each(['?status=asleep', '?limit=0', '?limit=1.5', '?cursor=!', '?cursor=MTpwcm9qXzE'])(
    'refuses %s',
    async (query) => expect((await get(query)).status).toBe(400),
  );
});

describe('a demo that is ready', () => {
  it('shows its script as a document', async () => {
    const id = await readyDemo();
    expect((await get(`/${id}/script`)).body).toEqual(script);
    const pending = (await create()).body.id;
    expect(await get(`/${pending}/script`)).toMatchObject({
      status: 404,
      body: { code: 'script_not_found' },
    });
  });

  it('tells its own history, oldest first, page by page', async () => {
    const id = await readyDemo();
    type Page = { events: { position: number; type: string; at: string }[]; next_cursor: string | null };
    const whole = (await get(`/${id}/events`)).body as unknown as Page;
    expect(whole.events.map(({ type }) => type)).toEqual([
      ...['DemoCreated', 'GenerationQueued', 'GenerationStarted', 'DemoPlanned', 'RecordingStarted'],
      'DemoPublished',
    ]);
    const positions = whole.events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    const first = (await get(`/${id}/events?limit=4`)).body as unknown as Page;
    const rest = (await get(`/${id}/events?limit=4&cursor=${first.next_cursor}`)).body as unknown as Page;
    expect([...first.events, ...rest.events]).toEqual(whole.events);
    expect(rest.next_cursor).toBeNull();
  });

  it('is refreshed, is busy then, can be cancelled, and is ready again', async () => {
    const id = await readyDemo();
    const refreshed = await api.request('POST', `/api/v1/demos/${id}/refresh`);
    expect(refreshed).toMatchObject({ status: 202, body: { id, status: 'refreshing' } });
    for (const [path, body] of [['refresh'], ['restyle', { presentation: {} }]] as const)
      expect(await api.request('POST', `/api/v1/demos/${id}/${path}`, { body })).toMatchObject({
        status: 409,
        body: { code: 'demo_busy' },
      });
    expect((await api.request('POST', `/api/v1/demos/${id}/cancel`)).body).toEqual({ ok: true });
    expect((await get(`/${id}`)).body).toMatchObject({
      status: 'ready',
      error: null,
      version: 1,
      refreshHistory: [
        { id: refreshed.body.jobId, triggered_by: 'api', result: 'cancelled', new_version: null },
      ],
    });
    expect(await api.request('POST', `/api/v1/demos/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'nothing_running' },
    });
  });

  it('is restyled', async () => {
    const path = `/api/v1/demos/${await readyDemo()}/restyle`;
    expect((await api.request('POST', path, { body: {} })).status).toBe(400);
    expect((await api.request('POST', path, { body: { presentation: { tilt: 1 } } })).status).toBe(400);
    expect(await api.request('POST', path, { body: { presentation: { padding: 0.2 } } })).toMatchObject({
      status: 202,
      body: { status: 'recording' },
    });
  });

  it('without a script cannot be restyled', async () => {
    const { body } = await create();
    const path = `/api/v1/demos/${body.id}/restyle`;
    expect(await api.request('POST', path, { body: { presentation: {} } })).toMatchObject({
      status: 400,
      body: { code: 'demo_has_no_script' },
    });
  });
});

it('is edited: prompt and context, and nothing else', async () => {
  const { body } = await create();
  const edit = (changes: object) => api.request('PATCH', `/api/v1/demos/${body.id}`, { body: changes });
  expect(await edit({ context: 'For teams', status: 'ready' })).toMatchObject({
    status: 200,
    body: { prompt: 'Show it', context: 'For teams', status: 'pending' },
  });
  expect(await edit({ prompt: 'Show more' })).toMatchObject({
    body: { prompt: 'Show more', context: 'For teams' },
  });
  expect((await edit({ prompt: '' })).status).toBe(400);
  expect((await edit({ context: 'x'.repeat(2001) })).status).toBe(400);
  expect((await edit({ context: '' })).body).toMatchObject({ context: '' });
});

it('is deleted', async () => {
  const { body } = await create();
  expect((await api.request('DELETE', `/api/v1/demos/${body.id}`)).body).toEqual({ ok: true });
  expect((await get(`/${body.id}`)).status).toBe(404);
  expect((await get(`/${body.id}/events`)).status).toBe(404);
});

it('does not exist for another user, whatever is asked of it', async () => {
  const id = await readyDemo();
  const asked: [string, string, object?][] = [
    ['GET', ''],
    ['GET', '/script'],
    ['GET', '/events'],
    ['PATCH', '', { prompt: 'Mine' }],
    ['POST', '/refresh'],
    ['POST', '/restyle', { presentation: {} }],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ];
  for (const [method, path, body] of asked)
    expect(
      await api.request(method, `/api/v1/demos/${id}${path}`, { key: strangersKey, body }),
    ).toMatchObject({ status: 404, body: { code: 'demo_not_found' } });
  const list = await api.request('GET', `/api/v1/demos?project_id=${projectId}`, { key: strangersKey });
  expect(list.body).toEqual({ demos: [], next_cursor: null });
});
