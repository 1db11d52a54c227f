import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { refreshProject } from '../../../src/domain/project-demos/refresh-project.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { readyDemo, waitingDemo } from '../../support/ready-demo.ts';
import { freshCommand, openProject, openUser } from '../../support/services.ts';

let api: TestApi;
let strangersKey: string;
beforeAll(async () => {
  api = await startApi({
    config: { publicUrl: null, limits: { enabled: true, readsPerMinute: 600, writesPerMinute: 8 } },
  });
  strangersKey = await keyOf(await openUser(api.services));
});
afterAll(() => api?.stop());

async function keyOf(userId: string): Promise<string> {
  const wanted = { userId, name: 'CI', type: 'live', projectId: null, allowedDomains: null } as const;
  return (await issueKey(api.services, freshCommand(userId), wanted)).key;
}

/** A user with a project whose webhook secret is known; nobody shares an allowance with another test. */
async function projectWithSecret(plan: 'free' | 'unlimited' = 'unlimited') {
  const userId = await openUser(api.services, { plan });
  const key = await keyOf(userId);
  const projectId = await openProject(api.services, userId);
  const rotated = await api.request('POST', `/api/v1/projects/${projectId}/webhook-secret/rotate`, { key });
  return { userId, projectId, key, secret: String(rotated.body.webhook_secret) };
}

const call = (projectId: string, headers: Record<string, string>) =>
  api.request('POST', `/api/v1/webhooks/projects/${projectId}/refresh`, { key: null, headers });

describe('deleting a project', () => {
  it('deletes its demos too, and gives back what still ran', async () => {
    const { userId, projectId, key } = await projectWithSecret();
    const read = (path: string) => api.request('GET', `/api/v1${path}`, { key });
    const [ready, running] = [
      await readyDemo(api.services, { userId, projectId }),
      (await waitingDemo(api.services, { userId, projectId })).demoId,
    ];
    expect((await read(`/projects/${projectId}`)).body).toMatchObject({ demo_count: 2 });
    const before = await read('/usage');
    const remove = () => api.request('DELETE', `/api/v1/projects/${projectId}`, { key });
    expect((await remove()).body).toEqual({ ok: true });
    for (const path of [`/projects/${projectId}`, `/demos/${ready}`, `/demos/${running}`])
      expect((await read(path)).status).toBe(404);
    expect((await remove()).status).toBe(404);
    const after = await read('/usage');
    const usage = (answer: typeof after) =>
      answer.body as unknown as { demoCount: number; usage: { demosThisMonth: number } };
    expect(usage(after).demoCount).toBe(usage(before).demoCount - 2);
    expect(usage(after).usage.demosThisMonth).toBe(usage(before).usage.demosThisMonth - 1);
    const removals = await api.services.sql`
      select payload->>'prefix' as prefix from graphile_worker._private_jobs
      where key in ${api.services.sql([ready, running].map((demo) => `media.remove:${demo}`))} order by 1`;
    expect(removals.map(({ prefix }) => prefix)).toEqual(
      [ready, running].map((demo) => `demos/${demo}/`).sort(),
    );
  });
});

describe('the pages of a project', () => {
  it('are those that its demos film, also where a demo names the project’s own', async () => {
    const { userId, projectId, key } = await projectWithSecret();
    const read = async (path: string) =>
      (await api.request('GET', `/api/v1${path}`, { key })).body as unknown;
    const { url: own } = (await read(`/projects/${projectId}`)) as { url: string };
    const pricing = new URL('/pricing', own).href;
    const owner = { userId, projectId };
    const plain = await readyDemo(api.services, owner);
    const { demoId: named } = await waitingDemo(api.services, { ...owner, pageUrl: own });
    const other = await readyDemo(api.services, { ...owner, pageUrl: pricing });
    expect(await read(`/projects/${projectId}/pages`)).toEqual({
      pages: [
        { page_url: own, demo_count: 2, ready_count: 1 },
        { page_url: pricing, demo_count: 1, ready_count: 1 },
      ],
    });
    const idsOf = async (page: string) => {
      const found = await read(`/demos/overview?page_url=${encodeURIComponent(page)}`);
      return (found as { demos: { id: string }[] }).demos.map(({ id }) => id);
    };
    expect(await idsOf(own)).toEqual([named, plain]);
    expect(await idsOf(pricing)).toEqual([other]);
    expect(await read(`/demos/${other}`)).toMatchObject({ page_url: pricing });
    expect(await read(`/demos/${plain}`)).toMatchObject({ page_url: null });
    expect(await read(`/projects/${projectId}?demos=none`)).toMatchObject({ demos: [], demo_count: 3 });
    const stranger = await api.request('GET', `/api/v1/projects/${projectId}/pages`, { key: strangersKey });
    expect(stranger.status).toBe(404);
  });
});

describe('refreshing a project', () => {
  it('queues what is ready and generated, and nothing else', async () => {
    const { userId, projectId, key } = await projectWithSecret();
    const ready = await readyDemo(api.services, { userId, projectId });
    await waitingDemo(api.services, { userId, projectId });
    const refresh = () => api.request('POST', `/api/v1/projects/${projectId}/refresh`, { key });
    expect(await refresh()).toMatchObject({
      status: 200,
      body: { queued: 1, jobs: [expect.stringMatching(/^job_/)] },
    });
    const demo = await api.request('GET', `/api/v1/demos/${ready}`, { key });
    expect(demo.body).toMatchObject({ status: 'refreshing' });
    expect((await refresh()).body).toEqual({ queued: 0, jobs: [], over_quota: 0 });
  });

  it('queues as far as the quota reaches, and says what it left out', async () => {
    const userId = await openUser(api.services, { plan: 'free', credits: 2 });
    const key = await keyOf(userId);
    const projectId = await openProject(api.services, userId);
    for (let n = 0; n < 9; n++) await readyDemo(api.services, { userId, projectId });
    const done = await api.request('POST', `/api/v1/projects/${projectId}/refresh`, { key });
    expect(done).toMatchObject({ status: 200, body: { queued: 3, over_quota: 6 } });
  });

  it('queues as far as the queue has room, and says how many it left out', async () => {
    const { userId, projectId, key } = await projectWithSecret();
    for (let n = 0; n < 3; n++) await readyDemo(api.services, { userId, projectId });
    const usage = async () =>
      (await api.request('GET', '/api/v1/usage', { key })).body as unknown as { queue: { waiting: number } };
    const waiting = async () => {
      const [row] = await api.services.sql<{ count: number }[]>`
        select count(*)::int from graphile_worker.jobs where task_identifier = 'demo.generate' and locked_at is null`;
      return row!.count;
    };
    const before = await usage();
    const limited = { ...api.services, queueLimit: (await waiting()) + 2 };
    const given = { projectId, userId, triggeredBy: 'api' as const };
    const refreshed = await refreshProject(limited, freshCommand(userId), given);
    expect([refreshed.jobs.length, refreshed.overQuota]).toEqual([2, 1]);
    expect((await usage()).queue.waiting).toBe(before.queue.waiting + 2);
  });
});

describe('the refresh webhook', () => {
  it('queues what is ready and generated, as `webhook`, by the secret as by a live key', async () => {
    const { userId, projectId, secret, key } = await projectWithSecret();
    const ready = await readyDemo(api.services, { userId, projectId });
    await waitingDemo(api.services, { userId, projectId });
    const done = await call(projectId, { 'X-Webhook-Secret': secret });
    expect(done).toMatchObject({
      status: 200,
      body: {
        refreshed: 1,
        jobs: [{ demoId: ready, jobId: expect.stringMatching(/^job_/) }],
        over_quota: 0,
      },
    });
    const demo = (await api.request('GET', `/api/v1/demos/${ready}`, { key })).body as never as {
      refreshHistory: object[];
    };
    expect(demo.refreshHistory).toMatchObject([{ triggered_by: 'webhook', result: 'queued' }]);
    for (const headers of [{ 'X-API-Key': key }, { Authorization: `Bearer ${key}` }] as Record<
      string,
      string
    >[])
      expect(await call(projectId, headers)).toMatchObject({ status: 200, body: { refreshed: 0, jobs: [] } });
  });

  it('says how many demos the quota left out', async () => {
    const { userId, projectId, secret } = await projectWithSecret('free');
    for (let n = 0; n < 7; n++) await readyDemo(api.services, { userId, projectId });
    const done = await call(projectId, { 'X-Webhook-Secret': secret });
    expect(done).toMatchObject({ status: 200, body: { refreshed: 3, over_quota: 4 } });
  });

  it('gives the first answer again for an Idempotency-Key', async () => {
    const { userId, projectId, secret } = await projectWithSecret();
    await readyDemo(api.services, { userId, projectId });
    const headers = { 'X-Webhook-Secret': secret, 'Idempotency-Key': 'deploy-1' };
    const first = await call(projectId, headers);
    expect(first.body).toMatchObject({ refreshed: 1 });
    expect((await call(projectId, headers)).text).toBe(first.text);
  });

  it('counts calls by secret for the project alone', async () => {
    const { projectId, secret, key } = await projectWithSecret();
    const statuses = [];
    for (let n = 0; n < 9; n++) statuses.push((await call(projectId, { 'X-Webhook-Secret': secret })).status);
    expect(statuses).toEqual([...Array(8).fill(200), 429]);
    expect((await call(projectId, { 'X-API-Key': key })).status).toBe(200);
  });
});

describe('who may call it', () => {
  const secretOf = (text: string) => ({ 'X-Webhook-Secret': text });

  it('refuses no credential, a wrong secret, that of another project and a publishable key with 401', async () => {
    const [mine, other] = [await projectWithSecret(), await projectWithSecret()];
    const unissued = await openProject(api.services, mine.userId);
    for (const [projectId, headers] of [
      [mine.projectId, {}],
      [mine.projectId, secretOf('whsec_wrong')],
      [mine.projectId, secretOf('')],
      [mine.projectId, secretOf(other.secret)],
      [mine.projectId, { 'X-API-Key': await api.publishableKey() }],
      [mine.projectId, { Authorization: `Bearer ${mine.secret}` }],
      [unissued, secretOf(mine.secret)],
      ['proj_unknown', {}],
    ] as [string, Record<string, string>][])
      expect(await call(projectId, headers), JSON.stringify(headers)).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
  });

  it("answers 404 for an unknown project and for a live key's that is not its owner's", async () => {
    const { projectId, secret, key } = await projectWithSecret();
    for (const [id, headers] of [
      ['proj_unknown', secretOf(secret)],
      ['proj%00', secretOf(secret)],
      ['proj_unknown', { 'X-API-Key': key }],
      [projectId, { 'X-API-Key': strangersKey }],
    ] as [string, Record<string, string>][])
      expect(await call(id, headers)).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  });

  it('lets one good credential of two decide', async () => {
    const { projectId, secret, key } = await projectWithSecret();
    const statusOf = async (headers: Record<string, string>) => (await call(projectId, headers)).status;
    expect(await statusOf({ 'X-Webhook-Secret': secret, 'X-API-Key': 'sr_live_wrong' })).toBe(200);
    expect(await statusOf({ 'X-Webhook-Secret': secret, 'X-API-Key': strangersKey })).toBe(200);
    expect(await statusOf({ 'X-Webhook-Secret': 'whsec_wrong', 'X-API-Key': key })).toBe(200);
    expect(await statusOf({ 'X-Webhook-Secret': 'whsec_wrong', 'X-API-Key': strangersKey })).toBe(404);
    expect(await statusOf({ 'X-Webhook-Secret': 'whsec_wrong', 'X-API-Key': 'sr_live_wrong' })).toBe(401);
  });

  it('refuses the old secret at once when it was rotated', async () => {
    const { projectId, secret, key } = await projectWithSecret();
    await api.request('POST', `/api/v1/projects/${projectId}/webhook-secret/rotate`, { key });
    expect((await call(projectId, secretOf(secret))).status).toBe(401);
  });
});
