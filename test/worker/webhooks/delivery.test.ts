import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { upcasters } from '../../../src/domain/index.ts';
import { readDelivery } from '../../../src/domain/webhooks/deliveries.ts';
import { readEndpoint } from '../../../src/domain/webhooks/endpoints.ts';
import {
  createEndpoint,
  editEndpoint,
  replayDelivery,
  rotateSecret,
  testEndpoint,
} from '../../../src/domain/webhooks/manage.ts';
import { webhookReaction } from '../../../src/domain/webhooks/reaction.ts';
import { tidyDeliveries } from '../../../src/domain/webhooks/sending.ts';
import { deliverTask, offMailTask } from '../../../src/domain/webhooks/tasks.ts';
import { newId } from '../../../src/ids.ts';
import { createLogger } from '../../../src/log.ts';
import { startCatchUp } from '../../../src/store/index.ts';
import { openWebhookSender, startWorker, type Worker } from '../../../src/worker/index.ts';
import type { WebhookSender } from '../../../src/worker/webhooks/index.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { freshCommand, type TestServices, testServices } from '../../support/services.ts';
import { happen, startReceiver, unchanged, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const baseUrl = 'https://showreel.example.com';
const log = createLogger('silent');
const hour = 3_600_000;
let services: TestServices;
let sender: WebhookSender;
let following: ReturnType<typeof startCatchUp>;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [services, receiver] = await Promise.all([testServices(), startReceiver()]);
  const { sql, database, doorbell } = services;
  const projections = [webhookReaction(services, baseUrl)];
  following = startCatchUp({
    sql,
    url: database.url,
    projections,
    upcasters,
    keys: services.subjectKeys,
    doorbell,
    log,
  });
  const rules = { allowHosts: [], allowLoopback: true, sendsMail: true, answerMs: 10_000 };
  sender = await openWebhookSender(services, rules, log);
});
afterEach(async () => {
  receiver.received.splice(0);
  receiver.answer = () => ({ status: 200, text: 'thanks' });
  await services.sql`delete from webhook_deliveries`;
});
afterAll(async () => {
  await following?.stop();
  await sender?.stop();
  await services?.stop();
  await receiver?.stop();
});

async function newEndpoint(more: object = {}, userId = newId('user')) {
  const wish = { userId, url: `${receiver.url}/${newId('cmd')}`, ...more };
  return { userId, url: wish.url, ...(await createEndpoint(services, freshCommand(), wish)) };
}
const deliveriesOf = (endpointId: string) => services.sql<{ id: string; status: string; attempts: number }[]>`
  select id, status, attempts from webhook_deliveries where endpoint_id = ${endpointId} order by sequence`;
const made = (endpointId: string, count: number) =>
  vi.waitFor(async () => expect(await deliveriesOf(endpointId)).toHaveLength(count), {
    timeout: 60_000,
    interval: 20,
  });

/** Does what is due by the test's clock, as the queue would. */
async function drain(): Promise<void> {
  for (;;) {
    const due = await services.sql<{ endpointId: string; lane: string }[]>`
      select distinct on (endpoint_id, lane) endpoint_id as "endpointId", lane from (
        select distinct on (endpoint_id, lane) * from webhook_deliveries where status = 'pending'
        order by endpoint_id, lane, sequence
      ) first where next_attempt_at <= ${services.clock.now()}`;
    if (due.length === 0) return;
    for (const { endpointId, lane } of due)
      await perform(sender.tasks, { task: deliverTask, payload: { endpointId, lane } });
  }
}

test('a published demo is told with its addresses, signed as Standard Webhooks say', async () => {
  const { userId, endpointId, secret } = await newEndpoint();
  const ref = { demoId: newId('demo'), projectId: 'proj_1', userId };
  const wish = { format: 'mp4', resolution: '720p', prompt: 'The prices', durationTarget: null };
  const unset = { mode: null, presentation: null, pageUrl: null, context: null, contextHash: null };
  const recipe = {
    title: 'Prices',
    actionScript: { title: 'Prices', steps: [] },
    aiPlan: null,
    presentation: null,
  };
  const film = {
    videoKey: 'v',
    gifKey: null,
    thumbnailKey: 't',
    durationMs: 9000,
    snapshots: [],
    recordingLog: [],
  };
  await happen(
    services.store,
    `demo-${ref.demoId}`,
    { type: 'DemoCreated', data: { ...ref, source: 'generated', ...wish, ...unset } },
    {
      type: 'DemoPublished',
      data: { ...ref, jobId: 'job_1', kind: 'generate', version: 1, ...recipe, ...film },
    },
  );
  await made(endpointId, 1);
  await drain();
  const [came] = receiver.received;
  expect(came!.headers['content-type']).toBe('application/json');
  const id = came!.headers['webhook-id'] as string;
  const at = Number(came!.headers['webhook-timestamp']) * 1000;
  expect(at).toBe(services.clock.now().getTime());
  // The library refuses what was not signed within five minutes of the time of day.
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  const told = new Webhook(secret).verify(came!.body, came!.headers as Record<string, string>);
  expect(() =>
    new Webhook(secret).verify(`${came!.body} `, came!.headers as Record<string, string>),
  ).toThrow();
  vi.useRealTimers();
  expect(id).toMatch(/^msg_/);
  expect(told).toEqual({
    type: 'demo.ready',
    timestamp: '2026-02-10T12:00:00.000Z',
    livemode: true,
    data: {
      id: ref.demoId,
      project_id: 'proj_1',
      job_id: 'job_1',
      status: 'ready',
      kind: 'generate',
      version: 1,
      title: 'Prices',
      duration_ms: 9000,
      warnings: [],
      urls: {
        share: `${baseUrl}/share/${ref.demoId}`,
        embed: `${baseUrl}/embed/${ref.demoId}`,
        video: `${baseUrl}/video/${ref.demoId}.mp4`,
        gif: null,
        thumbnail: `${baseUrl}/thumb/${ref.demoId}.png`,
        captions: `${baseUrl}/captions/${ref.demoId}.vtt`,
        chapters: `${baseUrl}/chapters/${ref.demoId}.vtt`,
      },
    },
  });
  const [delivery] = await deliveriesOf(endpointId);
  expect(await readDelivery(services.sql, userId, delivery!.id)).toMatchObject({
    status: 'delivered',
    status_code: 200,
    body: came!.body,
    tries: [{ number: 1, status_code: 200, answer: 'thanks', error: null }],
  });
});

test('an endpoint is told of what it asks for, of its owner alone, and of nothing from before it was made', async () => {
  const userId = newId('user');
  const demoId = newId('demo');
  await happen(services.store, `demo-${demoId}`, unchanged(userId, demoId, 1));
  services.clock.advance(1000);
  const wanting = await newEndpoint({}, userId);
  const choosy = await newEndpoint({ events: ['credits.low'] }, userId);
  const stranger = await newEndpoint();
  await happen(services.store, `demo-${demoId}`, unchanged(userId, demoId, 2));
  const spent = { userId, amount: -1, balanceAfter: 3, entries: [], jobId: 'job_1', demoId };
  await happen(services.store, `credits-${userId}`, {
    type: 'CreditsDeducted',
    data: { ...spent, transactionId: newId('txn'), description: 'A demo' },
  });
  await made(wanting.endpointId, 2);
  await made(choosy.endpointId, 1);
  expect(await deliveriesOf(stranger.endpointId)).toEqual([]);
  await drain();
  expect(receiver.taken().map(({ type, data }) => [type, data.version ?? data.balance])).toEqual(
    expect.arrayContaining([
      ['demo.unchanged', 2],
      ['credits.low', 3],
      ['credits.low', 3],
    ]),
  );
  expect(receiver.received).toHaveLength(3);
});

test('events of a demo wait for the one before them, and those of another demo do not', async () => {
  const { userId, endpointId } = await newEndpoint();
  const [stuck, free] = [newId('demo'), newId('demo')];
  let isDown = true;
  receiver.answer = ({ body }) => ({
    status: isDown && JSON.parse(body).data.id === stuck ? 503 : 200,
    text: 'no',
  });
  await happen(
    services.store,
    `demo-${stuck}`,
    ...[1, 2, 3].map((version) => unchanged(userId, stuck, version)),
  );
  await happen(services.store, `demo-${free}`, ...[1, 2].map((version) => unchanged(userId, free, version)));
  await made(endpointId, 5);
  await drain();
  const versionsOf = (demoId: string) =>
    receiver.taken().flatMap(({ data }) => (data.id === demoId ? [data.version] : []));
  expect(versionsOf(free)).toEqual([1, 2]);
  expect(versionsOf(stuck)).toEqual([]);
  expect(receiver.received).toHaveLength(3);
  expect((await deliveriesOf(endpointId)).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 1, 1]);
  isDown = false;
  services.clock.advance(6_000);
  await drain();
  expect(versionsOf(stuck)).toEqual([1, 2, 3]);
});

test('an endpoint that fails for three days is switched off and its owner told; switched on, it takes a replay', async () => {
  const { userId, endpointId } = await newEndpoint();
  const demoId = newId('demo');
  receiver.answer = ({ headers }) => ({
    status: 302,
    location: '/elsewhere',
    text: `You sent ${headers['webhook-signature']}. ${'x'.repeat(9000)}`,
  });
  await happen(services.store, `demo-${demoId}`, unchanged(userId, demoId, 1), unchanged(userId, demoId, 2));
  await made(endpointId, 2);
  await drain();
  expect((await readEndpoint(services.sql, userId, endpointId)).failing_since).not.toBeNull();
  // Each of nine waits is up to a tenth longer than its 72 hours' share, and ends at the next half hour: 83.7 hours at most.
  for (let step = 0; step < 2 * 84; step++) {
    services.clock.advance(hour / 2);
    await drain();
  }
  expect(await readEndpoint(services.sql, userId, endpointId)).toMatchObject({
    enabled: false,
    disabled_reason: 'failing',
  });
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ path }) => path)).size).toBe(1);
  expect(await deliveriesOf(endpointId)).toMatchObject([
    { status: 'failed', attempts: 10 },
    { status: 'failed', attempts: 0 },
  ]);
  expect((await queuedJobs(services, offMailTask)).map(({ payload }) => payload)).toEqual([
    { userId, reason: 'failing' },
  ]);
  const [first] = await deliveriesOf(endpointId);
  const kept = await readDelivery(services.sql, userId, first!.id);
  expect(kept.tries[0]).toMatchObject({ number: 10, status_code: 302 });
  expect(kept.tries[0]!.answer).toMatch(/^You sent …\. x+/);
  expect(kept.tries[0]!.answer!.length).toBeLessThanOrEqual(4000);
  const replay = () => replayDelivery(services, freshCommand(), { userId, replayOf: first!.id });
  await expect(replay()).rejects.toMatchObject({ status: 409, code: 'webhook_endpoint_off' });

  receiver.answer = () => ({ status: 204 });
  await editEndpoint(services, freshCommand(), { endpointId, userId }, { enabled: true });
  const again = await replay();
  await made(endpointId, 3);
  await drain();
  const [sent, resent] = [receiver.received[0]!, receiver.received.at(-1)!];
  expect([resent.body, resent.headers['webhook-id'], resent.status]).toEqual([
    sent.body,
    sent.headers['webhook-id'],
    204,
  ]);
  expect(await readDelivery(services.sql, userId, again)).toMatchObject({
    status: 'delivered',
    replay_of: first!.id,
  });
});

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { userId, endpointId, secret } = await newEndpoint();
  const ref = { endpointId, userId };
  const rotated = await rotateSecret(services, freshCommand(), ref);
  const knows = (key: string) => {
    const { body, headers } = receiver.received.at(-1)!;
    vi.useFakeTimers({ now: services.clock.now(), toFake: ['Date'] });
    try {
      new Webhook(key).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    } finally {
      vi.useRealTimers();
    }
  };
  await testEndpoint(services, freshCommand(), ref, 'credits.low');
  await made(endpointId, 1);
  await drain();
  expect([secret, rotated.secret].map(knows)).toEqual([true, true]);
  expect(receiver.taken()).toEqual([
    {
      type: 'credits.low',
      timestamp: expect.any(String),
      livemode: false,
      test: true,
      data: { balance: 3, threshold: 3 },
    },
  ]);
  services.clock.advance(24 * hour + 1);
  await testEndpoint(services, freshCommand(), ref, 'demo.ready');
  await made(endpointId, 2);
  await drain();
  expect([secret, rotated.secret].map(knows)).toEqual([false, true]);
});

test('no address of a private network is reached, loopback only where the service is there, and 410 ends it', async () => {
  const { userId, endpointId } = await newEndpoint({ url: 'http://169.254.169.254/latest/meta-data' });
  await testEndpoint(services, freshCommand(), { endpointId, userId }, 'demo.ready');
  await made(endpointId, 1);
  await drain();
  const [delivery] = await deliveriesOf(endpointId);
  expect(await readDelivery(services.sql, userId, delivery!.id)).toMatchObject({
    status: 'pending',
    status_code: null,
    tries: [{ error: expect.stringMatching(/metadata service.*Only public addresses/) }],
  });
  const rules = { allowHosts: [], allowLoopback: false, sendsMail: false };
  const outside = await openWebhookSender(services, rules, log);
  const here = await newEndpoint();
  const lane = await testEndpoint(services, freshCommand(), here, 'demo.ready');
  await made(here.endpointId, 1);
  const payload = { endpointId: here.endpointId, lane };
  await perform(outside.tasks, { task: deliverTask, payload });
  await outside.stop();
  expect(receiver.received).toEqual([]);

  receiver.answer = () => ({ status: 410 });
  services.clock.advance(10_000);
  await perform(sender.tasks, { task: deliverTask, payload });
  expect(await readEndpoint(services.sql, here.userId, here.endpointId)).toMatchObject({
    enabled: false,
    disabled_reason: 'gone',
  });
});

test('a dead endpoint does not hold up that of another user', async () => {
  const { sql, database } = services;
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-webhooks-'));
  const dead = await newEndpoint();
  const alive = await newEndpoint();
  receiver.answer = ({ path }) => (dead.url.endsWith(path) ? 'hang' : { status: 200 });
  const lanes = Array.from({ length: 20 }, () => newId('demo'));
  for (const demoId of lanes)
    await happen(services.store, `demo-${demoId}`, unchanged(dead.userId, demoId, 1));
  await made(dead.endpointId, 20);
  const running = { sql, databaseUrl: database.url, dataDir, log };
  const rules = { allowHosts: [], allowLoopback: true, sendsMail: false, answerMs: 2_000 };
  const own = await openWebhookSender(services, rules, log);
  const worker: Worker = await startWorker({ ...running, concurrency: 2, tasks: own.tasks });
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), { timeout: 60_000 });
  const demoId = newId('demo');
  await happen(services.store, `demo-${demoId}`, unchanged(alive.userId, demoId, 1));
  await vi.waitFor(() => expect(receiver.taken()).toHaveLength(1), { timeout: 60_000, interval: 10 });
  await worker.stop();
  await own.stop();
  await rm(dataDir, { recursive: true });
  // 20 demos wait for the dead one, 2 s each. Most of them still do.
  expect(receiver.received.filter(({ path }) => dead.url.endsWith(path)).length).toBeLessThan(12);
});

test('a job that was lost is added again, and what is old is removed', async () => {
  const { userId, endpointId } = await newEndpoint();
  const demoId = newId('demo');
  await happen(services.store, `demo-${demoId}`, unchanged(userId, demoId, 1));
  await made(endpointId, 1);
  const { sql, clock } = services;
  const jobs = () =>
    sql`select from graphile_worker._private_jobs where key = ${`webhook:${endpointId}:${demoId}`}`;
  await sql`select graphile_worker.remove_job(${`webhook:${endpointId}:${demoId}`})`;
  expect(await jobs()).toHaveLength(0);
  clock.advance(120_000);
  await tidyDeliveries(services);
  expect(await jobs()).toHaveLength(1);
  await drain();
  clock.advance(31 * 24 * hour);
  await tidyDeliveries(services);
  expect(await deliveriesOf(endpointId)).toEqual([]);
});
