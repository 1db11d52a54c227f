import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountDecider } from '../../src/domain/accounts/decide.ts';
import { accountStream } from '../../src/domain/accounts/events.ts';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import { demoDecider } from '../../src/domain/demos/decide.ts';
import { demoStream } from '../../src/domain/demos/events.ts';
import { type RequestOptions, startApi, type TestApi } from '../support/api.ts';
import { freshCommand } from '../support/services.ts';

let api: TestApi;
let projectId: string;
beforeAll(async () => {
  api = await startApi();
  projectId = await newProject('https://example.com/');
});
afterAll(() => api?.stop());

async function newProject(url: string): Promise<string> {
  const made = await api.request('POST', '/api/v1/projects', { body: { name: 'Site', url } });
  expect(made.status).toBe(201);
  return made.body.id as unknown as string;
}
const generate = (body: object, options: RequestOptions = {}) =>
  api.request('POST', '/api/v1/embed/generate', { ...options, body });

async function publishable(wanted: { projectId?: string; allowedDomains?: string[] } = {}): Promise<string> {
  const { userId } = api.owner;
  const { key } = await issueKey(api.services, freshCommand(userId), {
    userId,
    name: 'Site',
    type: 'publishable',
    projectId: wanted.projectId ?? null,
    allowedDomains: wanted.allowedDomains ?? null,
  });
  return key;
}
const withKey = (key: string, headers: Record<string, string> = {}) => ({
  headers: { 'X-API-Key': key, ...headers },
});

test('202: starts a generation, once; 200: everyone after that gets the same demo', async () => {
  const wish = {
    project_id: projectId,
    prompt: 'Show the prices',
    context: { url: 'https://example.com/a' },
  };
  const first = await generate(wish);
  expect(first.status).toBe(202);
  expect(first.body).toEqual({
    demoId: expect.stringMatching(/^demo_/),
    status: 'pending',
    embedUrl: `${api.baseUrl}/embed/${first.body.demoId}`,
    cached: false,
  });
  const second = await generate(wish);
  expect([second.status, second.body]).toEqual([200, { ...first.body, cached: true }]);

  const { body: demo } = await api.request('GET', `/api/v1/demos/${first.body.demoId}`);
  expect(demo).toMatchObject({
    project_id: projectId,
    prompt: 'Show the prices',
    source: 'generated',
    format: 'mp4',
    context_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const jobs = await api.services.sql`
    select triggered_by from demo_jobs where demo_id = ${String(first.body.demoId)}`;
  expect([...jobs]).toEqual([{ triggered_by: 'embed' }]);
});

test('what the page says about itself reaches the planner, and does not make another demo', async () => {
  const page = { url: 'https://example.com/words', title: 'Plans', headings: ['Teams', 'Teams'] };
  const first = await generate({ project_id: projectId, context: { ...page, description: 'For teams' } });
  expect(first.status).toBe(202);
  const { body: demo } = await api.request('GET', `/api/v1/demos/${first.body.demoId}`);
  expect(demo.context).toBe('Plans\nFor teams\nTeams');
  const again = await generate({ project_id: projectId, context: { url: page.url, title: 'Other words' } });
  expect([again.status, again.body.demoId]).toEqual([200, first.body.demoId]);
});

test('200: fragment, tracking parameters, the order of members, an unknown template: all the same demo', async () => {
  const url = 'https://example.com/same?plan=pro';
  const first = await generate({
    project_id: projectId,
    context: { url },
    template: 'auto',
    section: 'Prices',
    presentation: { padding: 0.1, zoom: { enabled: true, intensity: 2 } },
  });
  expect(first.status).toBe(202);
  const same = await generate({
    presentation: { zoom: { intensity: 2, enabled: true }, padding: 0.1 },
    section: 'Prices',
    template: 'no-such-template',
    project_id: projectId,
    context: { url: 'https://EXAMPLE.com:443/same?utm_source=mail&plan=pro&gclid=1#prices' },
  });
  expect([same.status, same.body]).toEqual([200, { ...first.body, cached: true }]);
  const inPresentation = await generate({
    project_id: projectId,
    context: { url },
    presentation: {
      padding: 0.1,
      zoom: { enabled: true, intensity: 2 },
      recordingTemplate: { id: 'auto', sectionHint: 'Prices' },
    },
  });
  expect(inPresentation.body.demoId).toBe(first.body.demoId);
});

test('202: another page, prompt, template, section or presentation is another demo', async () => {
  const wish = { project_id: projectId, context: { url: 'https://example.com/differs' } };
  const seen = new Set<unknown>();
  for (const other of [
    ...[{}, { context: { url: 'https://example.com/differs?plan=pro' } }, { prompt: 'Another' }],
    ...[{ template: 'cinematic' }, { section: 'FAQ' }, { presentation: { mockup: 'none' } }],
  ]) {
    const made = await generate({ ...wish, ...other });
    expect([made.status, other]).toEqual([202, other]);
    seen.add(made.body.demoId);
  }
  expect(seen.size).toBe(6);
});

test('200: a deleted demo is made anew, a failed demo is shown as failed', async () => {
  const wish = { project_id: projectId, prompt: 'Comes to nothing' };
  const { body: made } = await generate(wish);
  const id = String(made.demoId);
  expect((await api.request('POST', `/api/v1/demos/${id}/cancel`)).status).toBe(200);
  const failed = await generate(wish);
  expect([failed.status, failed.body]).toMatchObject([200, { demoId: id, status: 'failed', cached: true }]);
  expect((await api.request('DELETE', `/api/v1/demos/${id}`)).status).toBe(200);
  const anew = await generate(wish);
  expect([anew.status, anew.body.cached]).toEqual([202, false]);
  expect(anew.body.demoId).not.toBe(id);
  expect((await generate(wish)).body.demoId).toBe(anew.body.demoId);
});

test('an Idempotency-Key gives the first answer again, status and all', async () => {
  const wish = { project_id: projectId, prompt: 'Said twice' };
  const headers = { 'Idempotency-Key': 'embed-1' };
  const first = await generate(wish, { headers });
  const again = await generate(wish, { headers });
  expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
});

describe('400', () => {
  test('no project, neither in the body nor by the key', async () => {
    for (const options of [{}, withKey(await publishable())]) {
      const refused = await generate({}, options);
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('project_id')]);
    }
  });

  test.each([
    ['prompt', { prompt: '' }],
    ['prompt', { prompt: 'x'.repeat(501) }],
    ['section', { section: '' }],
    ['section', { section: 'x'.repeat(121) }],
    ['template', { template: 7 }],
    ['context.url', { context: { url: 'no address' } }],
    ['context.url', { context: { url: 'ftp://example.com/' } }],
    ['context.title', { context: { title: 'x'.repeat(201) } }],
    ['context.headings[1]', { context: { headings: ['', 'x'.repeat(201)] } }],
    ['context.description', { context: { description: 'x'.repeat(501) } }],
    ['presentation.surprise', { presentation: { surprise: true } }],
    ['presentation.zoom.more', { presentation: { zoom: { enabled: true, more: 1 } } }],
    ['presentation.recordingTemplate.id', { presentation: { recordingTemplate: { id: 'unknown' } } }],
    ['presentation', { presentation: 'fine' }],
  ])('%s is named: %j', async (field, wrong) => {
    const refused = await generate({ project_id: projectId, ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(`\`${field}\``);
  });

  test('but not at the limit, nor for an unknown member', async () => {
    const edge = {
      prompt: 'p'.repeat(500),
      section: 's'.repeat(120),
      unknown: true,
      template: '',
      context: {
        url: 'https://example.com/edge',
        title: 't'.repeat(200),
        description: 'd'.repeat(500),
        headings: ['h'.repeat(200), ''],
        more: 1,
      },
    };
    expect((await generate({ project_id: projectId, ...edge })).status).toBe(202);
  });

  test('a page of another site, with a publishable key', async () => {
    const key = await publishable();
    const other = (url: string) => generate({ project_id: projectId, context: { url } }, withKey(key));
    expect([await other('https://example.org/')].map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'page_not_on_site'],
    ]);
    expect((await other('https://shop.example.com:8443/new')).status).toBe(202);
    // A live key may film pages of any site.
    const trusted = await generate({ project_id: projectId, context: { url: 'https://example.org/' } });
    expect(trusted.status).toBe(202);
  });
});

describe('401', () => {
  const wish = { project_id: 'proj_x' };
  test('no key, an unknown one, and a publishable one as Bearer', async () => {
    expect((await generate(wish, { key: null })).status).toBe(401);
    expect((await generate(wish, withKey('sr_pub_unknown'))).status).toBe(401);
    const bearer = { headers: { Authorization: `Bearer ${await publishable()}` } };
    expect((await generate(wish, bearer)).status).toBe(401);
  });

  test('a publishable key as Bearer is told of `X-API-Key`, and never to use a live key', async () => {
    const key = await publishable();
    const { body } = await generate(wish, { headers: { Authorization: `Bearer ${key}` } });
    expect(body.error).toContain('`X-API-Key: sr_pub_…`');
    expect(body.error).not.toMatch(/live|secret/i);
    expect(body.error).not.toContain(key);
  });

  test('without a key, a web page is told to send a publishable one', async () => {
    const { body } = await generate(wish, { key: null });
    expect(body.error).toContain('from a web page a publishable key in the `X-API-Key` header');
  });

  test('elsewhere, a publishable key is told that no live key may be in a web page', async () => {
    const own = withKey(await publishable());
    const project = await api.request('GET', '/api/v1/projects', own);
    const upload = await api.request(
      'POST',
      `/api/v1/demos/local-upload?project_id=${projectId}&prompt=x`,
      own,
    );
    expect([project.status, upload.status]).toEqual([401, 403]);
    expect(project.body.error).toContain('only for `POST /api/v1/embed/generate`');
    for (const { body } of [project, upload]) expect(body.error).toContain('must never be in a web page');
  });

  test('a publishable key anywhere else', async () => {
    const answer = await api.request('GET', '/api/v1/projects', withKey(await publishable()));
    expect(answer.status).toBe(401);
  });
});

test('a live key is accepted as Bearer and in X-API-Key, a publishable one in X-API-Key', async () => {
  const wish = { project_id: projectId, prompt: 'Three ways' };
  const bearer = { headers: { Authorization: `Bearer ${api.key}` } };
  const answers = [
    await generate(wish, bearer),
    await generate(wish, withKey(api.key)),
    await generate(wish, withKey(await publishable())),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 200, 200]);
});

describe('403: a publishable key with domains, from a page that is on none of them', () => {
  let key: string;
  beforeAll(async () => {
    key = await publishable({ projectId, allowedDomains: ['example.com', 'bücher.example'] });
  });
  const from = async (headers: Record<string, string>) => generate({}, withKey(key, headers));

  test.each<Record<string, string>>([
    {},
    { Origin: 'null' },
    { Origin: 'https://evil-example.com' },
    { Origin: 'https://example.com.evil.com' },
    { Origin: 'https://evil.com', Referer: 'https://example.com/' },
    { Origin: 'null', Referer: 'https://example.com/' },
    { Referer: 'https://evil.com/?https://example.com/' },
  ])('%j', async (headers) => {
    const refused = await from(headers);
    expect([refused.status, refused.body.code]).toEqual([403, 'origin_not_allowed']);
  });

  test.each<Record<string, string>>([
    { Origin: 'https://example.com' },
    { Origin: 'http://www.EXAMPLE.com:8080' },
    { Origin: 'https://example.com.' },
    { Origin: 'https://xn--bcher-kva.example' },
    { Referer: 'https://docs.example.com/page?x=1' },
  ])('but not %j', async (headers) => {
    expect([200, 202]).toContain((await from(headers)).status);
  });

  test('is checked before the input', async () => {
    expect((await generate({ prompt: '' }, withKey(key))).status).toBe(403);
  });
});

test('404: an unknown project', async () => {
  expect((await generate({ project_id: 'proj_unknown' })).status).toBe(404);
});

test('the project that a key is bound to stands in for the one in the body', async () => {
  const other = await newProject('https://example.com/');
  const bound = withKey(await publishable({ projectId }));
  const first = await generate({ prompt: 'Bound', project_id: other }, bound);
  expect(first.status).toBe(202);
  const demo = await api.request('GET', `/api/v1/demos/${first.body.demoId}`);
  expect(demo.body.project_id).toBe(projectId);
  for (const body of [{}, { project_id: projectId }, { project_id: 'proj_unknown' }])
    expect(await generate({ prompt: 'Bound', ...body }, bound)).toMatchObject({
      status: 200,
      body: { demoId: first.body.demoId },
    });
});

test('429: the quota is used up; an existing demo is still shown', async () => {
  const poor = await startApi();
  try {
    const project = await poor.request('POST', '/api/v1/projects', {
      body: { name: 'Site', url: 'https://example.com/' },
    });
    const ask = (n: number) =>
      poor.request('POST', '/api/v1/embed/generate', {
        body: { project_id: project.body.id, prompt: `Number ${n}` },
      });
    await setFreePlan(poor);
    for (let n = 1; n <= 10; n++) expect((await ask(n)).status).toBe(202);
    const refused = await ask(11);
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(10)).status).toBe(200);
  } finally {
    await poor.stop();
  }
});

async function setFreePlan({ services, owner }: TestApi): Promise<void> {
  await services.store.execute(freshCommand(), async (unit) => {
    const account = await unit.load(accountDecider, accountStream(owner.userId));
    account.decide({ type: 'changePlan', plan: 'free' });
  });
}

test('429: an IPv6 address counts as its network: one visitor has as many addresses as they like', async () => {
  const limited = await startApi({
    config: { publicUrl: null, trustProxy: 1, limits: { enabled: true, embedsPerMinute: 2 } },
  });
  const from = async (address: string) => {
    const headers = { 'X-Forwarded-For': address };
    return (await limited.request('POST', '/api/v1/embed/generate', { body: {}, headers })).status;
  };
  expect(await from('2001:db8:1:2::1')).toBe(400);
  expect(await from('2001:db8:1:2:ffff::2')).toBe(400);
  expect(await from('2001:db8:1:2::3')).toBe(429);
  expect(await from('2001:db8:1:3::1')).toBe(400);
  await limited.stop();
});

test('429: more requests than the limit a minute, for each key and address', async () => {
  const limited = await startApi({
    config: { publicUrl: null, limits: { enabled: true, embedsPerMinute: 3, writesPerMinute: 1 } },
  });
  try {
    const ask = () => limited.request('POST', '/api/v1/embed/generate', { body: {} });
    const first = await ask();
    expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([400, '3']);
    for (let n = 2; n <= 3; n++) expect((await ask()).status).toBe(400);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const key = await limited.publishableKey();
    const others = await limited.request('POST', '/api/v1/embed/generate', { body: {}, ...withKey(key) });
    expect(others.status).toBe(400);
  } finally {
    await limited.stop();
  }
});

test('OPTIONS: a page of any origin may send its key', async () => {
  const answer = await api.request('OPTIONS', '/api/v1/embed/generate', {
    key: null,
    headers: {
      Origin: 'https://example.com',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-api-key',
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-api-key');
});

test('fifty callers at once start one demo, one job, one charge', async () => {
  const busy = await newProject('https://busy.example/');
  const before = await charges();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => generate({ project_id: busy, prompt: 'At once' })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(1);
  expect(statuses.filter((status) => status === 200)).toHaveLength(49);
  expect(new Set(answers.map(({ body }) => body.demoId)).size).toBe(1);
  expect((await charges()) - before).toBe(1);
  expect(await api.services.sql`select id from demos where project_id = ${busy}`).toHaveLength(1);
});

/** All charges: demos of the plan and credits. */
async function charges(): Promise<number> {
  const [row] = await api.services.sql<{ n: number }[]>`
    select count(*)::int as n from events where type in ('AllowanceUsed', 'CreditsDeducted')`;
  return row!.n;
}

test('a demo that failed is made again, by one of many, when its time has come', async () => {
  const wish = { project_id: projectId, prompt: 'Fails first' };
  const { body } = await generate(wish);
  const demoId = String(body.demoId);
  await fail(demoId);
  expect((await generate(wish)).body).toMatchObject({ demoId, status: 'failed', cached: true });
  await api.services.sql`
    update demo_jobs set completed_at = now() - interval '11 minutes' where demo_id = ${demoId}`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => generate(wish)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 202]);
  for (const { body: answer } of answers) expect(answer).toMatchObject({ demoId, status: 'pending' });
  await fail(demoId);
  await api.services.sql`
    update demo_jobs set completed_at = now() - interval '11 minutes' where demo_id = ${demoId}`;
  expect((await generate(wish)).status, 'after the second failure it takes an hour').toBe(200);
});

async function fail(demoId: string): Promise<void> {
  await api.services.store.execute(freshCommand(), async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    const { jobId } = demo.state!.job!;
    demo.decide({ type: 'fail', jobId, code: 'page_failed', message: 'No page.', recordingLog: null });
  });
}

test('allowed_domains: `*` is every page, and an empty list none', async () => {
  const wish = { project_id: projectId, prompt: 'Everywhere' };
  const from = { Origin: 'https://elsewhere.example' };
  const anywhere = await generate(wish, withKey(await publishable({ allowedDomains: ['*'] }), from));
  expect(anywhere.status).toBe(202);
  const nowhere = await generate(wish, withKey(await publishable({ allowedDomains: [] }), from));
  expect([nowhere.status, nowhere.body.code]).toEqual([403, 'origin_not_allowed']);
  expect(nowhere.body.error).toContain('an empty list');
});
