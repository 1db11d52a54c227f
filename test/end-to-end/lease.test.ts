import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { atPace, until } from '../support/within.ts';
import { processesWith, type ServiceProcess, startProcess } from './process.ts';
import { accountOf, type CreatedDemo, startService, type TestService, watch } from './service.ts';
import { startSite, type TestSite } from './site.ts';

let site: TestSite;
let service: TestService;
const workers: ServiceProcess[] = [];

beforeAll(async () => {
  site = await startSite();
  service = await startService({ role: 'api' });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end('SIGTERM')));
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

describe('a worker killed in the middle of a recording', () => {
  test('loses nothing: another worker makes the demo, once, and nothing of the dead worker is left', {
    timeout: 480_000,
  }, async () => {
    await startWorkers(2);
    const usedBefore = (await accountOf(service)).used;
    const created = await service.createDemo(`${site.url}/`);
    const watching = watch(created.wsUrl);
    const holder = await holderOf(created);
    await recording(created);
    const folder = join(service.dataDir, 'tmp', holder.id);
    expect(await processesWith(folder)).not.toEqual([]);

    const killedMs = Date.now();
    await workers.find((worker) => worker.pid === holder.pid)!.end('SIGKILL');
    const heir = await until(async () => {
      const now = await lockedBy(created);
      return now && now.id !== holder.id ? now : null;
    }, 30_000);
    const takenUpSec = (Date.now() - killedMs) / 1000;
    console.log(`taken up again after ${takenUpSec.toFixed(1)} s`);
    expect(takenUpSec).toBeLessThan(atPace(30_000) / 1000);
    expect(heir.pid).not.toBe(holder.pid);

    const demo = await service.settled(created.id, 60_000);
    expect(demo).toMatchObject({ status: 'ready', version: 1, error: null });
    const { messages } = await watching;
    const progress = messages.map((message) => message.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect((await accountOf(service)).used).toBe(usedBefore + 1);
    expect(await eventsOf(created, 'DemoPublished')).toBe(1);
    expect(await processesWith(folder)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await until(async () => (await queued()) === 0, 20_000);
  });
});

describe('a worker that was suspended in the middle of a recording', () => {
  test('finds that another worker has made the demo, and changes nothing', { timeout: 480_000 }, async () => {
    await startWorkers(2);
    const created = await service.createDemo(`${site.url}/`);
    const holder = await holderOf(created);
    await recording(created);
    const sleeper = workers.find((worker) => worker.pid === holder.pid)!;
    sleeper.child.kill('SIGSTOP');
    const demo = await service.settled(created.id, 90_000);
    expect(demo).toMatchObject({ status: 'ready', version: 1 });
    const files = await service.media(created.id);
    sleeper.child.kill('SIGCONT');
    await until(async () => (await idOf(sleeper)) !== null, 15_000);
    expect(await service.detail(created.id)).toEqual(demo);
    expect(await service.media(created.id)).toEqual(files);
    expect(await eventsOf(created, 'DemoPublished')).toBe(1);
    expect(existsSync(join(service.dataDir, 'tmp', holder.id))).toBe(false);
    expect(await processesWith(join(service.dataDir, 'tmp', holder.id))).toEqual([]);
  });
});

describe('a worker that is stopped in the middle of a recording', () => {
  test('hands the job over within seconds and leaves nothing', { timeout: 480_000 }, async () => {
    await startWorkers(2);
    const created = await service.createDemo(`${site.url}/`);
    const holder = await holderOf(created);
    await recording(created);
    const leaving = workers.find((worker) => worker.pid === holder.pid)!;
    const ended = leaving.end('SIGTERM');
    await until(async () => (await lockedBy(created))?.pid === other(leaving).pid, 12_000);
    expect(await ended).toMatchObject({ code: 0 });
    expect((await ended).tookMs).toBeLessThan(atPace(10_000));
    expect(existsSync(join(service.dataDir, 'tmp', holder.id))).toBe(false);
    expect(await processesWith(join(service.dataDir, 'tmp', holder.id))).toEqual([]);
    const [job] = await service.services.sql<{ attempts: number }[]>`
      select attempts from graphile_worker.jobs where key = ${created.jobId}`;
    expect(job?.attempts).toBe(1);
    expect(await service.settled(created.id, 60_000)).toMatchObject({ status: 'ready' });
  });
});

describe('a recording that is cancelled', () => {
  test('stops at once and leaves nothing, and its cost is given back', { timeout: 480_000 }, async () => {
    await startWorkers(1);
    const usedBefore = (await accountOf(service)).used;
    const created = await service.createDemo(`${site.url}/`);
    const { id } = await holderOf(created);
    await recording(created);
    const cancelledMs = Date.now();
    expect((await service.request('POST', `/api/v1/demos/${created.id}/cancel`)).status).toBe(200);
    const folder = join(service.dataDir, 'tmp', id);
    await until(async () => (await processesWith(`${folder}/`)).length === 0, 20_000);
    await until(async () => (await queued()) === 0, 20_000);
    expect(Date.now() - cancelledMs).toBeLessThan(atPace(6000));
    expect(await readdir(folder)).toEqual([]);
    expect(await service.detail(created.id)).toMatchObject({ status: 'failed', error: 'cancelled' });
    expect(await service.media(created.id)).toEqual([]);
    expect((await accountOf(service)).used).toBe(usedBefore);
  });
});

describe('a job whose worker died three times', () => {
  test('is given up with a clear sentence, and its cost is given back', { timeout: 480_000 }, async () => {
    const usedBefore = (await accountOf(service)).used;
    const created = await service.createDemo(`${site.url}/`);
    // The job is now as if three workers had taken it up and were killed. test/worker/queue shows that each run counts.
    await service.services.sql`
      update graphile_worker._private_jobs set attempts = 3 where key = ${created.jobId}`;
    await startWorkers(1);
    const demo = await service.settled(created.id, 20_000);
    expect(demo).toMatchObject({ status: 'failed' });
    expect(demo.error).toMatch(/stopped the recorder 3 times/);
    expect((await accountOf(service)).used).toBe(usedBefore);
  });
});

async function startWorkers(count: number): Promise<void> {
  const started = Array.from({ length: count }, () =>
    startProcess({ ...service.settings, SHOWREEL_ROLE: 'worker', HOST: '127.0.0.1' }),
  );
  workers.push(...started);
  await Promise.all(started.map((worker) => worker.says('waiting for jobs')));
}

const other = (worker: ServiceProcess) => workers.find((candidate) => candidate !== worker)!;

/** The worker that has the job at the moment. */
async function lockedBy({ jobId }: CreatedDemo): Promise<{ id: string; pid: number } | null> {
  const [worker] = await service.services.sql<{ id: string; pid: number }[]>`
    select workers.id, pid from graphile_worker.jobs join workers on pool_id = locked_by where key = ${jobId}`;
  return worker ?? null;
}
/** The id under which a worker process is registered now. */
async function idOf({ pid }: ServiceProcess): Promise<string | null> {
  const [worker] = await service.services.sql<{ id: string }[]>`select id from workers where pid = ${pid}`;
  return worker?.id ?? null;
}
const holderOf = (created: CreatedDemo) => until(() => lockedBy(created), 10_000);

/** Waits until the job is in the middle of recording its film. */
async function recording(created: CreatedDemo): Promise<void> {
  await until(async () => {
    const [row] = await service.services.sql<{ progress: number }[]>`
      select progress from job_progress where job_id = ${created.jobId} and step = 'recording'`;
    return (row?.progress ?? 0) > 0.3;
  }, 180_000);
  await delay(100);
}

async function eventsOf(created: CreatedDemo, type: string): Promise<number> {
  const events = await service.services.store.readStream(`demo-${created.id}`);
  return events.filter((event) => event.type === type).length;
}

const queued = async () => (await service.services.sql`select from graphile_worker.jobs`).length;
