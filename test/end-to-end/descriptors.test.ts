import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import { createSecrets } from '../../src/secrets.ts';
import { freshCommand, openUser, type TestServices, testServices } from '../support/services.ts';
import { until } from '../support/within.ts';
import { type ServiceProcess, startProcess } from './process.ts';

const descriptors = 600;
/** The service reads what was written here before it. */
const secretKey = randomBytes(32);

let dataDir: string;
let services: TestServices;
let service: ServiceProcess;
let baseUrl: string;
let key: string;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-descriptors-'));
  services = await testServices(undefined, createSecrets([secretKey]));
  const userId = await openUser(services, { plan: 'pro', credits: 0 });
  const wanted = { userId, name: 'Test', type: 'live', projectId: null, allowedDomains: null } as const;
  ({ key } = await issueKey(services, freshCommand(userId), wanted));
  service = startProcess(
    {
      PORT: '0',
      SHOWREEL_ROLE: 'api',
      SHOWREEL_DATA_DIR: dataDir,
      DATABASE_URL: services.database.url,
      SHOWREEL_SECRET_KEYS: secretKey.toString('hex'),
      SHOWREEL_LOG_LEVEL: 'fatal',
    },
    ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh'],
  );
  await service.says('Showreel is ready at');
  baseUrl = /ready at (\S+)/.exec(service.stdout())![1]!;
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await service?.end('SIGTERM');
  await services?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function post(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, string>;
}

/** @returns how the service answered: 101 where it let the watcher in, 0 where it said nothing. */
const watch = (wsUrl: string): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(wsUrl);
    sockets.push(socket);
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    });
    socket.on('error', () => resolve(0));
  });

test('watchers beyond what the process has descriptors for are refused in words, and everything else goes on', async () => {
  const project = await post('/projects', { name: 'Watched', url: 'https://example.com/' });
  const demo = await post('/demos', { project_id: project.id, prompt: 'Show the pricing' });
  const answers: number[] = [];
  for (let tens = 0; tens < 40; tens++)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => watch(demo.wsUrl!)))));
  const admitted = answers.filter((status) => status === 101).length;
  expect(admitted).toBe(descriptors - 256);
  expect(answers.filter((status) => status === 503)).toHaveLength(answers.length - admitted);
  expect((await fetch(`${baseUrl}/api/v1/health`)).status).toBe(200);
  expect(await post('/projects', { name: 'Another', url: 'https://example.com/' })).toHaveProperty('id');

  // Connections that ask for nothing use descriptors up as well. Those that are too many are closed before none is left.
  const idle = Array.from({ length: 300 }, () => connect(Number(new URL(baseUrl).port), '127.0.0.1'));
  for (const socket of idle) socket.on('error', () => undefined);
  await until(() => idle.some((socket) => socket.closed), 10_000);
  for (const socket of idle) socket.destroy();
  const health = () => fetch(`${baseUrl}/api/v1/health`).catch(() => null);
  expect((await until(health, 10_000)).status).toBe(200);

  for (const socket of sockets.splice(0)) socket.terminate();
  await until(async () => (await watch(demo.wsUrl!)) === 101, 10_000);
});
