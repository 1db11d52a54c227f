import { afterAll, beforeAll, expect } from 'vitest';
import { type ShowreelClient, unwrap } from '../../../src/client/index.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { finish, publishDemo, queueDemo } from '../../support/film.ts';
import { clientOf, describeOperation } from '../../support/operation.ts';
import { number, pendingDemo, readyDemo, refusal, text, time } from './shapes.ts';

let api: TestApi;
let client: ShowreelClient;
beforeAll(async () => {
  api = await startApi();
  client = clientOf(api);
});
afterAll(() => api?.stop());

const files = { video: Buffer.from('film'), gif: Buffer.from('gif'), thumbnail: Buffer.from('png') };
const of = (id: string) => ({ params: { path: { id } } });
const find = (id: string) => unwrap(client.GET('/api/v1/demos/{id}', of(id)));

async function refused(code: string, path: string) {
  expect((await api.request('GET', `/api/v1/demos/${path}`)).body).toEqual(refusal(code));
}

describeOperation('demos_list', {
  '200: the user’s own demos, newest first, by project, by status, page by page': async () => {
    const { id } = await publishDemo(api, files);
    const { project_id } = await find(id);
    await queueDemo(api);
    const list = (query: {
      project_id?: string;
      status?: 'ready' | 'failed';
      limit?: number;
      cursor?: string;
    }) => unwrap(client.GET('/api/v1/demos', { params: { query } }));
    const demo = { ...readyDemo, id, project_id };
    expect(await list({ project_id })).toMatchObject({ demos: [demo], next_cursor: null });
    expect((await list({ project_id, status: 'failed' })).demos).toEqual([]);
    const first = await list({ limit: 1 });
    expect(first).toMatchObject({ demos: [{ status: 'pending' }], next_cursor: text });
    const second = await list({ limit: 1, cursor: first.next_cursor! });
    expect(second.demos.map((demo) => demo.id)).toEqual([id]);
  },
  '200: the documents as objects only where `expand` names them, and their texts always': async () => {
    const { id } = await publishDemo(api, files);
    const { project_id } = await find(id);
    const list = async (expand?: string) => {
      const query = { project_id, ...(expand && { expand }) };
      return (await unwrap(client.GET('/api/v1/demos', { params: { query } }))).demos[0]!;
    };
    const plain = await list();
    expect(plain).toMatchObject({ action_script: text, ai_plan: text, recording_log: text });
    expect(Object.keys(plain)).not.toContain('script');
    const { plan: _, ...some } = await find(id);
    const expanded = await list('script,log');
    expect(expanded).toEqual({ ...plain, script: some.script, log: some.log });
    expect(expanded.script).toEqual(JSON.parse(plain.action_script!));
  },
  '400: a document that a demo does not have': async () => {
    const { body } = await api.request('GET', '/api/v1/demos?expand=script,scrpt');
    expect(body.error).toContain('`expand` must be names out of `script`, `plan` and `log`');
    expect(body.error).toContain('"scrpt" came');
  },
  '400: an invalid status or cursor': async () => {
    for (const query of ['status=nonsense', 'status=', 'cursor=x', 'project_id='])
      expect((await api.request('GET', `/api/v1/demos?${query}`)).status, query).toBe(400);
  },
});

describeOperation('demos_read', {
  '200: every member, null where there is no value yet': async () => {
    const demo = await queueDemo(api);
    const job = { id: demo.jobId, kind: 'generate', step: null, message: null, progress: 0 };
    const waiting = { ...job, status: 'queued', started_at: null, completed_at: null, error: null };
    expect(await find(demo.id)).toMatchObject({ ...pendingDemo, latestJob: waiting, refreshHistory: [] });
    await finish(api, demo.jobId, files);
    const done = { status: 'completed', progress: 1, started_at: time, completed_at: time, error: null };
    expect(await find(demo.id)).toMatchObject({
      ...readyDemo,
      latestJob: {
        ...job,
        ...done,
        step: expect.toBeOneOf([null, text]),
        message: expect.toBeOneOf([null, text]),
      },
      refreshHistory: [],
    });
  },
  '200: script, plan and log as objects beside their texts': async () => {
    const demo = await queueDemo(api);
    expect(await find(demo.id)).toMatchObject({ script: null, plan: null, log: null });
    await finish(api, demo.jobId, files);
    const { action_script, ai_plan, recording_log, script, plan, log } = await find(demo.id);
    const texts = [action_script, ai_plan, recording_log];
    expect([script, plan, log].map((document) => JSON.stringify(document))).toEqual(texts);
  },
  '200: the address of each file, null while there is none': async () => {
    const demo = await queueDemo(api);
    const at = (path: string) => `${api.baseUrl}${path}`;
    const pages = { share: at(`/share/${demo.id}`), embed: at(`/embed/${demo.id}`) };
    const missing = { video: null, gif: null, thumbnail: null, captions: null, chapters: null };
    expect(await find(demo.id)).toMatchObject({ warnings: [], urls: { ...pages, ...missing } });
    await finish(api, demo.jobId, files);
    const { project_id, urls: all } = await find(demo.id);
    const { versions, ...urls } = all;
    expect(versions).toEqual([]);
    expect(urls).toEqual({
      ...pages,
      video: at(`/video/${demo.id}.mp4`),
      gif: at(`/gif/${demo.id}.gif`),
      thumbnail: at(`/thumb/${demo.id}.png`),
      captions: at(`/captions/${demo.id}.vtt`),
      chapters: at(`/chapters/${demo.id}.vtt`),
    });
    for (const there of [urls.share!, urls.video!, urls.gif!, urls.thumbnail!])
      expect((await fetch(there)).status, there).toBe(200);
    const params = { query: { project_id } };
    expect((await unwrap(client.GET('/api/v1/demos', { params }))).demos).toMatchObject([{ urls }]);
    const edit = { params: { path: { id: demo.id } }, body: { context: 'Yearly' } };
    expect(await unwrap(client.PATCH('/api/v1/demos/{id}', edit))).toMatchObject({ urls });
  },
  '404: an unknown demo': () => refused('demo_not_found', 'demo_unknown'),
});

describeOperation('demos_script', {
  '200: the script as a document, equal to the demo’s text': async () => {
    const { id } = await publishDemo(api, files);
    const script = await unwrap(client.GET('/api/v1/demos/{id}/script', of(id)));
    expect(script).toMatchObject({ title: text, steps: [{ type: 'navigate' }] });
    expect(JSON.parse((await find(id)).action_script!)).toEqual(script);
  },
  '404: an unknown demo, or a demo without a script': async () => {
    const { id } = await queueDemo(api);
    await refused('script_not_found', `${id}/script`);
    await refused('demo_not_found', 'demo_unknown/script');
  },
});

describeOperation('demos_events', {
  '200: the demo’s history, oldest first, page by page': async () => {
    const { id } = await publishDemo(api, files);
    const read = (query: { limit?: number; cursor?: string }) =>
      unwrap(client.GET('/api/v1/demos/{id}/events', { params: { path: { id }, query } }));
    const all = await read({});
    expect(all.next_cursor).toBeNull();
    for (const event of all.events)
      expect(event).toEqual({ position: number, type: text, at: time, data: expect.any(Object) });
    const positions = all.events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(all.events[0]!.type).toBe('DemoCreated');
    const first = await read({ limit: 1 });
    expect(first.events).toEqual(all.events.slice(0, 1));
    expect((await read({ cursor: first.next_cursor! })).events).toEqual(all.events.slice(1));
  },
  '400: an invalid cursor': async () => {
    const { id } = await queueDemo(api);
    await refused('invalid_cursor', `${id}/events?cursor=x`);
  },
  '404: an unknown demo': () => refused('demo_not_found', 'demo_unknown/events'),
});
