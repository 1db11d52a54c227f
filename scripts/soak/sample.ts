import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { onlookerName } from '../load/database.ts';
import { descendantsOf } from '../load/processes.ts';
import type { Service } from '../load/service.ts';
import type { Tolerance } from './trend.ts';

/** What is watched, in which unit, and how far its line may rise over the whole run. */
export const figures = {
  'memory of the API': { unit: 'MB', tolerance: { share: 0.15, least: 24 } },
  'memory of the worker': { unit: 'MB', tolerance: { share: 0.15, least: 48 } },
  'memory of the worker and its programs': { unit: 'MB', tolerance: { share: 0.25, least: 150 } },
  'open files of the API': { unit: '', tolerance: { share: 0.15, least: 8 } },
  'open files of the worker': { unit: '', tolerance: { share: 0.15, least: 8 } },
  'processes of the worker': { unit: '', tolerance: { share: 0.25, least: 4 } },
  'connections to the database': { unit: '', tolerance: { share: 0.15, least: 3 } },
  'queue entries': { unit: '', tolerance: { share: 0.25, least: 4 } },
  'working tables': { unit: 'MB', tolerance: { share: 0.25, least: 2 } },
  'database for each event': { unit: 'KB', tolerance: { share: 0.25, least: 2 } },
  'temporary files': { unit: '', tolerance: { share: 0.25, least: 40 } },
} as const satisfies Record<string, { unit: string; tolerance: Tolerance }>;

export type FigureName = keyof typeof figures;
export type Sample = Record<FigureName, number>;

/** One look at the running service. */
export async function takeSample(service: Service, sql: Sql): Promise<Sample> {
  const [api, worker] = [service.pidOf('api'), service.pidOf('worker')];
  if (api === null || worker === null) throw new Error('A role does not run.');
  const below = descendantsOf(worker).map(({ pid }) => pid);
  const tree = await Promise.all([worker, ...below].map(memoryMb));
  const database = await lookIntoDatabase(sql);
  return {
    'memory of the API': await memoryMb(api),
    'memory of the worker': tree[0]!,
    'memory of the worker and its programs': tree.reduce((sum, mb) => sum + mb, 0),
    'open files of the API': await openFiles(api),
    'open files of the worker': await openFiles(worker),
    'processes of the worker': below.length,
    ...database,
    'temporary files': await filesBelow(join(service.dataDir, 'tmp')),
  };
}

/** The proportional set size counts a page that processes share once. */
async function memoryMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length;
const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true }).catch(() => [])).length;

async function lookIntoDatabase(
  sql: Sql,
): Promise<
  Pick<Sample, 'connections to the database' | 'queue entries' | 'working tables' | 'database for each event'>
> {
  const [row] = await sql<
    { connections: number; queue: number; working: number; all: number; events: number }[]
  >`
    select
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name <> ${onlookerName}) as connections,
      (select count(*)::int from graphile_worker.jobs) as queue,
      (select sum(pg_total_relation_size(name::regclass))::bigint from unnest(array['graphile_worker._private_jobs',
        'workers', 'job_progress', 'rate_limits']) name) as working,
      pg_database_size(current_database())::bigint as all,
      (select count(*)::int from events) as events`;
  return {
    'connections to the database': row!.connections,
    'queue entries': row!.queue,
    'working tables': row!.working / 2 ** 20,
    'database for each event': row!.all / 1024 / Math.max(1, row!.events),
  };
}
