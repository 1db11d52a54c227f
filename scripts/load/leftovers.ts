import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { descendantsOf, processesOf } from './processes.ts';
import type { Service } from './service.ts';

/** What is left although no job runs: queue entries, leases, files of runs, programs, and files of films that nobody shows. */
export async function findLeftovers(service: Service, sql: Sql): Promise<string[]> {
  const queue = await sql<{ task: string }[]>`
    select task_identifier as task from graphile_worker.jobs where run_at <= now() + interval '10 minutes'`;
  const workers = await sql<{ pid: number }[]>`select pid from workers`;
  const worker = service.pidOf('worker');
  const programs = worker
    ? descendantsOf(worker).filter(({ name }) => /chrom|ffmpeg|ffprobe/i.test(name))
    : [];
  return [
    ...queue.map(({ task }) => `a queue entry of ${task}`),
    ...workers
      .filter(({ pid }) => pid !== worker)
      .map(({ pid }) => `the lease of a worker that is gone (${pid})`),
    ...programs.map(({ name, pid }) => `a program of the worker: ${name} ${pid}`),
    ...(await filesOfRuns(service)).map((path) => `a file of a run: ${path}`),
    ...(await strayMedia(service, sql)).map((path) => `a file that no demo shows: ${path}`),
  ];
}

/** A worker that waits has no file. Its own folder may be there, empty. */
async function filesOfRuns({ dataDir, tmpDir }: Service): Promise<string[]> {
  const scratch = await filesBelow(join(dataDir, 'tmp'));
  const incoming = await filesBelow(join(dataDir, 'media/.incoming'));
  // The browser is unpacked once for all runs.
  const temporary = (await filesBelow(tmpDir)).filter((path) => !path.includes('/showreel-chromium-'));
  return [...scratch, ...incoming, ...temporary];
}

async function strayMedia({ dataDir }: Service, sql: Sql): Promise<string[]> {
  const demos = await sql<{ id: string; version: number }[]>`select id, version from demos`;
  const versionOf = new Map(demos.map(({ id, version }) => [id, version]));
  const failed = await sql<{ demo: string; version: number }[]>`
    select demo_id as demo, new_version as version from demo_jobs where status in ('failed', 'cancelled')`;
  const base = join(dataDir, 'media/demos');
  return (await filesBelow(base)).filter((path) => {
    const [demo, folder] = path.slice(base.length + 1).split('/');
    const current = versionOf.get(demo!);
    if (current === undefined) return true;
    const version = Number(/^v(\d+)$/.exec(folder!)?.[1]);
    // The previous version stays, since a player may still read it. So do pages and pictures of failures.
    if (Number.isNaN(version)) return false;
    return version > current || (version < current - 1 && !failed.some((job) => job.demo === demo));
  });
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

/** What still runs after both roles have stopped. The embedded database stops with its last user. */
export const findSurvivors = (service: Service): string[] =>
  processesOf(service.dataDir).map(
    ({ name, pid, command }) => `${name} ${pid} still runs: ${command.slice(0, 120)}`,
  );
