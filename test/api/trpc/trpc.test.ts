import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { appRouter } from '../../../src/domain/router.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { performPreview } from '../../support/preview.ts';

type Router = typeof appRouter;
let api: TestApi;
let user: SignedIn;

beforeAll(async () => {
  api = await startApi({ previewWaitMs: 30_000 });
  user = await api.signUp();
});
afterAll(() => api?.stop());

const site = { name: 'Example', url: 'https://example.com/' };

/** The client of the dashboard. `seen` has the path of each request. */
function clientOf(headers: Record<string, string>, baseUrl = api.baseUrl) {
  const seen: string[] = [];
  const common = {
    url: `${baseUrl}/api/trpc`,
    headers,
    fetch: async (url: URL | RequestInfo, init?: object) => {
      seen.push(new URL(String(url)).pathname.replace('/api/trpc/', ''));
      return fetch(url as string, init as RequestInit);
    },
  };
  const links = [
    splitLink({
      condition: ({ type }) => type === 'query',
      true: httpBatchLink({ ...common, maxItems: 10 }),
      false: httpLink(common),
    }),
  ];
  return { client: createTRPCClient<Router>({ links }), seen };
}

const signedIn = (who = user) => clientOf({ cookie: who.cookie });

/** The `data` of a refusal: the body that REST answers with, and the status. */
async function refusal(asking: Promise<unknown>) {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw new Error(`no refusal: ${error}`);
  return (error as TRPCClientError<Router>).data as unknown as Record<string, unknown>;
}

/** A request as it is, past the client. The document says nothing of `/api/trpc`, so `api.request` cannot judge it. */
async function raw(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const headers = { cookie: user.cookie, ...init.headers };
  const answer = await fetch(`${api.baseUrl}/api/trpc/${path}`, { ...init, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}
const get = (path: string) => raw(path);
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a session does with it what it does with REST, and sees the same', async () => {
  const { client } = signedIn();
  const made = await client.projects.create.mutate({ ...site, viewport: 'mobile' });
  expect(made.signing_secret).toMatch(/^sr_sign_/);
  const rest = await user.request('GET', `/api/v1/projects/${made.id}`);
  expect(await client.projects.read.query({ id: made.id })).toEqual(rest.body);
});

test('queries of one moment share a request, and each is refused by itself', async () => {
  const { client, seen } = signedIn();
  const [credits, missing, demos] = await Promise.all([
    client.credits.read.query({}),
    refusal(client.demos.read.query({ id: 'demo_nothing' })),
    client.demos.list.query({}),
  ]);
  expect(seen).toEqual(['credits.read,demos.read,demos.list']);
  expect(credits.balance).toBe(0);
  expect(missing).toMatchObject({ error: 'No such demo.', code: 'demo_not_found', status: 404 });
  expect(missing.requestId).toMatch(/^req_/);
  expect(demos.demos).toEqual([]);
});

test('a batch has at most ten queries, and no changes', async () => {
  const names = (count: number) => Array.from({ length: count }, () => 'accounts.plans').join(',');
  expect((await get(`${names(10)}?batch=1&input={}`)).status).toBe(200);
  const large = await get(`${names(11)}?batch=1&input={}`);
  expect([large.status, [large.body].flat()[0].error.data]).toMatchObject([400, { code: 'bad_request' }]);
  const before = await user.request('GET', '/api/v1/projects');
  const changes = await post('projects.create,projects.create?batch=1', { 0: site, 1: site });
  expect([changes.status, changes.text.includes('batch_of_changes')]).toEqual([400, true]);
  expect((await user.request('GET', '/api/v1/projects')).body).toEqual(before.body);
});

test('a session alone is admitted: no key, no secret, no visitor, and no session that has ended', async () => {
  const live = { authorization: `Bearer ${api.key}` };
  const none: Record<string, string>[] = [
    {},
    live,
    { 'x-api-key': await api.publishableKey() },
    { cookie: 'nonsense=1' },
  ];
  for (const headers of none) {
    expect(await refusal(clientOf(headers).client.demos.list.query({}))).toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
  }
  const other = await api.signUp();
  const { client } = signedIn(other);
  expect((await client.projects.list.query({})).projects).toEqual([]);
  await other.request('POST', '/api/auth/sign-out');
  expect(await refusal(client.projects.list.query({}))).toMatchObject({ status: 401 });
});

test('another user’s records do not exist', async () => {
  const project = await signedIn().client.projects.create.mutate(site);
  const { client } = signedIn(await api.signUp());
  expect(await refusal(client.projects.read.query({ id: project.id }))).toMatchObject({ status: 404 });
  expect(await refusal(client.projects.delete.mutate({ id: project.id }))).toMatchObject({ status: 404 });
});

test('pages of other sites cannot use it', async () => {
  const foreign = clientOf({ cookie: user.cookie, origin: 'https://evil.example' }).client;
  const refused = { status: 403, code: 'foreign_origin' };
  expect(await refusal(foreign.demos.list.query({}))).toMatchObject(refused);
  expect(await refusal(foreign.projects.create.mutate(site))).toMatchObject(refused);
  const crossSite = await post('projects.create', site, { 'sec-fetch-site': 'cross-site' });
  expect(crossSite.status).toBe(403);
  const form = await post('projects.create', JSON.stringify(site), { 'content-type': 'text/plain' });
  expect([form.status, form.text.includes('unsupported_media_type')]).toEqual([415, true]);
  const own = clientOf({ cookie: user.cookie, origin: api.baseUrl }).client;
  expect((await own.projects.create.mutate(site)).name).toBe('Example');
});

test.each([
  'embeds.generate',
  'webhooks.refreshProject',
  'uploads.video',
  'uploads.asset',
  'deviceLogins.code',
  'deviceLogins.token',
])('%s asks for another credential or a stream and is not here', async (name) => {
  expect(await refusal(mutateByName(name))).toMatchObject({ status: 404, code: 'route_not_found' });
});

const mutateByName = (name: string) => {
  const [slice, procedure] = name.split('.') as [string, string];
  const client = signedIn().client as unknown as Record<
    string,
    Record<string, { mutate(input: object): Promise<unknown> }>
  >;
  return client[slice]![procedure]!.mutate({});
};

test('bad input is refused in the words of REST', async () => {
  const { client } = signedIn();
  const wrong = { name: '', url: 'example' };
  const rest = await user.request('POST', '/api/v1/projects', { body: wrong });
  const told = await refusal(client.projects.create.mutate(wrong));
  expect(told).toMatchObject({ status: 400, code: 'validation_failed', error: rest.body.error });
  const unstorable = await refusal(client.projects.create.mutate({ ...site, name: 'a\0b' }));
  expect(unstorable).toMatchObject({ status: 400, code: 'validation_failed' });
  const list = await post('projects.create', [site]);
  expect([list.status, list.text.includes('invalid_json')]).toEqual([400, true]);
});

test('requests that are no tRPC are answered with the same body', async () => {
  const asked = [
    [await get('nothing'), 404, 'route_not_found'],
    [await get('projects.create'), 405, 'method_not_allowed'],
    [await post('projects.create', '{"name":', { 'content-type': 'application/json' }), 400, 'invalid_json'],
    [await get('demos.list?input={'), 400, 'invalid_json'],
    [await post('projects.create', { ...site, name: 'x'.repeat(1024 * 1024) }), 413, 'body_too_large'],
  ] as const;
  for (const [answer, status, code] of asked) {
    const { data } = answer.body.error;
    expect([answer.status, data]).toMatchObject([
      status,
      { code, requestId: expect.stringMatching(/^req_/) },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test('an Idempotency-Key counts once, over tRPC and REST together', async () => {
  const headers = { cookie: user.cookie, 'idempotency-key': 'one-project' };
  const first = await clientOf(headers).client.projects.create.mutate(site);
  const again = await clientOf(headers).client.projects.create.mutate(site);
  const rest = await user.request('POST', '/api/v1/projects', {
    body: site,
    headers: { 'idempotency-key': 'one-project' },
  });
  expect([again.id, (rest.body as { id?: string }).id]).toEqual([first.id, first.id]);
  const other = clientOf(headers).client.projects.create.mutate({ ...site, name: 'Another' });
  expect(await refusal(other)).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
});

test('every call of a batch counts as a read, and previews have their own limit', async () => {
  const limited = await startApi({
    previewWaitMs: 30_000,
    config: { limits: { enabled: true, readsPerMinute: 5, writesPerMinute: 3, previewsPerMinute: 1 } },
  });
  try {
    const visitor = await limited.signUp();
    const { client } = clientOf({ cookie: visitor.cookie }, limited.baseUrl);
    const project = await client.projects.create.mutate(site);
    const wish = { project_id: project.id, prompt: 'Show the pricing' };
    const [preview] = await Promise.all([client.demos.preview.mutate(wish), performPreview(limited)]);
    expect(preview.scenes).toHaveLength(2);
    expect(await refusal(client.demos.preview.mutate(wish))).toMatchObject({ code: 'rate_limited' });
    const asked = await Promise.allSettled(Array.from({ length: 7 }, () => client.accounts.plans.query({})));
    const refused = asked.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(await refusal(client.accounts.plans.query({}))).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfterSec: expect.any(Number),
    });
    const rest = await visitor.request('GET', '/api/v1/plans');
    expect(rest.status).toBe(429);
  } finally {
    await limited.stop();
  }
});
