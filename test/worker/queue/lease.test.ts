import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { atPace, until } from '../../support/within.ts';

const beatMs = 500;
// A pause of the machine must not take its lease from a worker that lives. A nap lasts longer than a test needs to kill its worker.
const deadAfterMs = 4_000;

interface Line {
  event: 'ready' | 'start' | 'done' | 'interrupted' | 'stopped';
  name?: string;
  attempt?: number;
  kind?: string;
  folder?: string;
  childPid?: number | null;
  atMs?: number;
}
interface TestWorker {
  process: ChildProcess;
  lines: Line[];
  until(event: Line['event'], name?: string): Promise<Line>;
}

let database: TestDatabase;
let sql: Sql;
let dataDir: string;
const workers: TestWorker[] = [];

beforeAll(async () => {
  database = await testDatabase();
  sql = database.sql;
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-lease-'));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => end(worker, 'SIGKILL')));
  await sql`delete from workers`;
  await sql`select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs))`;
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
});
afterAll(async () => {
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a worker that dies', () => {
  test('soon loses its job to another worker, and its processes and files are removed', async () => {
    const [first, second] = await startWorkers(2);
    await nap('a', 6_000, { child: true });
    const [victim, heir] = await holderOf('a', first!, second!);
    const start = await victim.until('start', 'a');
    expect(isAlive(start.childPid!)).toBe(true);

    const killedMs = Date.now();
    await end(victim, 'SIGKILL');
    const taken = await heir.until('start', 'a');
    expect(taken.attempt).toBe(2);
    // The silence takes 4 s, a heartbeat 0.5 s and a poll 1 s. The rest is for a slow machine, and for a pause of it.
    expect(taken.atMs! - killedMs).toBeLessThan(deadAfterMs + beatMs + 1000 + atPace(1500));
    await heir.until('done', 'a');
    await eventually(() => expect(isAlive(start.childPid!)).toBe(false));
    await eventually(() => expect(existsSync(start.folder!)).toBe(false));
    await eventually(async () => expect(await openJobs()).toBe(0));
  });
});

describe('a worker that was only suspended', () => {
  test('finds its lease lost, reports nothing of the job, and works again', async () => {
    const [first, second] = await startWorkers(2);
    await nap('b', 10_000);
    const [sleeper, heir] = await holderOf('b', first!, second!);
    sleeper.process.kill('SIGSTOP');
    await heir.until('done', 'b');
    expect(sleeper.lines.filter((line) => line.event === 'done')).toEqual([]);
    sleeper.process.kill('SIGCONT');
    expect((await sleeper.until('interrupted', 'b')).kind).toBe('lease_lost');
    await eventually(async () => expect(await openJobs()).toBe(0));

    await end(heir, 'SIGKILL');
    await nap('c', 10);
    await sleeper.until('done', 'c');
    expect(sleeper.lines.some((line) => line.event === 'done' && line.name === 'b')).toBe(false);
  });
});

describe('a worker that is asked to stop', () => {
  test('hands its job to another worker at once, without counting an attempt, and leaves nothing', async () => {
    const [first, second] = await startWorkers(2);
    await nap('d', 6_000);
    const [leaver, heir] = await holderOf('d', first!, second!);
    const { folder } = await leaver.until('start', 'd');
    const askedMs = Date.now();
    leaver.process.kill('SIGTERM');
    expect((await leaver.until('interrupted', 'd')).kind).toBe('stopping');
    const taken = await heir.until('start', 'd');
    expect(taken.attempt).toBe(1);
    expect(taken.atMs! - askedMs).toBeLessThan(atPace(2500));
    await leaver.until('stopped');
    await eventually(() => expect(leaver.process.exitCode).toBe(0));
    expect(existsSync(folder!)).toBe(false);
    await heir.until('done', 'd');
    await heir.process.kill('SIGTERM');
    await heir.until('stopped');
    expect(await sql`select from workers`).toHaveLength(0);
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  });
});

describe('a worker whose database connections are cut', () => {
  test('finishes its job and takes the next one', async () => {
    const [worker] = await startWorkers(1);
    await nap('e', 3_000);
    await worker!.until('start', 'e');
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await worker!.until('done', 'e');
    await nap('f', 10);
    await worker!.until('done', 'f');
    await eventually(async () => expect(await openJobs()).toBe(0));
    expect(worker!.lines.filter((line) => line.event === 'start').map((line) => line.attempt)).toEqual([
      1, 1,
    ]);
  });
});

describe('several workers', () => {
  test('run every job exactly once', async () => {
    const group = await startWorkers(3);
    const names = Array.from({ length: 30 }, (_, index) => `job-${index}`);
    for (const name of names) await nap(name, 20);
    await eventually(async () => expect(await openJobs()).toBe(0));
    const started = group.flatMap((worker) => worker.lines.filter((line) => line.event === 'start'));
    expect(started.map((line) => line.name).sort()).toEqual([...names].sort());
  });
});

async function startWorkers(count: number): Promise<TestWorker[]> {
  const script = join(import.meta.dirname, 'worker-process.ts');
  const started = Array.from({ length: count }, () => {
    const child = spawn(
      process.execPath,
      [script, database.url, dataDir, String(beatMs), String(deadAfterMs)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const worker = observe(child);
    workers.push(worker);
    return worker;
  });
  await Promise.all(started.map((worker) => worker.until('ready')));
  return started;
}

function observe(child: ChildProcess): TestWorker {
  const lines: Line[] = [];
  createInterface({ input: child.stdout! }).on('line', (text) => lines.push(JSON.parse(text) as Line));
  const find = (event: string, name?: string) =>
    lines.find((line) => line.event === event && (name === undefined || line.name === name));
  return {
    process: child,
    lines,
    async until(event, name) {
      await eventually(() => expect(find(event, name), `${event} ${name ?? ''}`).toBeDefined());
      return find(event, name)!;
    },
  };
}

async function holderOf(name: string, a: TestWorker, b: TestWorker): Promise<[TestWorker, TestWorker]> {
  const has = (worker: TestWorker) =>
    worker.lines.some((line) => line.event === 'start' && line.name === name);
  await eventually(() => expect(has(a) || has(b)).toBe(true));
  return has(a) ? [a, b] : [b, a];
}

async function end(worker: TestWorker, signal: NodeJS.Signals): Promise<void> {
  if (worker.process.exitCode !== null || worker.process.signalCode !== null) return;
  const gone = new Promise((resolve) => worker.process.once('exit', resolve));
  worker.process.kill(signal);
  await gone;
}

const nap = (name: string, ms: number, more: object = {}) =>
  sql`select graphile_worker.add_job('test.nap', ${sql.json({ name, ms, ...more })}::json)`;

const openJobs = async () => (await sql`select from graphile_worker.jobs`).length;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function eventually(check: () => unknown): Promise<void> {
  let last: unknown;
  const holds = async () => {
    try {
      await check();
      return true;
    } catch (error) {
      last = error;
      return false;
    }
  };
  await until(holds, 60_000, 25).catch(() => {
    throw last;
  });
}
