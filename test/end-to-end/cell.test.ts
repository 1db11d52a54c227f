import { readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cellsOf,
  environmentOf,
  isRunning,
  type Process,
  processesBelow,
  tcpPortsOf,
} from '../support/processes.ts';
import { until } from '../support/within.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { type CreatedDemo, startService, type TestService } from './service.ts';
import { startSite, type TestSite } from './site.ts';

const isRoot = process.getuid?.() === 0;
const apiKey = 'sk-test-of-the-operator-4711';
let site: TestSite;
let service: TestService;
let worker: ServiceProcess;

beforeAll(async () => {
  site = await startSite();
  service = await startService({ role: 'api' });
  worker = await startWorker();
});
afterAll(async () => {
  await worker?.end('SIGTERM');
  await service?.stop();
  await site?.close();
});

async function startWorker(): Promise<ServiceProcess> {
  const started = startProcess({
    ...service.settings,
    SHOWREEL_ROLE: 'worker',
    HOST: '127.0.0.1',
    SHOWREEL_LOG_LEVEL: 'info',
    SHOWREEL_LLM_PROVIDER: 'openai-compatible',
    // Nobody answers there: the built-in planner plans.
    SHOWREEL_LLM_URL: `${site.url.replace('127.0.0.1', '127.0.0.2')}/v1`,
    SHOWREEL_LLM_MODEL: 'test',
    SHOWREEL_LLM_API_KEY: apiKey,
  });
  await started.says('waiting for jobs');
  return started;
}

/** The process that makes the demo's film, and those below it, once all of them run. */
async function filming(created: CreatedDemo): Promise<{ cell: Process; below: Process[] }> {
  return until(
    async () => {
      const [row] = await service.services.sql<{ progress: number }[]>`
      select progress from job_progress where job_id = ${created.jobId} and step = 'recording'`;
      if ((row?.progress ?? 0) <= 0.15) return null;
      for (const cell of await cellsOf(worker.pid)) {
        const below = await processesBelow(cell.pid);
        if (['chromium', 'ffmpeg'].every((name) => below.some(({ command }) => command.includes(name))))
          return { cell, below };
      }
      return null;
      // It reads all of /proc each time.
    },
    60_000,
    100,
  );
}

test('a film is made in a process that has no secret of the service and no connection to its database', {
  timeout: 480_000,
}, async () => {
  const created = await service.createDemo(`${site.url}/`);
  const { cell, below } = await filming(created);
  const { SHOWREEL_SECRET_KEYS = '', DATABASE_URL = '' } = service.settings;
  for (const { pid } of [cell, ...below]) {
    const environment = await environmentOf(pid).catch(() => '');
    for (const secret of [SHOWREEL_SECRET_KEYS, DATABASE_URL, apiKey])
      expect(environment).not.toContain(secret);
    expect(environment).not.toMatch(/SHOWREEL_(?!JOB_FOLDER)/);
  }
  const databasePort = Number(new URL(DATABASE_URL).port);
  // The worker has such connections, so that they can be seen.
  expect(await tcpPortsOf(worker.pid)).toContain(databasePort);
  expect(await tcpPortsOf(cell.pid)).not.toContain(databasePort);
  expect(await service.settled(created.id, 60_000)).toMatchObject({ status: 'ready', error: null });
  // The process is not used for another job, and everything below it has ended as well.
  const all = [cell, ...below];
  await until(
    async () => (await Promise.all(all.map(({ pid }) => isRunning(pid)))).every((one) => !one),
    5_000,
  );
  expect(await service.media(created.id)).toContainEqual(expect.stringMatching(/video\.mp4$/));
  expect(worker.stderr()).not.toContain(apiKey);
});

test('the processes of a film are the first that the kernel ends where memory runs out', {
  timeout: 480_000,
}, async () => {
  const created = await service.createDemo(`${site.url}/`);
  const { cell, below } = await filming(created);
  const adjusted = (pid: number) => readFile(`/proc/${pid}/oom_score_adj`, 'utf8').then(Number, () => null);
  const own = (await adjusted(worker.pid))!;
  expect(await adjusted(cell.pid)).toBe(500);
  // The browser lowers this to 200 and 300 for its own processes.
  for (const { pid } of below) expect((await adjusted(pid)) ?? 1000).toBeGreaterThan(own);
  await service.request('POST', `/api/v1/demos/${created.id}/cancel`);
  await until(async () => !(await isRunning(cell.pid)), 5_000);
  await until(
    async () => (await Promise.all(below.map(({ pid }) => isRunning(pid)))).every((one) => !one),
    5_000,
  );
  expect(await service.detail(created.id)).toMatchObject({ status: 'failed', error: 'cancelled' });
});

test.runIf(isRoot)(
  'where the service is root, each film has a user of its own, who can read nothing else',
  {
    timeout: 480_000,
  },
  async () => {
    const created = await service.createDemo(`${site.url}/`);
    const { cell, below } = await filming(created);
    expect(cell.uid).toBeGreaterThan(64_611);
    for (const { uid } of below) expect(uid).toBe(cell.uid);
    const others = (await cellsOf(worker.pid)).filter(({ pid }) => pid !== cell.pid);
    for (const { uid } of others) expect(uid).not.toBe(cell.uid);
    const base = join(tmpdir(), 'showreel-browsers-0');
    const own = (await readdir(base)).filter((name) => name.startsWith(`${worker.pid}-`));
    expect(own.length).toBeGreaterThan(0);
    for (const name of own) {
      const { mode, uid } = await stat(join(base, name));
      expect(mode & 0o777).toBe(0o700);
      expect(uid).toBe(cell.uid);
    }
    const { mode } = await stat(join(service.dataDir, 'media'));
    expect(mode & 0o077).toBe(0);
    await service.request('POST', `/api/v1/demos/${created.id}/cancel`);
    await until(async () => !(await isRunning(cell.pid)), 5_000);
    await until(async () => !(await readdir(base)).some((name) => name.startsWith(`${worker.pid}-`)), 5_000);
  },
);

test('a film whose process is killed is made again, and the API answers meanwhile', {
  timeout: 480_000,
}, async () => {
  const created = await service.createDemo(`${site.url}/`);
  const { cell, below } = await filming(created);
  process.kill(cell.pid, 'SIGKILL');
  const answers = [];
  for (let count = 0; count < 20; count++)
    answers.push((await service.request('GET', `/api/v1/demos/${created.id}`)).status);
  expect(new Set(answers)).toEqual(new Set([200]));
  await until(
    async () => (await Promise.all(below.map(({ pid }) => isRunning(pid)))).every((one) => !one),
    5_000,
  );
  const demo = await service.settled(created.id, 120_000);
  expect(demo).toMatchObject({ status: 'ready', error: null, version: 1 });
  expect(await isRunning(worker.pid)).toBe(true);
});

test('nothing of a film outlives a service that is killed', { timeout: 480_000 }, async () => {
  const created = await service.createDemo(`${site.url}/`);
  const { cell, below } = await filming(created);
  const waiting = await cellsOf(worker.pid);
  await worker.end('SIGKILL');
  const all = [cell, ...below, ...waiting];
  await until(
    async () => (await Promise.all(all.map(({ pid }) => isRunning(pid)))).every((one) => !one),
    5_000,
  );
  worker = await startWorker();
  expect(await service.settled(created.id, 90_000)).toMatchObject({ status: 'ready' });
});
