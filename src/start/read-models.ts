import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { projections, upcasters } from '../domain/index.ts';
import type { Logger } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import {
  type BuildProgress,
  checkProjections,
  createSubjectKeys,
  outdatedProjections,
  rebuild,
  withSession,
} from '../store/index.ts';

/** Read models are updated under this advisory lock, so that of processes that start together only one does it. */
const rebuildLock = 7306;

/**
 * Rebuilds from the log, before the service starts, those read models that an older version of the code has built, or written to until it
 * ended.
 */
export async function fitReadModels(sql: Sql, secrets: Secrets, log: Logger): Promise<void> {
  // A service whose role may not make tables, and one that would have to wait, starts with what is there.
  await fitOutdated(sql, secrets, log).catch((error: unknown) =>
    log.warn({ err: error }, 'a read model that older code wrote to could not be built anew'),
  );
  if ((await checkProjections(sql, projections)).length === 0) return;
  await oneAtATime(sql, async () => {
    for (const { name, databaseVersion, codeVersion } of await checkProjections(sql, projections)) {
      log.warn(
        { name, databaseVersion, codeVersion },
        'a read model was built by other code: building it anew',
      );
      await build(sql, secrets, log, name);
    }
  });
}

const lookEveryMs = 30_000;
const stopPatienceMs = 5_000;

/**
 * Keeps an eye on what older code writes while it still runs beside this code: a process of the older version adds to read models that this
 * version has built, without what this version adds. When the last such process has been quiet for a minute, they are built once more.
 */
export function startFitting(
  sql: Sql,
  secrets: Secrets,
  log: Logger,
  { everyMs = lookEveryMs, quietMs }: { everyMs?: number; quietMs?: number } = {},
): { stop(): Promise<void> } {
  let fitting: Promise<void> = Promise.resolve();
  let isFitting = false;
  const timer = setInterval(() => {
    if (isFitting) return;
    isFitting = true;
    fitting = fitOutdated(sql, secrets, log, quietMs)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'could not look after the read models; trying again'),
      )
      .finally(() => {
        isFitting = false;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      // A long build ends with its process: nothing of it is seen before the swap, and the next build removes what it leaves.
      await Promise.race([fitting, sleep(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}

async function fitOutdated(sql: Sql, secrets: Secrets, log: Logger, quietMs?: number): Promise<void> {
  if ((await outdatedProjections(sql, projections, quietMs)).length === 0) return;
  await unlessOthersDo(sql, async () => {
    for (const name of await outdatedProjections(sql, projections, quietMs)) {
      log.warn({ name }, 'older code, which has ended, wrote to a read model: building it anew');
      await build(sql, secrets, log, name);
    }
  });
}

const oneAtATime = (sql: Sql, work: () => Promise<void>): Promise<void> =>
  withSession(sql, async (guard) => {
    await guard`select pg_advisory_lock(${rebuildLock})`;
    await work();
  });

/** Whoever stops must not have to wait for the build of another process. */
const unlessOthersDo = (sql: Sql, work: () => Promise<void>): Promise<void> =>
  withSession(sql, async (guard) => {
    const [lock] = await guard<{ isOurs: boolean }[]>`
      select pg_try_advisory_lock(${rebuildLock}) as "isOurs"`;
    if (lock?.isOurs) await work();
  });

async function build(sql: Sql, secrets: Secrets, log: Logger, name: string): Promise<void> {
  const keys = createSubjectKeys({ sql, box: secrets });
  const projection = projections.find((candidate) => candidate.name === name)!;
  const { events } = await rebuild({ sql, upcasters, keys, projection, onProgress: byTenths(name, log) });
  log.warn({ name, events }, 'read model rebuilt');
}

/** Logs the progress after each tenth, so that an operator knows why the service does not answer yet. */
function byTenths(name: string, log: Logger): (progress: BuildProgress) => void {
  let told = 0;
  return ({ position, upTo }) => {
    const tenths = Math.floor((10 * position) / Math.max(1, upTo));
    if (tenths <= told) return;
    told = tenths;
    log.info({ name, percent: tenths * 10 }, 'building a read model anew');
  };
}
