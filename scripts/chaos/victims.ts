import type { Sql } from 'postgres';
import { onlookerName, postmasterOf } from '../load/database.ts';
import { descendantsOf, type Process } from '../load/processes.ts';
import type { Random } from '../load/random.ts';
import type { Role, Service } from '../load/service.ts';

/** What can be killed. Each kind finds one of the service's own processes and ends it without a warning. */
export const kinds = [
  'api',
  'worker',
  'recorder',
  'chromium',
  'ffmpeg',
  'connection',
  'backend',
  'postmaster',
] as const;
export type Kind = (typeof kinds)[number];

/** @returns a word on what was killed, or null where no such process runs now. */
export type Kill = (kind: Kind) => Promise<string | null>;

export function createKiller(service: Service, sql: Sql, random: Random): Kill {
  const belowWorker = (fits: (process: Process) => boolean) => {
    const worker = service.pidOf('worker');
    return worker ? descendantsOf(worker).filter(fits) : [];
  };
  const oneOf = (found: readonly Process[]) => (found.length > 0 ? end(random.pick(found)) : null);
  const role = (name: Role) => {
    const pid = service.pidOf(name);
    if (!pid) return null;
    service.expectEnd(pid);
    return end({ pid, name, command: '' });
  };
  const backends = async () => {
    const postmaster = await postmasterOf(service.dataDir);
    return postmaster ? descendantsOf(postmaster.pid) : [];
  };
  const kills: Record<Kind, () => Promise<string | null> | string | null> = {
    api: () => role('api'),
    worker: () => role('worker'),
    recorder: () => oneOf(belowWorker(isRecorder)),
    chromium: () => oneOf(belowWorker(isChromium)),
    ffmpeg: () => oneOf(belowWorker(({ name }) => name === 'ffmpeg')),
    connection: () => terminateConnection(sql),
    // The death of one backend makes PostgreSQL end all others and recover from its log.
    backend: async () => oneOf((await backends()).filter(({ command }) => /showreel showreel/.test(command))),
    async postmaster() {
      const postmaster = await postmasterOf(service.dataDir);
      return postmaster ? end({ pid: postmaster.pid, name: 'postmaster', command: '' }) : null;
    },
  };
  return async (kind) => kills[kind]();
}

const isChromium = ({ name, command }: Process) => /chrom/i.test(name) || /chromium[^ ]* .*--/.test(command);
/** A recording in a process of its own is a Node.js process below the worker. */
const isRecorder = ({ name, command }: Process) =>
  (/^(node|MainThread)/.test(name) || /^\S*node /.test(command)) && !/chrom/i.test(command);

function end({ pid, name }: Process): string | null {
  try {
    process.kill(pid, 'SIGKILL');
    return `${name} ${pid}`;
  } catch {
    return null;
  }
}

/** Ends one connection of the service, whichever, as an operator or a proxy does. */
async function terminateConnection(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ pid: number; name: string; ended: boolean }[]>`
    select pid, application_name as name, pg_terminate_backend(pid) as ended from (
      select pid, application_name from pg_stat_activity
      where datname = current_database() and application_name <> ${onlookerName} order by random() limit 1
    ) one`.catch(() => []);
  return row?.ended ? `connection ${row.name} ${row.pid}` : null;
}
