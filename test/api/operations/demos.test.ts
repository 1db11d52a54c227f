import { afterAll, beforeAll, expect } from 'vitest';
import { type ShowreelClient, unwrap } from '../../../src/client/index.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { finish, publishDemo, queueDemo, workerOf } from '../../support/film.ts';
import { makeFootage } from '../../support/footage.ts';
import { queuedJobs } from '../../support/jobs.ts';
import { clientOf, describeOperation, keyed, read } from '../../support/operation.ts';
import { idLike, readyDemo, refusal, text, time } from './shapes.ts';

let api: TestApi;
let client: ShowreelClient;
let projectId: string;
let uploadedId: string;
/** A user on the free plan whose month is used up. One of their demos is ready. */
let poor: SignedIn & { demoId: string; projectId: string };

const site = { name: 'Example', url: 'https://example.com/' };
const files = { video: Buffer.from('film'), gif: Buffer.from('gif'), thumbnail: Buffer.from('png') };

beforeAll(async () => {
  const [started, { mp4 }] = await Promise.all([startApi(), makeFootage()]);
  api = started;
  client = clientOf(api);
  projectId = (await unwrap(client.POST('/api/v1/projects', { body: site }))).id;
  const upload = `/api/v1/demos/local-upload?project_id=${projectId}&prompt=Ours`;
  const film = { body: mp4, headers: { 'Content-Type': 'video/mp4' } };
  uploadedId = read(await api.request('POST', upload, film)).body.id!;
  const user = await api.signUp();
  const project = read(await user.request('POST', '/api/v1/projects', { body: site })).body.id!;
  const body = { project_id: project, prompt: 'Show the pricing' };
  const made: ReturnType<typeof read>[] = [];
  // One after another: on a busy machine some of ten at once are told to try again.
  for (let n = 0; n < 10; n++) made.push(read(await user.request('POST', '/api/v1/demos', { body })));
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
  await finish(api, made[0]!.body.jobId!, files);
  poor = { ...user, demoId: made[0]!.body.id!, projectId: project };
});
afterAll(() => api?.stop());

const of = (id: string) => ({ params: { path: { id } } });
const find = (id: string) => unwrap(client.GET('/api/v1/demos/{id}', of(id)));
const path = (id: string, rest = '') => `/api/v1/demos/${id}${rest}`;
const restyled = { presentation: { padding: 0.2 } };

async function refused(code: string, method: string, to: string, options = {}, as: TestApi | SignedIn = api) {
  const answer = await as.request(method, to, options);
  expect(answer.body).toEqual(refusal(code));
  return answer;
}
const missing = (method: string, rest = '', options = {}) =>
  refused('demo_not_found', method, path('demo_unknown', rest), options);

async function overQuota(rest: string, options = {}) {
  const answer = await refused('quota_exceeded', 'POST', path(poor.demoId, rest), options, poor);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
}

/** Sends a POST for two demos with one idempotency key. */
async function reused(rest: string, status: number, make: () => Promise<{ id: string }>, options = {}) {
  const [first, second] = [await make(), await make()];
  const given = { ...options, headers: keyed(`${rest} twice`) };
  expect((await api.request('POST', path(first.id, rest), given)).status).toBe(status);
  await refused('idempotency_key_reused', 'POST', path(second.id, rest), given);
}

describeOperation('demos_create', {
  '202: it is pending, and can be polled and watched': async () => {
    const body = { project_id: projectId, prompt: 'Show the pricing' };
    const made = await unwrap(client.POST('/api/v1/demos', { body }));
    const id = idLike('demo');
    expect(made).toEqual({ id, status: 'pending', jobId: idLike('job'), pollUrl: text, wsUrl: text });
    expect(made.pollUrl).toBe(`${api.baseUrl}${path(made.id)}`);
    expect(made.wsUrl).toMatch(new RegExp(`^ws://[^/]+/api/ws/${made.id}\\?ticket=.+`));
    const whole = {
      ...body,
      ...({ format: 'webm', resolution: '720p', duration_target: '30s', mode: 'agent' } as const),
      presentation: {},
    };
    const { id: other } = await unwrap(client.POST('/api/v1/demos', { body: whole }));
    const { format, resolution, duration_target } = await find(other);
    expect({ format, resolution, duration_target }).toEqual({
      format: 'webm',
      resolution: '720p',
      duration_target: '30s',
    });
  },
  '400: the error names what is missing or wrong': async () => {
    const whole = { project_id: projectId, prompt: 'x' };
    for (const [given, member] of [
      [{ prompt: 'x' }, 'project_id'],
      [{ ...whole, project_id: '' }, 'project_id'],
      [{ project_id: projectId }, 'prompt'],
      [{ ...whole, prompt: '' }, 'prompt'],
      [{ ...whole, format: 'avi' }, 'format'],
      [{ ...whole, resolution: '4k' }, 'resolution'],
      [{ ...whole, duration_target: '60s' }, 'duration_target'],
      [{ ...whole, duration_target: 10 }, 'duration_target'],
      [{ ...whole, mode: 'magic' }, 'mode'],
      [{ ...whole, presentation: null }, 'presentation'],
      [{ ...whole, presentation: { zooom: {} } }, 'presentation.zooom'],
    ] as const) {
      const answer = await api.request('POST', '/api/v1/demos', { body: given });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '400: a blank prompt is named, and costs nothing': async () => {
    const month = async () => (await unwrap(client.GET('/api/v1/usage', {}))).usage.demosThisMonth;
    const before = await month();
    const upload = `/api/v1/demos/local-upload?project_id=${projectId}&prompt=%20%20`;
    const film = { body: Buffer.from('film'), headers: { 'Content-Type': 'video/mp4' } };
    for (const prompt of ['  ', '\t\n', '\u3000\u200b']) {
      const body = { project_id: projectId, prompt };
      for (const answer of [
        await api.request('POST', '/api/v1/demos', { body }),
        await api.request('POST', '/api/v1/demos/preview', { body }),
        await api.request('POST', '/api/v1/embed/generate', { body }),
        await api.request('PATCH', path('demo_unknown'), { body: { prompt } }),
        await api.request('POST', upload, film),
      ])
        expect(read(answer)).toEqual({
          status: 400,
          body: expect.objectContaining({ error: '`prompt` must say what to show, but only blanks came.' }),
        });
    }
    expect(await month()).toBe(before);
    expect(
      (await api.request('POST', '/api/v1/demos', { body: { project_id: projectId, prompt: ' 👩‍🚀 ' } }))
        .status,
    ).toBe(202);
  },
  '403: a format that the plan does not have': () =>
    poor
      .request('POST', '/api/v1/demos', { body: { project_id: poor.projectId, prompt: 'x', format: 'webm' } })
      .then(({ body }) => expect(body).toEqual(refusal('format_not_in_plan'))),
  '404: an unknown project': () =>
    refused('project_not_found', 'POST', '/api/v1/demos', {
      body: { project_id: 'proj_unknown', prompt: 'x' },
    }),
  '409: another demo with the same Idempotency-Key': async () => {
    const given = { headers: keyed('one demo'), body: { project_id: projectId, prompt: 'One' } };
    expect((await api.request('POST', '/api/v1/demos', given)).status).toBe(202);
    const other = { ...given, body: { ...given.body, prompt: 'Another' } };
    await refused('idempotency_key_reused', 'POST', '/api/v1/demos', other);
  },
  '429: the month is used up and no credit is left': async () => {
    const given = { body: { project_id: poor.projectId, prompt: 'x' } };
    const answer = await refused('quota_exceeded', 'POST', '/api/v1/demos', given, poor);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
  },
});

describeOperation('demos_edit', {
  '200: the whole changed demo': async () => {
    const { id } = await publishDemo(api, files);
    const changes = { prompt: 'Show the docs', context: 'Yearly prices' };
    const changed = await unwrap(client.PATCH('/api/v1/demos/{id}', { ...of(id), body: changes }));
    expect(changed).toMatchObject({ ...readyDemo, id, ...changes });
    expect(await unwrap(client.PATCH('/api/v1/demos/{id}', { ...of(id), body: {} }))).toEqual({
      ...changed,
    });
  },
  '400: the error names what is wrong': async () => {
    const { id } = await queueDemo(api);
    for (const [member, value] of [
      ['prompt', ''],
      ['prompt', null],
      ['context', 7],
      ['context', null],
    ] as const) {
      const answer = await api.request('PATCH', path(id), { body: { [member]: value } });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '404: an unknown demo': () => missing('PATCH', '', { body: { prompt: 'x' } }),
});

describeOperation('demos_delete', {
  '200: it is deleted': async () => {
    const { id } = await queueDemo(api);
    expect(await unwrap(client.DELETE('/api/v1/demos/{id}', of(id)))).toEqual({ ok: true });
    await refused('demo_not_found', 'GET', path(id));
  },
  '404: an unknown demo, or a deleted one': async () => {
    const { id } = await queueDemo(api);
    await api.request('DELETE', path(id));
    await refused('demo_not_found', 'DELETE', path(id));
    await missing('DELETE');
  },
});

describeOperation('demos_refresh', {
  '202: it is made again, and the old version stays until then': async () => {
    const { id } = await publishDemo(api, files);
    const queued = await unwrap(client.POST('/api/v1/demos/{id}/refresh', of(id)));
    expect(queued).toEqual({ id, status: 'refreshing', jobId: idLike('job') });
    const row = { id: queued.jobId, triggered_by: 'api', result: 'queued', old_version: 1, error: null };
    expect((await find(id)).refreshHistory).toMatchObject([{ ...row, new_version: null, created_at: time }]);
    await finish(api, queued.jobId, files);
    const demo = await find(id);
    expect(demo).toMatchObject({ status: 'ready', version: 2, refreshed_at: time });
    expect(demo.refreshHistory).toMatchObject([
      { ...row, result: 'completed', new_version: 2, created_at: time },
    ]);
  },
  '400: an uploaded demo has nothing to record': async () => {
    await refused('demo_is_upload', 'POST', path(uploadedId, '/refresh'));
  },
  '404: an unknown demo': () => missing('POST', '/refresh'),
  '409: it is busy': async () => {
    const { id } = await queueDemo(api);
    await refused('demo_busy', 'POST', path(id, '/refresh'));
  },
  '409: another demo with the same Idempotency-Key': () =>
    reused('/refresh', 202, () => publishDemo(api, files)),
  '429: the month is used up and no credit is left': () => overQuota('/refresh'),
});

describeOperation('demos_restyle', {
  '202: it is recorded again with another presentation': async () => {
    const { id } = await publishDemo(api, files);
    const queued = await unwrap(client.POST('/api/v1/demos/{id}/restyle', { ...of(id), body: restyled }));
    expect(queued).toEqual({ id, status: 'recording', jobId: idLike('job') });
    const [first] = (await find(id)).refreshHistory;
    expect(first).toMatchObject({ id: queued.jobId, triggered_by: 'restyle', result: 'queued' });
  },
  '202: in another shape, which it has when the restyle is published': async () => {
    const { id } = await publishDemo(api, files);
    const body = { ...restyled, aspect: '9:16' as const };
    const { jobId } = await unwrap(client.POST('/api/v1/demos/{id}/restyle', { ...of(id), body }));
    expect(await find(id)).toMatchObject({ aspect: '16:9', width: 1920, height: 1080 });
    await finish(api, jobId, files);
    expect(await find(id)).toMatchObject({ aspect: '9:16', width: 1080, height: 1920 });
  },
  '400: no presentation, or a wrong one': async () => {
    const { id } = await publishDemo(api, files);
    for (const [body, member] of [
      [{}, 'presentation'],
      [{ presentation: null }, 'presentation'],
      [{ presentation: 'dark' }, 'presentation'],
      [{ presentation: { padding: 1 } }, 'presentation.padding'],
      [{ ...restyled, aspect: 'wide' }, 'aspect'],
    ] as const) {
      const answer = await api.request('POST', path(id, '/restyle'), { body });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '400: a demo without a recorded script': async () => {
    const { id, jobId } = await queueDemo(api);
    const worker = workerOf(api, jobId);
    await worker.start();
    await worker.fail('The page is not there.');
    expect((await find(id)).status).toBe('failed');
    expect((await api.request('POST', path(id, '/restyle'), { body: restyled })).status).toBe(400);
  },
  '400: an uploaded demo has nothing to record': async () => {
    await refused('demo_is_upload', 'POST', path(uploadedId, '/restyle'), { body: restyled });
  },
  '404: an unknown demo': () => missing('POST', '/restyle', { body: restyled }),
  '409: it is busy': async () => {
    const { id } = await publishDemo(api, files);
    await api.request('POST', path(id, '/refresh'));
    await refused('demo_busy', 'POST', path(id, '/restyle'), { body: restyled });
  },
  '409: another demo with the same Idempotency-Key': () =>
    reused('/restyle', 202, () => publishDemo(api, files), { body: restyled }),
  '429: the month is used up and no credit is left': () => overQuota('/restyle', { body: restyled }),
});

describeOperation('demos_cancel', {
  '200: a first generation that is cancelled has failed': async () => {
    const { id } = await queueDemo(api);
    expect(await unwrap(client.POST('/api/v1/demos/{id}/cancel', of(id)))).toEqual({ ok: true });
    expect(await find(id)).toMatchObject({
      status: 'failed',
      error: 'cancelled',
      latestJob: { status: 'cancelled', completed_at: time },
    });
  },
  '404: an unknown demo': () => missing('POST', '/cancel'),
  '409: nothing is running': async () => {
    const { id } = await publishDemo(api, files);
    await refused('nothing_running', 'POST', path(id, '/cancel'));
  },
});

describeOperation('pictures_pick', {
  '202: pictures of this moment are being made': async () => {
    const { id } = await publishDemo(api, files);
    const body = { time_ms: 1_200 };
    const answer = await unwrap(client.PUT('/api/v1/demos/{id}/moment', { ...of(id), body }));
    expect(answer).toEqual({ id, time_ms: 1_200, pictures: ['thumbnail', 'gif'] });
    const [job] = (await queuedJobs(api.services, 'demo.pictures')).slice(-1);
    expect(job).toMatchObject({ payload: { demoId: id } });
  },
  '400: no moment, one after the end, or pictures that there are not': async () => {
    const { id } = await publishDemo(api, files);
    for (const [body, member] of [
      [{}, 'time_ms'],
      [{ time_ms: -1 }, 'time_ms'],
      [{ time_ms: 3_600_000 }, 'time_ms'],
      [{ time_ms: 0, pictures: [] }, 'pictures'],
      [{ time_ms: 0, pictures: ['poster'] }, 'pictures[0]'],
    ] as const) {
      const answer = await api.request('PUT', path(id, '/moment'), { body });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '404: an unknown demo': () => missing('PUT', '/moment', { body: { time_ms: 0 } }),
  '409: a demo without a video': async () => {
    const { id } = await queueDemo(api);
    await refused('demo_has_no_video', 'PUT', path(id, '/moment'), { body: { time_ms: 0 } });
  },
});
