import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount, finishDeletion } from '../../../src/domain/account-deletion/delete-account.ts';
import { accountStream } from '../../../src/domain/accounts/events.ts';
import { setOperator } from '../../../src/domain/accounts/operators.ts';
import { testUserOf } from '../../../src/domain/accounts/test-mode.ts';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { uploadBackground } from '../../../src/domain/backgrounds/upload.ts';
import { creditStream } from '../../../src/domain/credits/events.ts';
import { grantCredits } from '../../../src/domain/credits/grant.ts';
import { setTopoff } from '../../../src/domain/credits/purchases/set-topoff.ts';
import { projectStream } from '../../../src/domain/projects/events.ts';
import { openAccount } from '../../../src/domain/sign-up/open-account.ts';
import { createEndpoint } from '../../../src/domain/webhooks/manage.ts';
import { readText } from '../../../src/media/text.ts';
import { deleteAccounts } from '../../../src/worker/chores/delete-accounts.ts';
import { reportOf } from '../../admin/ledgers.ts';
import { cookieOf, type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { readyDemo, waitingDemo } from '../../support/ready-demo.ts';
import { freshCommand, openProject } from '../../support/services.ts';

let api: TestApi;
let user: SignedIn;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  user = await api.signUp();
});

const remove = (body: object) => user.request('POST', '/api/auth/delete-account', { body });
const asked = () => ({ password: user.password, email: user.email });
const signIn = () => api.request('POST', '/api/auth/sign-in/email', { key: null, body: asked() });
const keyOf = async (type: 'live' | 'publishable') => {
  const wanted = { userId: user.userId, name: 'CI', type, projectId: null, allowedDomains: null };
  return (await issueKey(api.services, freshCommand(user.userId), wanted)).key;
};
const statusOf = async (path: string) => (await api.request('GET', path, { key: null })).status;
const webhook = (projectId: string, secret: string) =>
  api.request('POST', `/api/v1/webhooks/projects/${projectId}/refresh`, {
    key: null,
    headers: { 'x-webhook-secret': secret },
  });

/** A project of the user with a demo that is ready, one that waits for a worker, a webhook secret, an own background and credits. */
async function belongings() {
  const { userId } = user;
  const { services } = api;
  await grantCredits(services, freshCommand(), { userId, amount: 7, description: 'Hello' });
  const topoff = { userId, enabled: true, packId: '20', threshold: 3 } as const;
  await setTopoff(services, freshCommand(userId), topoff);
  const projectId = await openProject(services, userId);
  const ready = await readyDemo(services, { userId, projectId });
  const waiting = await waitingDemo(services, { userId, projectId });
  const rotated = await user.request('POST', `/api/v1/projects/${projectId}/webhook-secret/rotate`);
  const picture = { image: Buffer.from('image'), preview: Buffer.from('preview'), width: 2, height: 1 };
  const shelf = { put: async () => undefined, removeAll: async () => undefined };
  await uploadBackground(services, freshCommand(userId), { userId, name: 'Dunes', picture }, shelf);
  await openProject(services, testUserOf(userId));
  const { endpointId } = await createEndpoint(services, freshCommand(userId), {
    userId,
    url: 'https://a.example',
  });
  await services.sql`
    insert into webhook_deliveries
      (id, endpoint_id, user_id, message_id, type, lane, body, next_attempt_at, created_at)
    values (${endpointId}, ${endpointId}, ${userId}, 'msg_1', 'demo.ready', 'x', '{}', now(), now())`;
  return { projectId, ready, waiting: waiting.demoId, secret: String(rotated.body.webhook_secret) };
}

const rowsOf = async (table: string) => {
  const [row] = await api.services.sql<[{ rows: number }]>`
    select count(*)::int as rows from ${api.services.sql(table)} where user_id = ${user.userId}`;
  return row.rows;
};

describe('an account that is deleted', () => {
  test('takes everything in it along: nothing opens, plays, runs or signs in any more', async () => {
    const { projectId, ready, waiting, secret } = await belongings();
    const [live, publishable] = [await keyOf('live'), await keyOf('publishable')];
    const other = cookieOf(await signIn());
    const pages = [`/share/${ready}`, `/embed/${ready}`, `/share/${waiting}`];
    for (const path of pages) expect(await statusOf(path), path).toBe(200);
    expect((await webhook(projectId, secret)).status).toBe(200);

    const answer = await remove({ ...asked(), email: user.email.toUpperCase() });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=0');

    for (const path of pages) expect(await statusOf(path), path).toBe(404);
    expect((await webhook(projectId, secret)).status).toBe(404);
    for (const key of [live, publishable]) {
      const body = { project_id: projectId, prompt: 'Show it' };
      const headers = { 'x-api-key': key };
      expect((await api.request('POST', '/api/v1/embed/generate', { headers, body })).status).toBe(401);
    }
    for (const cookie of [user.cookie, other])
      expect((await api.request('GET', '/api/v1/usage', { key: null, headers: { cookie } })).status).toBe(
        401,
      );
    expect((await signIn()).status).toBe(401);
    const ofTestMode = await api.services.sql`
      select from projects where user_id = ${testUserOf(user.userId)}`;
    expect(ofTestMode).toHaveLength(0);
    const webhooks = ['webhook_endpoints', 'webhook_deliveries'];
    for (const table of [
      'accounts',
      'projects',
      'demos',
      'api_keys',
      'backgrounds',
      'auth.sessions',
      ...webhooks,
    ])
      expect(await rowsOf(table), table).toBe(0);
    const [queued] = await api.services.sql<[{ removals: number }]>`
      select count(*)::int as removals from graphile_worker._private_jobs
      where key in (${`media.remove:${ready}`}, ${`media.remove:${waiting}`})`;
    expect(queued.removals).toBe(2);
  });

  test('leaves a ledger that adds up, with what its running job cost given back and no card to charge', async () => {
    await belongings();
    await remove(asked());
    const [ledger] = await api.services.sql`
      select balance, enabled from credit_accounts join credit_auto_topoffs using (user_id)
      where user_id = ${user.userId}`;
    expect(ledger).toEqual({ balance: 7, enabled: false });
    const facts = await api.services.store.readStream(creditStream(user.userId));
    const kinds = facts.map(({ type }) => type);
    expect(kinds.filter((type) => type === 'AllowanceUsed')).toHaveLength(2);
    expect(kinds.filter((type) => type === 'AllowanceReturned')).toHaveLength(1);
    expect((await reportOf(api.services, api.media)).findings).toEqual([]);
  });

  test('is never opened again, and its address may sign up anew', async () => {
    await remove(asked());
    await openAccount(api.services, user);
    expect(await rowsOf('accounts')).toBe(0);
    const again = await api.signUp(user.email);
    expect(again.userId).not.toBe(user.userId);
    expect((await again.request('GET', '/api/v1/usage')).body).toMatchObject({ plan: { id: 'free' } });
  });
});

test('what a request has made that was under way is deleted by the job that follows', async () => {
  await remove(asked());
  const projectId = await openProject(api.services, user.userId);
  const key = await keyOf('live');
  await expect(waitingDemo(api.services, { userId: user.userId, projectId })).rejects.toMatchObject({
    code: 'account_not_found',
  });
  const [job] = await api.services.sql<[{ payload: { userId: string }; waits: boolean }]>`
    select payload, run_at > now() + interval '1 minute' as waits from graphile_worker._private_jobs
    where key = ${`account.delete:${user.userId}`}`;
  expect(job).toEqual({ payload: { userId: user.userId, origin: expect.anything() }, waits: true });
  await finishDeletion(api.services, freshCommand('worker'), user.userId);
  expect(await rowsOf('projects')).toBe(0);
  expect((await api.request('GET', '/api/v1/usage', { key })).status).toBe(401);
});

describe('a process that dies', () => {
  const died = () => Promise.reject(new Error('the process died'));
  const job = async () =>
    (await queuedJobs(api.services, 'account.delete')).find(({ payload }) =>
      JSON.stringify(payload).includes(user.userId),
    )!;
  const emailInLog = async () => {
    const [opened] = await api.services.store.readStream(accountStream(user.userId));
    return (opened!.data as { email: string }).email;
  };
  const noted = () => readText(api.media, `audit/deletions/${user.userId}.json`);

  test('before the key is destroyed leaves a job that destroys it', async () => {
    const { services } = api;
    await user.request('GET', '/api/v1/usage');
    const subjectKeys = { ...services.subjectKeys, destroy: died };
    const dying = deleteAccount({ ...services, subjectKeys }, freshCommand(user.userId), user.userId);
    await expect(dying).rejects.toThrow('the process died');
    expect(await rowsOf('accounts')).toBe(0);
    expect((await signIn()).status).toBe(401);
    expect(await emailInLog()).toBe(user.email);
    expect(await noted(), 'before the key is destroyed').toContain(user.userId);

    await perform([deleteAccounts(services)], await job());
    expect(await emailInLog()).toBe('');
    expect(await services.subjectKeys.isDestroyed(user.userId)).toBe(true);
    await perform([deleteAccounts(services)], await job());
    expect(await emailInLog()).toBe('');
  });

  test('before the deletion is noted destroys nothing, and the user is still there to press again', async () => {
    const { services } = api;
    await user.request('GET', '/api/v1/usage');
    const dying = deleteAccount(
      { ...services, notes: { put: died } },
      freshCommand(user.userId),
      user.userId,
    );
    await expect(dying).rejects.toThrow('the process died');
    expect(await noted()).toBeNull();
    expect(await emailInLog()).toBe(user.email);
    expect((await remove(asked())).status).toBe(200);
    expect(await noted()).toContain(user.userId);
    expect(await emailInLog()).toBe('');
  });
});

test('what was said in test mode cannot be read any more either', async () => {
  const { services } = api;
  const projectId = await openProject(services, testUserOf(user.userId));
  expect((await remove(asked())).status).toBe(200);
  const [created] = await services.store.readStream(projectStream(projectId));
  expect(created!.data).toMatchObject({ userId: testUserOf(user.userId), name: '', url: '' });
});

describe('it stays where', () => {
  const stays = async () => {
    expect((await user.request('GET', '/api/v1/usage')).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  };

  test('the password is wrong, or the address is another one', async () => {
    expect(await remove({ ...asked(), password: 'not it' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    expect(await remove({ ...asked(), email: 'else@example.com' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_email', error: expect.stringContaining('`email`') },
    });
    expect((await remove({ password: user.password })).body.error).toContain('`email`');
    await stays();
  });

  test('its owner operates the service', async () => {
    const { userId } = user;
    await user.request('GET', '/api/v1/usage');
    await setOperator(api.services, freshCommand(), { userId, isOperator: true });
    expect(await remove(asked())).toMatchObject({ status: 409, body: { code: 'operator_account' } });
    await stays();
    await setOperator(api.services, freshCommand(), { userId, isOperator: false });
    expect((await remove(asked())).status).toBe(200);
  });

  test('a page of another site asks', async () => {
    const headers = { origin: 'https://evil.example' };
    const answer = await user.request('POST', '/api/auth/delete-account', { body: asked(), headers });
    expect(answer.status).toBe(403);
    await stays();
  });

  test('somebody asks with a key, or has no session', async () => {
    const body = asked();
    for (const key of [null, await keyOf('live')])
      expect((await api.request('POST', '/api/auth/delete-account', { key, body })).status).toBe(401);
    await stays();
  });
});
