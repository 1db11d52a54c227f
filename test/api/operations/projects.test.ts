import { afterAll, beforeAll, expect } from 'vitest';
import { type ShowreelClient, unwrap } from '../../../src/client/index.ts';
import { loginForPage } from '../../../src/domain/logins/logins.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo } from '../../support/film.ts';
import { clientOf, describeOperation, keyed, read } from '../../support/operation.ts';
import { idLike, number, project, readyDemo, refusal, text } from './shapes.ts';

let api: TestApi;
let client: ShowreelClient;
beforeAll(async () => {
  api = await startApi();
  client = clientOf(api);
});
afterAll(() => api?.stop());

const body = { name: 'Example', url: 'https://example.com/' };
const secret = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}[\\w-]{20,}$`));
const newProject = () => unwrap(client.POST('/api/v1/projects', { body }));
const of = (id: string) => ({ params: { path: { id } } });
const files = { video: Buffer.from('film'), gif: Buffer.from('gif'), thumbnail: Buffer.from('png') };

async function projectWithDemo() {
  const demo = await publishDemo(api, files);
  const { project_id: id } = await unwrap(client.GET('/api/v1/demos/{id}', of(demo.id)));
  return { id, demoId: demo.id };
}

/** Sends a POST for two projects with one idempotency key. */
async function reused(path: (id: string) => string) {
  const [first, second] = [await newProject(), await newProject()];
  const headers = keyed(`${path('')} twice`);
  expect((await api.request('POST', path(first.id), { headers })).status).toBe(200);
  const again = await api.request('POST', path(second.id), { headers });
  expect(again.body).toEqual(refusal('idempotency_key_reused'));
}

const missing = async (method: string, path: string, options = {}) =>
  expect((await api.request(method, path, options)).body).toEqual(refusal('project_not_found'));

describeOperation('projects_create', {
  '201: the project, every member of it, with its signing secret': async () => {
    const viewport = 'mobile';
    const made = await unwrap(client.POST('/api/v1/projects', { body: { ...body, viewport } }));
    expect(made).toEqual({ ...project, viewport, demo_count: 0, signing_secret: secret('sr_sign_') });
    expect((await newProject()).viewport).toBe('desktop');
  },
  '400: the error names what is missing or wrong': async () => {
    for (const [given, member] of [
      [{ url: body.url }, 'name'],
      [{ name: 'x' }, 'url'],
      [{ ...body, url: 'nonsense' }, 'url'],
      [{ ...body, url: 'ftp://example.com/' }, 'url'],
      [{ ...body, viewport: 'watch' }, 'viewport'],
      [{ ...body, viewport: null }, 'viewport'],
    ] as const) {
      const answer = await api.request('POST', '/api/v1/projects', { body: given });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '409: another project with the same Idempotency-Key': async () => {
    const headers = keyed('one project');
    expect((await api.request('POST', '/api/v1/projects', { body, headers })).status).toBe(201);
    const other = { headers, body: { ...body, name: 'Another' } };
    const answer = await api.request('POST', '/api/v1/projects', other);
    expect(answer.body).toEqual(refusal('idempotency_key_reused'));
  },
});

describeOperation('projects_list', {
  '200: the user’s own projects, newest first, each with the number of its demos, page by page': async () => {
    const { id } = await projectWithDemo();
    const newest = await newProject();
    const first = await unwrap(client.GET('/api/v1/projects', { params: { query: { limit: 1 } } }));
    expect(first).toEqual({
      projects: [{ ...project, id: newest.id, demo_count: 0 }],
      next_cursor: text,
    });
    const query = { limit: 1, cursor: first.next_cursor! };
    const second = await unwrap(client.GET('/api/v1/projects', { params: { query } }));
    expect(second.projects).toEqual([{ ...project, id, demo_count: 1 }]);
    const all = await unwrap(client.GET('/api/v1/projects', { params: { query: { limit: 100 } } }));
    expect(all.next_cursor).toBeNull();
  },
  '400: an invalid cursor': async () => {
    const answer = await api.request('GET', '/api/v1/projects?cursor=nonsense');
    expect(answer.body).toEqual(refusal('invalid_cursor'));
  },
});

describeOperation('projects_read', {
  '200: the project and its demos': async () => {
    const { id, demoId } = await projectWithDemo();
    const { prompt, format, created_at, updated_at } = readyDemo;
    const keys = { thumbnail_key: text, video_key: text, gif_key: text, snapshots: text };
    const shown = { ...keys, id: demoId, title: text, prompt, status: 'ready', duration_ms: number, format };
    const demo = { ...shown, version: 1, created_at, updated_at };
    const found = await unwrap(client.GET('/api/v1/projects/{id}', of(id)));
    expect(found).toEqual({ ...project, id, demo_count: 1, reset: null, demos: [demo] });
  },
  '400: another word than all or none for its demos': async () => {
    const { id } = await newProject();
    const answer = await api.request('GET', `/api/v1/projects/${id}?demos=some`);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('demos')]);
  },
  '404: an unknown project': () => missing('GET', '/api/v1/projects/proj_unknown'),
});

describeOperation('projects_pages', {
  '200: the pages that its demos film, with their numbers': async () => {
    const { id } = await projectWithDemo();
    const { pages } = await unwrap(client.GET('/api/v1/projects/{id}/pages', of(id)));
    expect(pages).toEqual([{ page_url: body.url, demo_count: 1, ready_count: 1 }]);
  },
  '404: an unknown project': () => missing('GET', '/api/v1/projects/proj_unknown/pages'),
});

describeOperation('projects_edit', {
  '200: the changed project': async () => {
    const { id } = await newProject();
    const changes = {
      name: 'New',
      url: 'https://new.example/',
      viewport: 'tablet',
      refresh_schedule: 'on-deploy',
    } as const;
    const changed = await unwrap(client.PATCH('/api/v1/projects/{id}', { ...of(id), body: changes }));
    const expected = { ...project, id, ...changes, demo_count: 0, webhook_secret: secret('whsec_') };
    expect(changed).toEqual(expected);
    expect(await unwrap(client.PATCH('/api/v1/projects/{id}', { ...of(id), body: {} }))).toEqual(expected);
  },
  '400: the error names what is wrong': async () => {
    const { id } = await newProject();
    for (const [member, value] of [
      ['name', ''],
      ['name', null],
      ['url', 'nonsense'],
      ['viewport', 'watch'],
      ['refresh_schedule', 'hourly'],
    ] as const) {
      const answer = await api.request('PATCH', `/api/v1/projects/${id}`, { body: { [member]: value } });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '404: an unknown project': () => missing('PATCH', '/api/v1/projects/proj_unknown', { body: { name: 'x' } }),
});

describeOperation('projects_delete', {
  '200: it is deleted, and its demos with it': async () => {
    const { id, demoId } = await projectWithDemo();
    expect(await unwrap(client.DELETE('/api/v1/projects/{id}', of(id)))).toEqual({ ok: true });
    for (const path of [`/api/v1/projects/${id}`, `/api/v1/demos/${demoId}`])
      expect((await api.request('GET', path)).status).toBe(404);
  },
  '404: an unknown project': () => missing('DELETE', '/api/v1/projects/proj_unknown'),
});

describeOperation('projects_refresh', {
  '200: ready demos are queued, and no others': async () => {
    const { id } = await projectWithDemo();
    const queued = await unwrap(client.POST('/api/v1/projects/{id}/refresh', of(id)));
    expect(queued).toEqual({ queued: 1, jobs: [idLike('job')], over_quota: 0 });
    const again = await unwrap(client.POST('/api/v1/projects/{id}/refresh', of(id)));
    expect(again).toEqual({ queued: 0, jobs: [], over_quota: 0 });
  },
  '404: an unknown project': () => missing('POST', '/api/v1/projects/proj_unknown/refresh'),
  '409: another project with the same Idempotency-Key': () =>
    reused((id) => `/api/v1/projects/${id}/refresh`),
});

describeOperation('projects_restyle', {
  '200: demos with a video are queued, and why the others are not is said': async () => {
    const { id } = await projectWithDemo();
    const { id: waiting } = await unwrap(
      client.POST('/api/v1/demos', { body: { project_id: id, prompt: 'Show it' } as never }),
    );
    const body = { presentation: { background: '#ff0000' } } as never;
    const done = await unwrap(client.POST('/api/v1/projects/{id}/restyle', { ...of(id), body }));
    expect(done).toEqual({
      queued: 1,
      jobs: [{ demoId: idLike('demo'), jobId: idLike('job') }],
      leftOut: [{ demoId: waiting, code: 'demo_has_no_script', message: text }],
    });
    const again = await unwrap(client.POST('/api/v1/projects/{id}/restyle', { ...of(id), body }));
    expect(again.leftOut.map(({ code }) => code)).toEqual(['demo_has_no_script', 'demo_busy']);
  },
  '400: no presentation of ours': async () => {
    const { id } = await newProject();
    const body = { presentation: { padding: 2 } };
    const answer = await api.request('POST', `/api/v1/projects/${id}/restyle`, { body });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringContaining('`presentation.padding`'),
    ]);
  },
  '404: an unknown project': async () => {
    const body = { presentation: {} };
    const answer = await api.request('POST', '/api/v1/projects/proj_unknown/restyle', { body });
    expect(answer.body).toEqual(refusal('project_not_found'));
  },
  '409: another look with the same Idempotency-Key': async () => {
    const { id } = await newProject();
    const ask = (padding: number) =>
      api.request('POST', `/api/v1/projects/${id}/restyle`, {
        body: { presentation: { padding } },
        headers: { 'Idempotency-Key': `restyle ${id}` },
      });
    expect((await ask(0.1)).status).toBe(200);
    expect((await ask(0.2)).body).toEqual(refusal('idempotency_key_reused'));
  },
});

describeOperation('projectSecrets_readSigning', {
  '200: the secret that the creation showed': async () => {
    const { id, signing_secret } = await newProject();
    const found = await unwrap(client.GET('/api/v1/projects/{id}/signing-secret', of(id)));
    expect(found).toEqual({ signing_secret });
  },
  '404: an unknown project': () => missing('GET', '/api/v1/projects/proj_unknown/signing-secret'),
});

describeOperation('projectSecrets_rotateSigning', {
  '200: a new secret, which counts from now on': async () => {
    const { id, signing_secret: old } = await newProject();
    const made = await unwrap(client.POST('/api/v1/projects/{id}/signing-secret/rotate', of(id)));
    expect(made).toEqual({ signing_secret: secret('sr_sign_') });
    expect(made.signing_secret).not.toBe(old);
    expect(await unwrap(client.GET('/api/v1/projects/{id}/signing-secret', of(id)))).toEqual(made);
  },
  '404: an unknown project': () => missing('POST', '/api/v1/projects/proj_unknown/signing-secret/rotate'),
  '409: another project with the same Idempotency-Key': () =>
    reused((id) => `/api/v1/projects/${id}/signing-secret/rotate`),
});

describeOperation('projectSecrets_rotateWebhook', {
  '200: a new secret, which the project shows': async () => {
    const { id } = await newProject();
    const made = await unwrap(client.POST('/api/v1/projects/{id}/webhook-secret/rotate', of(id)));
    expect(made).toEqual({ webhook_secret: secret('whsec_') });
    expect(await unwrap(client.GET('/api/v1/projects/{id}', of(id)))).toMatchObject(made);
  },
  '404: an unknown project': () => missing('POST', '/api/v1/projects/proj_unknown/webhook-secret/rotate'),
  '409: another project with the same Idempotency-Key': () =>
    reused((id) => `/api/v1/projects/${id}/webhook-secret/rotate`),
});

describeOperation('webhooks_refreshProject', {
  '200: by the secret of the project alone, or by a live key': async () => {
    const { id, demoId } = await projectWithDemo();
    const { webhook_secret } = await unwrap(
      client.POST('/api/v1/projects/{id}/webhook-secret/rotate', of(id)),
    );
    const headers = { 'X-Webhook-Secret': webhook_secret };
    const path = `/api/v1/webhooks/projects/${id}/refresh`;
    const { body } = read(await api.request('POST', path, { headers, key: null }));
    expect(body).toEqual({ refreshed: 1, jobs: [{ demoId, jobId: idLike('job') }], over_quota: 0 });
    const params = { path: { projectId: id } };
    const again = await unwrap(client.POST('/api/v1/webhooks/projects/{projectId}/refresh', { params }));
    expect(again).toEqual({ refreshed: 0, jobs: [], over_quota: 0 });
  },
  '401: the secret of another project': async () => {
    const [one, other] = [await newProject(), await newProject()];
    const rotate = '/api/v1/projects/{id}/webhook-secret/rotate';
    const { webhook_secret } = await unwrap(client.POST(rotate, of(other.id)));
    await unwrap(client.POST(rotate, of(one.id)));
    const headers = { 'X-Webhook-Secret': webhook_secret };
    const path = `/api/v1/webhooks/projects/${one.id}/refresh`;
    expect((await api.request('POST', path, { headers, key: null })).status).toBe(401);
  },
  '404: an unknown project, with a key or a secret': async () => {
    const path = '/api/v1/webhooks/projects/proj_unknown/refresh';
    await missing('POST', path);
    await missing('POST', path, { key: null, headers: { 'X-Webhook-Secret': 'whsec_x' } });
  },
  '409: another project with the same Idempotency-Key': () =>
    reused((id) => `/api/v1/webhooks/projects/${id}/refresh`),
});

const cookie = { name: 'sid', value: 'very-secret', domain: 'example.com' };
const login = { cookies: [cookie], mask_selectors: ['.email'] };

describeOperation('logins_set', {
  '200: what is stored, without the values': async () => {
    const { id } = await newProject();
    const { status, text } = await api.request('PUT', `/api/v1/projects/${id}/login`, { body: login });
    expect(status).toBe(200);
    expect(text).toContain('.email');
    expect(text).not.toContain(cookie.value);
  },
  '400: the error names what is wrong': async () => {
    const { id } = await newProject();
    for (const member of ['cookies', 'mask_selectors']) {
      const body = { ...login, [member]: 7 };
      const answer = await api.request('PUT', `/api/v1/projects/${id}/login`, { body });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '404: an unknown project': () => missing('PUT', '/api/v1/projects/proj_unknown/login', { body: login }),
});

describeOperation('logins_change', {
  '200: what was not named stays, and what was is replaced': async () => {
    const { id } = await newProject();
    const path = `/api/v1/projects/${id}/login`;
    await api.request('PUT', path, { body: login });
    const { body } = await api.request('PATCH', path, { body: { mask_selectors: ['.iban'] } });
    expect(body).toMatchObject({ cookies: [{ name: 'sid' }], script: null, mask_selectors: ['.iban'] });
    const script = { title: 'Sign in', steps: [{ type: 'navigate', url: 'https://example.com/' }] };
    expect((await api.request('PATCH', path, { body: { script } })).body).toMatchObject({
      cookies: [{ name: 'sid' }],
      script: { title: 'Sign in' },
    });
    const less = await api.request('PATCH', path, { body: { script: null, cookies: [] } });
    expect(less.body).toEqual({ cookies: [], script: null, mask_selectors: ['.iban'] });
  },
  '200: a project without a login gets one': async () => {
    const { id } = await newProject();
    const body = { mask_selectors: ['.iban'] };
    const made = await unwrap(client.PATCH('/api/v1/projects/{id}/login', { ...of(id), body }));
    expect(made).toEqual({ cookies: [], script: null, mask_selectors: ['.iban'] });
  },
  '200: what signs in to the old site is not kept beside what signs in to the new one': async () => {
    const { id } = await newProject();
    const path = `/api/v1/projects/${id}/login`;
    await api.request('PUT', path, { body: login });
    await api.request('PATCH', `/api/v1/projects/${id}`, { body: { url: 'https://elsewhere.example/' } });
    const masked = await api.request('PATCH', path, { body: { mask_selectors: ['.iban'] } });
    expect(masked.body).toMatchObject({ cookies: [{ name: 'sid' }] });
    expect((await loginForPage(api.services, id, 'https://elsewhere.example/'))!.cookies).toEqual([]);
    const script = { title: 'In', steps: [{ type: 'navigate', url: 'https://elsewhere.example/' }] };
    const moved = await api.request('PATCH', path, { body: { script } });
    expect(moved.body).toMatchObject({ cookies: [], script: { title: 'In' }, mask_selectors: ['.iban'] });
  },
  '400: the error names what is wrong': async () => {
    const { id } = await newProject();
    for (const [member, value] of [
      ['cookies[0].domain', { cookies: [{ name: 'a', value: 'b', domain: 'elsewhere.example' }] }],
      ['mask_selectors[0]', { mask_selectors: ['a{'] }],
      ['script', { script: 7 }],
    ] as const) {
      const answer = await api.request('PATCH', `/api/v1/projects/${id}/login`, { body: value });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '404: an unknown project': () => missing('PATCH', '/api/v1/projects/proj_unknown/login', { body: login }),
});

describeOperation('logins_read', {
  '200: what was set, without the values': async () => {
    const { id } = await newProject();
    const set = await api.request('PUT', `/api/v1/projects/${id}/login`, { body: login });
    expect(await unwrap(client.GET('/api/v1/projects/{id}/login', of(id)))).toEqual(set.body);
  },
  '404: an unknown project, or a project without a login': async () => {
    for (const id of ['proj_unknown', (await newProject()).id]) {
      const answer = await api.request('GET', `/api/v1/projects/${id}/login`);
      expect(answer.body).toEqual(refusal('login_not_found'));
    }
  },
});

describeOperation('logins_remove', {
  '200: the project has no login any more': async () => {
    const { id } = await newProject();
    await api.request('PUT', `/api/v1/projects/${id}/login`, { body: login });
    expect(await unwrap(client.DELETE('/api/v1/projects/{id}/login', of(id)))).toEqual({ ok: true });
    expect((await api.request('GET', `/api/v1/projects/${id}/login`)).status).toBe(404);
  },
  '404: an unknown project': () => missing('DELETE', '/api/v1/projects/proj_unknown/login'),
});

const reset = { url: 'https://example.com/reset', method: 'PUT' } as const;
const resetOf = async () => {
  const { id } = await newProject();
  return { id, ...(await unwrap(client.PUT('/api/v1/projects/{id}/reset', { ...of(id), body: reset }))) };
};
const missingReset = async (method: string, path = '') => {
  for (const id of ['proj_unknown', (await newProject()).id]) {
    const answer = await api.request(method, `/api/v1/projects/${id}/reset${path}`);
    expect([404, answer.body.code]).toEqual([
      answer.status,
      expect.stringMatching(/^(project|reset)_not_found$/),
    ]);
  }
};

describeOperation('resets_set', {
  '200: the request with the secret that it is signed with': async () => {
    const { id, ...made } = await resetOf();
    expect(made).toEqual({ ...reset, secret: secret('sr_reset_') });
  },
  '400: the error names what is wrong': async () => {
    const { id } = await newProject();
    for (const [member, value] of [
      ['url', 'nonsense'],
      ['url', 'https://ada:pass@example.com/'],
      ['method', 'PATCH'],
    ] as const) {
      const body = { ...reset, [member]: value };
      const answer = await api.request('PUT', `/api/v1/projects/${id}/reset`, { body });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '404: an unknown project': () => missing('PUT', '/api/v1/projects/proj_unknown/reset', { body: reset }),
});

describeOperation('resets_read', {
  '200: what was set': async () => {
    const { id, ...made } = await resetOf();
    expect(await unwrap(client.GET('/api/v1/projects/{id}/reset', of(id)))).toEqual(made);
  },
  '404: an unknown project, or a project without a reset': () => missingReset('GET'),
});

describeOperation('resets_remove', {
  '200: nothing is called any more': async () => {
    const { id } = await resetOf();
    expect(await unwrap(client.DELETE('/api/v1/projects/{id}/reset', of(id)))).toEqual({ ok: true });
    expect((await api.request('GET', `/api/v1/projects/${id}/reset`)).status).toBe(404);
  },
  '404: an unknown project, or a project without a reset': () => missingReset('DELETE'),
});

describeOperation('resets_rotate', {
  '200: a new secret, which counts from now on': async () => {
    const { id, secret: old } = await resetOf();
    const made = await unwrap(client.POST('/api/v1/projects/{id}/reset/rotate', of(id)));
    expect(made).toEqual({ secret: secret('sr_reset_') });
    expect(made.secret).not.toBe(old);
    expect(await unwrap(client.GET('/api/v1/projects/{id}/reset', of(id)))).toEqual({ ...reset, ...made });
  },
  '404: an unknown project, or a project without a reset': () => missingReset('POST', '/rotate'),
  '409: another project with the same Idempotency-Key': async () => {
    const [first, second] = [await resetOf(), await resetOf()];
    const headers = keyed('rotate a reset twice');
    const rotate = (id: string) => api.request('POST', `/api/v1/projects/${id}/reset/rotate`, { headers });
    expect((await rotate(first.id)).status).toBe(200);
    expect((await rotate(second.id)).body).toEqual(refusal('idempotency_key_reused'));
  },
});
