import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { freshCommand, openProject, openUser } from '../../support/services.ts';

let api: TestApi;
let strangersKey: string;
beforeAll(async () => {
  api = await startApi();
  const userId = await openUser(api.services);
  const wanted = { userId, name: 'Theirs', type: 'live', projectId: null, allowedDomains: null } as const;
  strangersKey = (await issueKey(api.services, freshCommand(userId), wanted)).key;
});
afterAll(() => api.stop());

const project = { name: 'Example', url: 'https://example.com/' };
const newProject = async (): Promise<string> =>
  (await api.request('POST', '/api/v1/projects', { body: project })).body.id!;

describe('creating a project', () => {
  it('answers with the signing secret, which no other answer holds', async () => {
    const made = await api.request('POST', '/api/v1/projects', { body: project });
    expect(made.status).toBe(201);
    const { signing_secret, ...shown } = made.body as Record<string, unknown>;
    expect(signing_secret).toMatch(/^sr_sign_[\w-]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^proj_/),
      user_id: api.owner.userId,
      ...project,
      viewport: 'desktop',
      refresh_schedule: 'manual',
      webhook_secret: null,
      demo_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const read = await api.request('GET', `/api/v1/projects/${shown.id}`);
    expect(read.body).toEqual({ ...shown, reset: null, demos: [] });
    const list = await api.request('GET', '/api/v1/projects');
    expect(list.text).not.toContain('sr_sign_');
    const [stored] = await api.services.sql`
      select data::text from events where stream = ${`project-${shown.id}`}`;
    expect(stored!.data).not.toContain(signing_secret);
  });

  it.each([
    ['name', { ...project, name: '' }],
    ['name', { ...project, name: 'x'.repeat(101) }],
    ['name', { url: project.url }],
    ['url', { ...project, url: 'ftp://example.com/' }],
    ['url', { ...project, url: 'example' }],
    ['url', { ...project, url: `https://example.com/${'x'.repeat(2048)}` }],
    ['password', { ...project, url: 'https://ada:secret@example.com/' }],
    ['viewport', { ...project, viewport: 'watch' }],
  ])('refuses a wrong %s by name: %j', async (field, body) => {
    const refused = await api.request('POST', '/api/v1/projects', { body });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(refused.body.error).toContain(field);
  });

  it('counts characters, not UTF-16 units', async () => {
    const named = (length: number) =>
      api.request('POST', '/api/v1/projects', { body: { ...project, name: '🎬'.repeat(length) } });
    expect((await named(100)).status).toBe(201);
    const refused = await named(101);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain('1 to 100 characters, but it has 101');
  });
});

describe('changing a project', () => {
  it('keeps what is not named', async () => {
    const id = await newProject();
    const path = `/api/v1/projects/${id}`;
    const changed = await api.request('PATCH', path, { body: { viewport: 'mobile', unknown: 1 } });
    expect(changed).toMatchObject({ status: 200, body: { ...project, viewport: 'mobile' } });
    const { warnings, ...record } = changed.body;
    expect(warnings).toMatchObject([{ code: 'unknown_member' }]);
    expect((await api.request('PATCH', path, { body: {} })).body).toEqual(record);
  });

  it('issues the webhook secret with the first on-deploy, and keeps it', async () => {
    const id = await newProject();
    const schedule = async (refresh_schedule: string) =>
      (await api.request('PATCH', `/api/v1/projects/${id}`, { body: { refresh_schedule } }))
        .body as unknown as Record<string, string | null>;
    expect((await schedule('daily')).webhook_secret).toBeNull();
    const { webhook_secret } = await schedule('on-deploy');
    expect(webhook_secret).toMatch(/^whsec_/);
    await schedule('manual');
    expect(await schedule('on-deploy')).toMatchObject({ refresh_schedule: 'on-deploy', webhook_secret });
    const rotated = await api.request('POST', `/api/v1/projects/${id}/webhook-secret/rotate`);
    expect(rotated.body).toEqual({ webhook_secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.body).not.toEqual({ webhook_secret });
    expect((await api.request('GET', `/api/v1/projects/${id}`)).body).toMatchObject({ ...rotated.body });
  });

  it('rotates the signing secret', async () => {
    const made = await api.request('POST', '/api/v1/projects', { body: project });
    const path = `/api/v1/projects/${made.body.id}/signing-secret`;
    const read = async () => (await api.request('GET', path)).body;
    expect(await read()).toEqual({ signing_secret: made.body.signing_secret });
    const rotated = await api.request('POST', `${path}/rotate`);
    expect(rotated.status).toBe(200);
    expect(await read()).toEqual(rotated.body);
    expect(rotated.body.signing_secret).not.toBe(made.body.signing_secret);
  });
});

it('lists page by page, newest first, each project once', async () => {
  const userId = await openUser(api.services);
  const wanted = { userId, name: 'Lister', type: 'live', projectId: null, allowedDomains: null } as const;
  const { key } = await issueKey(api.services, freshCommand(userId), wanted);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift(await openProject(api.services, userId));
  const pages: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/api/v1/projects?limit=2${cursor && `&cursor=${cursor}`}`;
    const { body } = await api.request('GET', path, { key });
    const page = body as unknown as { projects: { id: string }[]; next_cursor: string | null };
    pages.push(page.projects.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
});

it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=MTpkZW1vXzE'])(
  'refuses a list with %s',
  async (query) => {
    const refused = await api.request('GET', `/api/v1/projects?${query}`);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(query.split('=')[0]);
  },
);

it('rotates a secret once for an Idempotency-Key, also where the first answer was lost', async () => {
  const id = await newProject();
  const headers = { 'Idempotency-Key': `rotate-${id}` };
  for (const [kind, read] of [
    ['signing', async () => (await api.request('GET', `/api/v1/projects/${id}/signing-secret`)).body],
    ['webhook', async () => (await api.request('GET', `/api/v1/projects/${id}`)).body],
  ] as const) {
    const path = `/api/v1/projects/${id}/${kind}-secret/rotate`;
    const first = await api.request('POST', path, { headers });
    expect(await api.request('POST', path, { headers })).toMatchObject({ status: 200, body: first.body });
    // As it stands when the process dies between rotating and answering.
    await api.services.sql`
      update idempotency_keys set status = null, sealed_body = null, claimed_at = now() - interval '2 minutes'
      where key = ${headers['Idempotency-Key']}`;
    expect((await api.request('POST', path, { headers })).body).toEqual(first.body);
    expect(await read()).toMatchObject(first.body);
  }
});

it("answers 404 for another user's project, whatever is asked of it", async () => {
  const id = await newProject();
  const asked: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', ''],
    ['POST', '/refresh'],
    ['GET', '/signing-secret'],
    ['POST', '/signing-secret/rotate'],
    ['POST', '/webhook-secret/rotate'],
  ];
  for (const [method, path, body] of asked)
    expect(
      await api.request(method, `/api/v1/projects/${id}${path}`, { key: strangersKey, body }),
    ).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  expect((await api.request('GET', '/api/v1/projects', { key: strangersKey })).body).toMatchObject({
    projects: [],
  });
});
