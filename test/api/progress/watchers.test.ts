import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { mountProgress } from '../../../src/api/progress/socket.ts';
import { reportProgress } from '../../../src/domain/demos/jobs/progress.ts';
import { issueTicket } from '../../../src/domain/demos/jobs/ticket.ts';
import { createLogger } from '../../../src/log.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { queueDemo, workerOf } from '../../support/film.ts';

const places = 300;
// Each of the hundreds has to answer within it, in a process that they share with the service.
const pingEveryMs = 3_000;
let api: TestApi;
let url: string;
const app = fastify();
const sockets: WebSocket[] = [];

beforeAll(async () => {
  api = await startApi();
  mountProgress(app, {
    services: api.services,
    authenticate: [],
    checkHost: () => undefined,
    refuseForeign: () => undefined,
    isDatabaseAway: () => false,
    log: createLogger('silent'),
    pingEveryMs,
    watchers: places,
  });
  url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await app.close();
  await api?.stop();
});

interface Watching {
  socket: WebSocket;
  messages: { progress: number }[];
}

type Refusal = { status: number; retryAfter: string; code: string };

/** Resolves at the first message, or with the refusal. */
function watch(demoId: string): Promise<Watching | Refusal> {
  const { secrets, clock } = api.services;
  const socket = new WebSocket(`${url}/api/ws/${demoId}?ticket=${issueTicket(secrets, clock, demoId)}`);
  sockets.push(socket);
  const messages: Watching['messages'] = [];
  return new Promise((resolve, reject) => {
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)));
      resolve({ socket, messages });
    });
    socket.on('unexpected-response', (_request, answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          retryAfter: answer.headers['retry-after']!,
          code: JSON.parse(text).code,
        }),
      );
    });
    socket.on('error', reject);
  });
}

test('hundreds of watchers hear of one demo; one that does not read is cut; one too many is refused, until another leaves', async () => {
  const demo = await queueDemo(api);
  await workerOf(api, demo.jobId).start();
  const all = (await Promise.all(Array.from({ length: places }, () => watch(demo.id)))) as Watching[];
  expect(await watch(demo.id)).toEqual({ status: 503, retryAfter: '10', code: 'too_many_watchers' });

  await reportProgress(api.services, {
    demoId: demo.id,
    jobId: demo.jobId,
    step: 'recording',
    progress: 0.5,
    message: 'Half of it',
  });
  await expect
    .poll(() => all.filter(({ messages }) => messages.at(-1)?.progress === 0.5).length, { timeout: 60_000 })
    .toBe(places);

  const [deaf, ...others] = all as [Watching, ...Watching[]];
  deaf.socket.pause();
  // Its place is free again after two pings. The others keep theirs.
  const newcomer = async () => 'socket' in (await watch(demo.id));
  await expect.poll(newcomer, { timeout: 60_000, interval: 500 }).toBe(true);
  expect(others.filter(({ socket }) => socket.readyState === WebSocket.OPEN)).toHaveLength(places - 1);
});
