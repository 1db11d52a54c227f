import { afterAll, beforeAll, expect } from 'vitest';
import { type ShowreelClient, unwrap } from '../../../src/client/index.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo, queueDemo, workerOf } from '../../support/film.ts';
import { makeFootage } from '../../support/footage.ts';
import { clientOf, describeOperation, keyed, read } from '../../support/operation.ts';
import { idLike, refusal, time } from './shapes.ts';

let api: TestApi;
let client: ShowreelClient;
/** A demo of somebody else. */
let foreignId: string;
beforeAll(async () => {
  api = await startApi();
  client = clientOf(api);
  const user = await api.signUp();
  const site = { name: 'Theirs', url: 'https://example.com/' };
  const project = read(await user.request('POST', '/api/v1/projects', { body: site })).body.id!;
  const order = { project_id: project, prompt: 'Show the pricing' };
  foreignId = read(await user.request('POST', '/api/v1/demos', { body: order })).body.id!;
});
afterAll(() => api?.stop());

const files = { video: Buffer.from('film'), thumbnail: Buffer.from('png') };
const statusOf = async (id: string) => (await api.request('GET', `/api/v1/demos/${id}`)).status;
const detailOf = async (id: string) => unwrap(client.GET('/api/v1/demos/{id}', { params: { path: { id } } }));

async function refusesIds(path: string, most: number) {
  for (const ids of [undefined, [], 'demo_x', [7], Array.from({ length: most + 1 }, (_, n) => `demo_${n}`)]) {
    const answer = await api.request('POST', path, { body: { ids } });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('`ids')]);
  }
}

async function reused(path: string) {
  const headers = keyed(`${path} twice`);
  await api.request('POST', path, { headers, body: { ids: ['demo_one'] } });
  const again = await api.request('POST', path, { headers, body: { ids: ['demo_two'] } });
  expect(again.body).toEqual(refusal('idempotency_key_reused'));
}

describeOperation('demos_overview', {
  '200: what a list shows, newest first, found by words, by project, by status and by id': async () => {
    const { id } = await publishDemo(api, files, { prompt: 'Show the HERONS and 100% of the moorings' });
    const { id: other, jobId } = await queueDemo(api, { prompt: 'Show the ferries' });
    const find = async (query: object) =>
      (await unwrap(client.GET('/api/v1/demos/overview', { params: { query } }))).demos.map((one) => one.id);
    expect(await find({})).toEqual([other, id]);
    expect(await find({ search: 'herons  show' })).toEqual([id]);
    // The title is searched too: “Pricing at a glance”.
    expect(await find({ search: 'glance' })).toEqual([id]);
    expect(await find({ search: '100%' })).toEqual([id]);
    expect(await find({ search: '%' })).toEqual([id]);
    expect(await find({ search: 'walrus' })).toEqual([]);
    expect(await find({ status: 'pending' })).toEqual([other]);
    expect(await find({ ids: `${id},demo_nothing,${foreignId}` })).toEqual([id]);
    expect(await find({ ids: id, status: 'pending' })).toEqual([]);
    const { project_id } = await detailOf(other);
    expect(await find({ project_id })).toEqual([other]);
    const { demos } = await unwrap(client.GET('/api/v1/demos/overview', { params: { query: { ids: id } } }));
    expect(demos).toEqual([
      {
        id,
        project_id: idLike('proj'),
        title: 'Pricing at a glance',
        prompt: 'Show the HERONS and 100% of the moorings',
        status: 'ready',
        source: 'generated',
        version: 1,
        duration_ms: 4000,
        page_url: null,
        picture: `${api.baseUrl}/thumb/${id}.png?v=1`,
        video: `${api.baseUrl}/video/${id}.mp4?v=1`,
        created_at: time,
        updated_at: time,
      },
    ]);
    await workerOf(api, jobId).start();
    expect(await find({ status: 'planning' })).toEqual([other]);
  },
  '200: page by page, with the number on all pages': async () => {
    const page = (cursor?: string) =>
      unwrap(
        client.GET('/api/v1/demos/overview', { params: { query: { limit: 1, ...(cursor && { cursor }) } } }),
      );
    const first = await page();
    const second = await page(first.next_cursor!);
    expect([first.total, second.total]).toEqual([2, 2]);
    expect(first.demos[0]!.id > second.demos[0]!.id).toBe(true);
    expect(second.next_cursor).toBeNull();
  },
  '400: the error names what is wrong': async () => {
    for (const query of [
      'status=done',
      'limit=0',
      'cursor=x',
      `search=${'x'.repeat(201)}`,
      `ids=${Array.from({ length: 101 }, (_, n) => `demo_${n}`).join(',')}`,
    ]) {
      const answer = await api.request('GET', `/api/v1/demos/overview?${query}`);
      const named = expect.stringContaining(`\`${query.split('=')[0]}\``);
      expect([query, answer.status, answer.body.error]).toEqual([query, 400, named]);
    }
  },
});

describeOperation('demoBatches_refresh', {
  '200: those that can be made again are queued, the others are skipped': async () => {
    const ready = await publishDemo(api, files);
    const failed = await queueDemo(api);
    const worker = workerOf(api, failed.jobId);
    await worker.start();
    await worker.fail('The page answered with status 404.');
    const busy = await queueDemo(api);
    const { project_id: projectId } = await detailOf(ready.id);
    const upload = `/api/v1/demos/local-upload?project_id=${projectId}&prompt=Ours`;
    const film = { body: (await makeFootage()).mp4, headers: { 'Content-Type': 'video/mp4' } };
    const uploaded = read(await api.request('POST', upload, film)).body.id!;
    const ids = [ready.id, failed.id, busy.id, uploaded, foreignId, 'demo_nothing', ready.id];
    const done = await unwrap(client.POST('/api/v1/demos/refresh', { body: { ids } }));
    const job = (demoId: string) => ({ demoId, jobId: idLike('job') });
    expect(done).toEqual({ queued: 2, jobs: [job(ready.id), job(failed.id)], skipped: 4, over_quota: 0 });
    expect((await detailOf(ready.id)).refreshHistory[0]).toMatchObject({
      triggered_by: 'api',
      result: 'queued',
    });
  },
  '400: the error names what is wrong': () => refusesIds('/api/v1/demos/refresh', 100),
  '409: other demos with the same Idempotency-Key': () => reused('/api/v1/demos/refresh'),
});

describeOperation('demoBatches_delete', {
  '200: those that are there are deleted, running ones too, and a repetition deletes nothing': async () => {
    const [ready, running] = [await publishDemo(api, files), await queueDemo(api)];
    const body = { ids: [ready.id, running.id, foreignId, 'demo_nothing'] };
    expect(await unwrap(client.POST('/api/v1/demos/delete', { body }))).toEqual({ deleted: 2 });
    expect([await statusOf(ready.id), await statusOf(running.id)]).toEqual([404, 404]);
    expect(await unwrap(client.POST('/api/v1/demos/delete', { body }))).toEqual({ deleted: 0 });
    const [foreign] = await api.services.sql`select id from demos where id = ${foreignId}`;
    expect(foreign).toBeDefined();
  },
  '400: the error names what is wrong': () => refusesIds('/api/v1/demos/delete', 500),
  '409: other demos with the same Idempotency-Key': () => reused('/api/v1/demos/delete'),
});
