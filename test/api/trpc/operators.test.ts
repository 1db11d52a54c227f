import { createTRPCClient, httpBatchStreamLink, TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AdminRouter } from '../../../src/admin/router.ts';
import { accountStream } from '../../../src/domain/accounts/events.ts';
import { listOperators, setOperator } from '../../../src/domain/accounts/operators.ts';
import { creditStream } from '../../../src/domain/credits/events.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { freshCommand, openUser } from '../../support/services.ts';

let api: TestApi;
let operator: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  api = await startApi();
  [operator, stranger] = await Promise.all([api.signUp(), api.signUp()]);
  for (const one of [operator, stranger]) await one.request('GET', '/api/v1/usage');
  await set(operator, true);
});
afterAll(() => api?.stop());

const set = ({ userId }: SignedIn, isOperator: boolean) =>
  setOperator(api.services, freshCommand('admin:test'), { userId, isOperator });

const clientOf = (headers: Record<string, string>) =>
  createTRPCClient<AdminRouter>({
    links: [httpBatchStreamLink({ url: `${api.baseUrl}/api/operator`, headers })],
  });
const signedIn = ({ cookie }: SignedIn, headers = {}) => clientOf({ cookie, ...headers });

/** What a call was refused with; null where it was not. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof TRPCClientError ? error.data : error) as Record<string, unknown>,
  );

const everything = (client: ReturnType<typeof clientOf>, account: string) => [
  client.accounts.find.query({ text: null }),
  client.accounts.ledger.query({ account }),
  client.log.read.query({}),
  client.jobs.list.query({}),
  client.machines.list.query(),
  client.operators.list.query(),
  client.audit.run.query({ account: null }),
  client.accounts.grant.mutate({ account, amount: 1, reason: 'because' }),
  client.operators.appoint.mutate({ account, reason: 'because' }),
];

test('nobody but a session of an operator calls anything', async () => {
  const given = { account: stranger.userId };
  const calls = [
    ['a session of somebody else', signedIn(stranger), 'operators_only', 403],
    ['no credential', clientOf({}), 'unauthorized', 401],
    ['a key', clientOf({ authorization: `Bearer ${api.key}` }), 'unauthorized', 401],
    ['another site', signedIn(operator, { origin: 'https://evil.example' }), 'foreign_origin', 403],
    [
      'a picture on another site',
      signedIn(operator, { 'sec-fetch-site': 'cross-site' }),
      'foreign_origin',
      403,
    ],
  ] as const;
  for (const [name, client, code, status] of calls)
    for (const refused of await Promise.all(everything(client, given.account).map(refusal)))
      expect([name, refused]).toMatchObject([
        name,
        { code, status, requestId: expect.stringMatching(/^req_/) },
      ]);
  expect(await api.services.store.readStream(creditStream(stranger.userId))).toHaveLength(1);
});

test('an operator grants in their own name, and is asked where it is much', async () => {
  const client = signedIn(operator);
  const grant = { account: stranger.userId, amount: 5000, reason: 'a conference', key: 'form-1' };
  expect(await refusal(client.accounts.grant.mutate(grant))).toMatchObject({
    code: 'large_grant',
    status: 409,
    error: expect.stringContaining('5,000'),
    requestId: expect.stringMatching(/^req_/),
  });
  const granted = await client.accounts.grant.mutate({ ...grant, large: true });
  expect(await client.accounts.grant.mutate({ ...grant, large: true })).toEqual({ ...granted, before: true });
  const taken = await client.accounts.revoke.mutate({ id: granted.transactionId!, reason: 'a mistake' });
  expect(taken).toMatchObject({ amount: -5000, balanceAfter: 0 });
  const events = await api.services.store.readStream(creditStream(stranger.userId));
  expect(events.slice(-2).map(({ metadata }) => [metadata.actor, metadata.reason])).toEqual([
    [`admin:${operator.userId}`, 'a conference'],
    [`admin:${operator.userId}`, 'a mistake'],
  ]);
});

test('one session does not become more: links to other accounts and new operators need the token', async () => {
  const client = signedIn(operator, { 'x-operator': 'ada' });
  const given = { account: stranger.userId, reason: 'because' };
  const calls = [
    client.accounts.passwordLink.mutate(given),
    client.operators.appoint.mutate(given),
    client.operators.dismiss.mutate(given),
  ];
  for (const refused of await Promise.all(calls.map(refusal)))
    expect(refused).toMatchObject({ code: 'token_needed', status: 403 });
  expect(await client.operators.list.query()).toMatchObject([
    { userId: operator.userId, email: operator.email, appointedBy: 'admin:test' },
  ]);
});

test('an audit is told of while it runs, and a dismissal holds with the next request', async () => {
  const second = await api.signUp();
  await second.request('GET', '/api/v1/usage');
  await set(second, true);
  const steps = [];
  for await (const step of await signedIn(second).audit.run.query({ account: null })) steps.push(step);
  expect(steps.at(-1)).toMatchObject({ report: { findings: [] } });
  expect(steps[0]).toHaveProperty('progress');
  const session = () => second.request('GET', '/api/auth/get-session');
  expect((await session()).body).toMatchObject({ isOperator: true });
  const shown = (who: SignedIn) =>
    fetch(`${api.baseUrl}/operator`, { headers: { cookie: who.cookie, accept: 'text/html' } });
  expect((await shown(second)).status).not.toBe(404);
  await set(second, false);
  expect((await session()).body).toMatchObject({ isOperator: false });
  expect(await refusal(signedIn(second).machines.list.query())).toMatchObject({ code: 'operators_only' });
  const page = await shown(second);
  expect([page.status, await page.text()]).toEqual([
    404,
    expect.not.stringContaining('<script type="module"'),
  ]);
  expect((await listOperators(api.services.sql)).map(({ userId }) => userId)).toEqual([operator.userId]);
  const events = await api.services.store.readStream(accountStream(second.userId));
  expect(events.map(({ type }) => type)).toEqual(['AccountOpened', 'OperatorAppointed', 'OperatorDismissed']);
});

test('an audit that is left ends, and leaves no transaction open', async () => {
  const { sql } = api.services;
  const auditor = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and query like '%pg_advisory_lock_shared%' and state = 'active'`;
  const rebuild = await sql.reserve();
  await rebuild`select pg_advisory_lock(hashtextextended('credit_accounts', 3))`;
  const leaving = new AbortController();
  const audit = async () => {
    const { signal } = leaving;
    for await (const _ of await signedIn(operator).audit.run.query({ account: null }, { signal }));
  };
  const auditing = refusal(audit());
  const pid = await vi.waitFor(async () => (await auditor())[0]!.pid, 60_000);
  leaving.abort();
  await auditing;
  await rebuild`select pg_advisory_unlock_all()`;
  rebuild.release();
  const left = () => sql`select from pg_stat_activity where pid = ${pid}`;
  await vi.waitFor(async () => expect(await left()).toHaveLength(0), 60_000);
});

test('the log is found by account and time, page by page, and shows no secret', async () => {
  const user = await api.signUp();
  const project = await user.request('POST', '/api/v1/projects', {
    body: { name: 'Site', url: 'https://example.com/' },
  });
  const { id } = project.body as unknown as { id: string };
  await openUser(api.services);
  const read = (filter: object) => signedIn(operator).log.read.query({ account: user.email, ...filter });
  const all = await read({});
  expect(all.map(({ type }) => type)).toEqual(['ProjectCreated', 'CreditAccountOpened', 'AccountOpened']);
  expect(all[0]!.data).toMatchObject({ projectId: id, sealedSigningSecret: '[secret]' });
  expect(await read({ limit: 2, cursor: all[0]!.position })).toEqual(all.slice(1));
  expect(await read({ from: all[0]!.at })).toHaveLength(1);
  expect(await read({ until: all[0]!.at })).toEqual(all.slice(1));
  const [key] = await signedIn(operator).log.read.query({ type: 'ApiKeyCreated' });
  expect(key!.data).toMatchObject({ keyHash: '[secret]', name: 'Owner key' });
});
