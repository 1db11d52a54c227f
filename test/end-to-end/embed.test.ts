import { afterAll, beforeAll, expect, test } from 'vitest';
import { signRuntimeEmbed } from '../../src/signing/index.js';
import { type ServiceProcess, startProcess } from './process.ts';
import { accountOf, startService, type TestService } from './service.ts';

let service: TestService;
let other: ServiceProcess;
let servers: string[];

beforeAll(async () => {
  service = await startService({ role: 'api', plan: 'free' });
  other = startProcess({ ...service.settings, SHOWREEL_ROLE: 'api' });
  await other.says('http://');
  servers = [service.baseUrl, /http:\/\/[\d.]+:\d+/.exec(other.stdout())![0]];
});
afterAll(async () => {
  await other?.end('SIGTERM');
  await service?.stop();
});

async function newProject(): Promise<{ id: string; signing_secret: string }> {
  const wish = { name: 'Busy', url: 'https://busy.example/' };
  return (await service.request('POST', '/api/v1/projects', wish)).body;
}

/** Sends fifty requests at once, half of them to each process. */
async function ask(request: (baseUrl: string) => Promise<Response>) {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => request(servers[n % 2]!)));
  return answers.map(({ status }) => status).sort();
}
const oneStarted = [...Array.from({ length: 49 }, () => 200), 202];

test('fifty callers at two processes start one demo, which is charged once', async () => {
  expect(new Set(servers).size).toBe(2);
  const { id } = await newProject();
  const before = (await accountOf(service)).used;
  const headers = { 'content-type': 'application/json', 'x-api-key': service.liveKey };
  const body = JSON.stringify({ project_id: id, prompt: 'All at once' });
  const statuses = await ask((baseUrl) =>
    fetch(`${baseUrl}/api/v1/embed/generate`, { method: 'POST', headers, body }),
  );
  expect(statuses).toEqual(oneStarted);
  const demos = await service.services.sql`select id from demos where project_id = ${id}`;
  expect([demos.length, (await accountOf(service)).used - before]).toEqual([1, 1]);
});

test('fifty views of a signed address start one demo, which is charged once', async () => {
  const { id: projectId, signing_secret: signingSecret } = await newProject();
  const before = (await accountOf(service)).used;
  const expires = Math.floor(Date.now() / 1000) + 60;
  const payload = { prompt: 'All at once' };
  const statuses = await ask((baseUrl) =>
    fetch(signRuntimeEmbed({ baseUrl, projectId, signingSecret, expires, payload })),
  );
  expect(statuses).toEqual(oneStarted);
  const demos = await service.services.sql`select id from demos where project_id = ${projectId}`;
  expect([demos.length, (await accountOf(service)).used - before]).toEqual([1, 1]);
});
