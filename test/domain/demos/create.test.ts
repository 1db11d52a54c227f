import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemo, type DemoRequest } from '../../../src/domain/demos/create.ts';
import { generateTask } from '../../../src/domain/demos/tasks.ts';
import { AppError } from '../../../src/errors.ts';
import { verifyChain } from '../../../src/store/index.ts';
import {
  freshCommand,
  openProject,
  openUser,
  type TestServices,
  testServices,
} from '../../support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

const request = (userId: string, projectId: string): DemoRequest => ({
  userId,
  projectId,
  prompt: 'Show the pricing',
  format: 'mp4',
  resolution: '1080p',
  aspect: '16:9',
  durationTarget: '10s',
  presentation: null,
  mode: 'script',
  pageUrl: null,
  context: null,
  contextHash: null,
  triggeredBy: 'api',
});

async function left(userId: string) {
  const { sql } = services;
  const [row] = await sql<[{ demos: number; jobs: number; queued: number; events: number }]>`
    select
      (select count(*)::int from demos where user_id = ${userId}) as demos,
      (select count(*)::int from demo_jobs j join demos d on d.id = j.demo_id where d.user_id = ${userId}) as jobs,
      (select count(*)::int from graphile_worker.jobs w join demo_jobs j on j.id = w.key
        join demos d on d.id = j.demo_id where d.user_id = ${userId}) as queued,
      (select count(*)::int from events where metadata->>'actor' = ${userId} and stream like 'demo-%') as events`;
  return row;
}

test('a demo, its charge and its job are made together', async () => {
  const userId = await openUser(services, { plan: 'free' });
  const projectId = await openProject(services, userId);
  const { demoId, jobId } = await createDemo(services, freshCommand(userId), request(userId, projectId));

  const history = await services.store.readStream(`demo-${demoId}`);
  expect(history.map(({ type }) => type)).toEqual(['DemoCreated', 'GenerationQueued']);
  const credits = await services.store.readStream(`credits-${userId}`);
  expect(credits.map(({ type }) => type)).toEqual([
    'CreditAccountOpened',
    'AllowanceOpened',
    'AllowanceUsed',
  ]);
  expect(credits.every(({ hash }) => hash !== null)).toBe(true);
  const [job] = await services.sql`
    select task_identifier, key, max_attempts from graphile_worker.jobs where key = ${jobId}`;
  expect(job).toEqual({ task_identifier: generateTask, key: jobId, max_attempts: 25 });
  const [payload] = await services.sql`
    select payload from graphile_worker._private_jobs where key = ${jobId}`;
  expect(payload).toEqual({ payload: { demoId, jobId, share: userId } });
});

test('where the quota is used up nothing is made and nothing is queued', async () => {
  const userId = await openUser(services, { plan: 'free' });
  const projectId = await openProject(services, userId);
  for (let n = 0; n < 10; n++) await createDemo(services, freshCommand(userId), request(userId, projectId));
  const before = await left(userId);
  expect(before).toEqual({ demos: 10, jobs: 10, queued: 10, events: 20 });
  const refusal = await createDemo(services, freshCommand(userId), request(userId, projectId)).catch(
    (error: unknown) => error,
  );
  // From noon of 10 February to the first of March.
  expect(refusal).toMatchObject({ code: 'quota_exceeded', status: 429, retryAfterSec: 18.5 * 86_400 });
  expect(await left(userId)).toEqual(before);
});

test('of 20 demos at once on a balance of 5 exactly 5 are made beyond the allowance', async () => {
  const userId = await openUser(services, { plan: 'free', credits: 5 });
  const projectId = await openProject(services, userId);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => createDemo(services, freshCommand(userId), request(userId, projectId))),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals.map((reason) => (reason instanceof AppError ? reason.code : reason))).toEqual(
    Array.from({ length: 5 }, () => 'quota_exceeded'),
  );
  expect(await left(userId)).toEqual({ demos: 15, jobs: 15, queued: 15, events: 30 });
  expect(await verifyChain(services.sql, `credits-${userId}`)).toMatchObject({ intact: true });
  const [account] = await services.sql`select balance from credit_accounts where user_id = ${userId}`;
  expect(account).toEqual({ balance: 0 });
});

test('the same command twice makes one demo and answers with it', async () => {
  const userId = await openUser(services, { plan: 'free' });
  const projectId = await openProject(services, userId);
  const command = freshCommand(userId);
  const first = await createDemo(services, command, request(userId, projectId));
  expect(await createDemo(services, command, request(userId, projectId))).toEqual(first);
  expect(await left(userId)).toEqual({ demos: 1, jobs: 1, queued: 1, events: 2 });
});

test('a project of somebody else, or none, is a 404 and makes nothing', async () => {
  const userId = await openUser(services);
  const projectId = await openProject(services, await openUser(services));
  for (const id of [projectId, 'proj_none'])
    await expect(createDemo(services, freshCommand(userId), request(userId, id))).rejects.toMatchObject({
      code: 'project_not_found',
      status: 404,
    });
  expect(await left(userId)).toEqual({ demos: 0, jobs: 0, queued: 0, events: 0 });
});

test('a plan without WebM refuses it before anything is charged', async () => {
  const userId = await openUser(services, { plan: 'free' });
  const projectId = await openProject(services, userId);
  await expect(
    createDemo(services, freshCommand(userId), { ...request(userId, projectId), format: 'webm' }),
  ).rejects.toMatchObject({ code: 'format_not_in_plan', status: 403 });
  expect(await services.store.readStream(`credits-${userId}`)).toEqual([]);
});
