import type { Sql } from 'postgres';
import { projections, upcasters } from '../domain/index.ts';
import type { Logger } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import {
  type BuildProgress,
  checkProjections,
  createSubjectKeys,
  rebuild,
  withSession,
} from '../store/index.ts';

/** Read models are updated under this advisory lock, so that of processes that start together only one does it. */
const rebuildLock = 7306;

/** Rebuilds from the log, before the service starts, those read models that another version of the code has built. */
export async function fitReadModels(sql: Sql, secrets: Secrets, log: Logger): Promise<void> {
  if ((await checkProjections(sql, projections)).length === 0) return;
  await withSession(sql, async (guard) => {
    const keys = createSubjectKeys({ sql, box: secrets });
    await guard`select pg_advisory_lock(${rebuildLock})`;
    for (const { name, databaseVersion, codeVersion } of await checkProjections(sql, projections)) {
      log.warn(
        { name, databaseVersion, codeVersion },
        'a read model was built by other code: building it anew',
      );
      const projection = projections.find((candidate) => candidate.name === name)!;
      const { events } = await rebuild({ sql, upcasters, keys, projection, onProgress: byTenths(name, log) });
      log.warn({ name, events }, 'read model rebuilt');
    }
  });
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
