import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { successorOf } from '../../../src/api/progress/hub.ts';
import { fixedClock } from '../../../src/clock.ts';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { type ProgressMessage, reportProgress } from '../../../src/domain/demos/jobs/progress.ts';
import { issueTicket } from '../../../src/domain/demos/jobs/ticket.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo, queueDemo, workerOf } from '../../support/film.ts';
import { openUser } from '../../support/services.ts';
import { within } from '../../support/within.ts';

const video = Buffer.from('film');
const clock = fixedClock('2026-05-01T10:00:00Z');
let api: TestApi;
const opened: WebSocket[] = [];

beforeAll(async () => {
  api = await startApi({ clock });
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
afterAll(() => api?.stop());

/** The messages that one watcher gets. */
function watch(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers });
  opened.push(socket);
  const messages: ProgressMessage[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  const refused = new Promise<{ status: number; body: { error: string; code: string; requestId: string } }>(
    (resolve, reject) => {
      socket.on('unexpected-response', (_request, answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode!, body: JSON.parse(text) }));
      });
      socket.on('error', () => {});
      socket.on('open', () => reject(new Error('it was let in')));
    },
  );
  refused.catch(() => {});
  return { socket, messages, closed, refused };
}

const address = (demoId: string, query = '') =>
  `${api.baseUrl.replace('http', 'ws')}/api/ws/${demoId}${query}`;
const ticketFor = (demoId: string) => `?ticket=${issueTicket(api.services.secrets, clock, demoId)}`;
const tick = (demo: { id: string; jobId: string }, progress: number, message: string) =>
  reportProgress(api.services, { demoId: demo.id, jobId: demo.jobId, step: 'recording', progress, message });

describe('who may watch', () => {
  test('anybody with the ticket from the answer to the creation', async () => {
    const demo = await queueDemo(api);
    expect(demo.wsUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/api\/ws\/demo_\w+\?ticket=/);
    const { socket, messages } = watch(demo.wsUrl);
    const answer = new Promise<IncomingMessage>((resolve) => socket.once('upgrade', resolve));
    expect((await answer).headers['x-request-id']).toMatch(/^req_/);
    await expect.poll(() => messages.length).toBe(1);
  });

  test('the owner with a live key in a header, of either name', async () => {
    const demo = await queueDemo(api);
    for (const [name, value] of [
      ['Authorization', `Bearer ${api.key}`],
      ['X-API-Key', api.key],
    ] as const) {
      const { messages } = watch(address(demo.id), { [name]: value });
      await expect.poll(() => messages.length).toBe(1);
    }
  });

  test('nobody without a credential, with a wrong one, or with a ticket that is for another demo or has expired: 401', async () => {
    const [demo, other] = [await queueDemo(api), await queueDemo(api)];
    const stale = ticketFor(demo.id);
    clock.advance(3_600_000);
    const bad = [
      watch(address(demo.id)),
      watch(address('demo_unknown')),
      watch(address(demo.id, '?ticket=')),
      watch(address(demo.id, '?ticket=9999999999.00')),
      watch(address(demo.id, ticketFor(other.id))),
      watch(address(demo.id, stale)),
      watch(address(demo.id), { 'X-API-Key': 'sr_live_wrong_key' }),
      watch(address(demo.id), { 'X-API-Key': await api.publishableKey() }),
    ];
    for (const { refused } of bad) {
      const { status, body } = await refused;
      expect([status, body.code]).toEqual([401, 'unauthorized']);
      expect(body.requestId).toMatch(/^req_/);
    }
  });

  test('an unknown, deleted or foreign demo is a 404, and so is another path', async () => {
    const demo = await queueDemo(api);
    await api.request('DELETE', `/api/v1/demos/${demo.id}`);
    const stranger = await openUser(api.services);
    const context = { commandId: 'stranger', metadata: { actor: stranger } };
    const wanted = { name: 'x', type: 'live', projectId: null, allowedDomains: null } as const;
    const { key } = await issueKey(api.services, context, { userId: stranger, ...wanted });
    const mine = await queueDemo(api);
    const missing = [
      [watch(demo.wsUrl), 'demo_not_found'],
      [watch(address('demo_unknown'), { 'X-API-Key': api.key }), 'demo_not_found'],
      [watch(address('demo_unknown', ticketFor(mine.id))), 'demo_not_found'],
      [watch(address(mine.id), { 'X-API-Key': key }), 'demo_not_found'],
      [watch(`${api.baseUrl.replace('http', 'ws')}/api/v1/demos`), 'route_not_found'],
      [watch(address('a%00b')), 'route_not_found'],
    ] as const;
    for (const [{ refused }, code] of missing) {
      const { status, body } = await refused;
      expect([status, body.code]).toEqual([404, code]);
    }
  });

  test('a request without an upgrade is told that the address speaks WebSocket', async () => {
    const demo = await queueDemo(api);
    const answer = await api.request('GET', `/api/ws/${demo.id}`);
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket']);
  });
});

describe('what is told', () => {
  test('every state of a demo, first the current one, at last ready, then 1000', async () => {
    const demo = await queueDemo(api);
    const { messages, closed } = watch(demo.wsUrl);
    await expect.poll(() => messages.at(-1)?.status).toBe('pending');
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await expect.poll(() => messages.at(-1)?.status).toBe('planning');
    await worker.plan();
    await worker.record();
    await expect.poll(() => messages.at(-1)?.status).toBe('recording');
    for (const progress of [0.3, 0.6, 0.8]) {
      clock.advance(500);
      await tick(demo, progress, `${progress * 100} %`);
      await expect.poll(() => messages.at(-1)?.progress).toBe(progress);
    }
    await worker.publish({ video });
    expect(await closed).toEqual({ code: 1000, reason: 'ready' });
    expect(messages.at(-1)).toMatchObject({ status: 'ready', progress: 1 });
    for (const message of messages) {
      expect(message).toEqual({
        type: 'progress',
        demoId: demo.id,
        jobId: demo.jobId,
        status: expect.any(String),
        step: message.step,
        progress: expect.any(Number),
        message: message.message,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    }
    const fractions = messages.map(({ progress }) => progress);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });

  test('a failure, with its reason', async () => {
    const demo = await queueDemo(api);
    const { messages, closed } = watch(demo.wsUrl);
    await expect.poll(() => messages.length).toBe(1);
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await tick(demo, 0.1, 'Loading');
    await worker.fail('The page answered with 404.');
    expect(await closed).toEqual({ code: 1000, reason: 'failed' });
    expect(messages.at(-1)).toMatchObject({ status: 'failed', message: 'The page answered with 404.' });
    expect(messages.at(-1)!.progress).toBeGreaterThanOrEqual(messages.at(-2)!.progress);
  });

  test('of a finished demo one message, then 1000', async () => {
    const demo = await publishDemo(api, { video });
    const { messages, closed } = watch(address(demo.id, ticketFor(demo.id)));
    expect((await closed).code).toBe(1000);
    expect(messages).toMatchObject([{ status: 'ready', progress: 1 }]);
  });

  test('of a refresh: refreshing, recording, ready', async () => {
    const demo = await publishDemo(api, { video });
    clock.advance(1000);
    const refresh = await api.request('POST', `/api/v1/demos/${demo.id}/refresh`);
    const { jobId } = refresh.body as unknown as { jobId: string };
    const { messages, closed } = watch(address(demo.id, ticketFor(demo.id)));
    await expect.poll(() => messages.length).toBe(1);
    const worker = workerOf(api, jobId);
    await worker.start();
    await worker.plan();
    await worker.record();
    await worker.publish({ video });
    await closed;
    expect(messages[0]).toMatchObject({ status: 'refreshing', jobId, progress: 0 });
    expect(messages.at(-1)).toMatchObject({ status: 'ready', jobId, progress: 1 });
  });

  test('the end of a demo that is deleted: 1000', async () => {
    const demo = await queueDemo(api);
    const { messages, closed } = watch(demo.wsUrl);
    await expect.poll(() => messages.length).toBe(1);
    await api.request('DELETE', `/api/v1/demos/${demo.id}`);
    expect(await closed).toEqual({ code: 1000, reason: 'deleted' });
  });

  test('to all watchers of a demo, in every process, and to nobody else', async () => {
    const [demo, other] = [await queueDemo(api), await queueDemo(api)];
    const second = await api.second();
    const there = demo.wsUrl.replace(/127\.0\.0\.1:\d+/, new URL(second.baseUrl).host);
    const watchers = [...Array.from({ length: 10 }, () => watch(demo.wsUrl)), watch(there)];
    const elsewhere = watch(other.wsUrl);
    await expect
      .poll(() => [...watchers, elsewhere].every(({ messages }) => messages.length === 1))
      .toBe(true);
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await worker.fail('It broke.');
    for (const { closed } of watchers) expect((await closed).code).toBe(1000);
    expect(elsewhere.messages).toHaveLength(1);
    await second.stop();
  });

  test('again after the database connection was lost', async () => {
    const demo = await queueDemo(api);
    const { messages } = watch(demo.wsUrl);
    await expect.poll(() => messages.length).toBe(1);
    await api.services.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'showreel-doorbell' and datname = current_database()`;
    await workerOf(api, demo.jobId).start();
    await expect.poll(() => messages.at(-1)?.status).toBe('planning');
  });
});

describe('the connection', () => {
  test('is not opened once the service stops, even where the check of the caller had begun', async () => {
    const demo = await queueDemo(api);
    const second = await api.second();
    const locked = await api.services.sql.reserve();
    await locked`begin`;
    await locked`lock table api_keys in access exclusive mode`;
    const url = `${second.baseUrl.replace('http', 'ws')}/api/ws/${demo.id}`;
    const { refused, socket } = watch(url, { 'X-API-Key': api.key });
    await expect
      .poll(async () => (await api.services.sql`select from pg_locks where not granted`).length)
      .toBeGreaterThan(0);
    const stopped = second.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await locked`commit`;
    locked.release();
    expect(await refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await stopped;
    socket.terminate();
  });

  test('ends with 1001 when the service stops, and the stop does not wait for watchers', async () => {
    const demo = await queueDemo(api);
    const second = await api.second();
    const { messages, closed } = watch(demo.wsUrl.replace(/127\.0\.0\.1:\d+/, new URL(second.baseUrl).host));
    await expect.poll(() => messages.length).toBe(1);
    const { code } = await within(3_000, async () => {
      await second.stop();
      return closed;
    });
    expect(code).toBe(1001);
  });

  test('is refused with our error body where the handshake itself is wrong', async () => {
    const demo = await queueDemo(api);
    const { pathname, search } = new URL(demo.wsUrl);
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const request = get(`${api.baseUrl}${pathname}${search}`, { headers });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const body = (await json(answer)) as { error: string; code: string; requestId: string };
    expect([answer.statusCode, body.code]).toEqual([400, 'bad_request']);
    expect(answer.headers['x-request-id']).toBe(body.requestId);
  });

  test('tells visitors of the share page the progress, and only the owner why a demo failed', async () => {
    const demo = await queueDemo(api);
    const { text } = await api.request('GET', `/share/${demo.id}`, { key: null });
    const path = /data-socket="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    const [stranger, owner] = [watch(`${api.baseUrl.replace('http', 'ws')}${path}`), watch(demo.wsUrl)];
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await tick(demo, 0.5, 'Recording the page');
    await expect.poll(() => stranger.messages.at(-1)?.message).toBe('Recording the page');
    await worker.fail('The page http://intranet.test/ is gone.');
    await Promise.all([stranger.closed, owner.closed]);
    expect(owner.messages.at(-1)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('intranet'),
    });
    expect(stranger.messages.at(-1)).toMatchObject({ status: 'failed', message: null });
    expect(JSON.stringify(stranger.messages)).not.toContain('intranet');
  });

  test('accepts no large message from a watcher', async () => {
    const demo = await queueDemo(api);
    const { socket, closed, messages } = watch(demo.wsUrl);
    await expect.poll(() => messages.length).toBe(1);
    socket.send('x'.repeat(100_000));
    expect((await closed).code).toBe(1009);
  });
});

describe('which message follows which', () => {
  const state = (more: Partial<ProgressMessage>): ProgressMessage => ({
    type: 'progress',
    demoId: 'd',
    jobId: 'job_2',
    status: 'recording',
    step: 'recording',
    progress: 0.5,
    message: null,
    at: '2026-05-01T10:00:05.000Z',
    ...more,
  });
  const last = state({});

  test('messages of an older job, outdated messages and repetitions are left out', () => {
    expect(successorOf(last, state({ jobId: 'job_1', progress: 0.9 }))).toBeNull();
    expect(successorOf(last, state({ status: 'planning', at: '2026-05-01T10:00:04.000Z' }))).toBeNull();
    expect(successorOf(last, state({ at: '2026-05-01T10:00:09.000Z' }))).toBeNull();
  });

  test('progress never goes back within a job, and begins anew with the next one', () => {
    expect(successorOf(last, state({ progress: 0.2, step: 'rendering' }))).toMatchObject({ progress: 0.5 });
    expect(successorOf(last, state({ progress: 0.2 }))).toBeNull();
    expect(successorOf(last, state({ status: 'failed', progress: 0 }))).toMatchObject({ progress: 0.5 });
    expect(successorOf(last, state({ jobId: 'job_3', progress: 0 }))).toMatchObject({ progress: 0 });
  });

  test('scene and picture stay until the next ones, and end with the job', () => {
    const scene = { index: 1, count: 3, name: 'Press “Yearly”' };
    const told = state({ progress: 0.6, scene, frame: '/live/demo_1-4.jpg' });
    const first = successorOf(last, told)!;
    expect(first).toEqual(told);
    // What was read from the database knows of neither.
    expect(successorOf(first, state({ progress: 0.7 }))).toMatchObject({
      scene,
      frame: '/live/demo_1-4.jpg',
    });
    expect(successorOf(first, { ...told, frame: '/live/demo_1-5.jpg' })).toMatchObject({
      frame: '/live/demo_1-5.jpg',
    });
    const over = successorOf(first, state({ status: 'ready', progress: 1 }))!;
    expect([over.scene, over.frame]).toEqual([undefined, undefined]);
  });

  test('a terminal message counts, whatever the clocks say', () => {
    const ready = state({ status: 'ready', progress: 1, at: '2026-05-01T09:00:00.000Z' });
    expect(successorOf(last, ready)).toEqual(ready);
  });
});
