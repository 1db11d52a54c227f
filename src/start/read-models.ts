import type { Sql } from 'postgres';
import { projections, upcasters } from '../domain/index.ts';
import type { Logger } from '../log.ts';
import { type BuildProgress, checkProjections, rebuild, withSession } from '../store/index.ts';

/** Advisory lock under which read models are brought up to date, so that processes starting together do it once. */
const rebuildLock = 7306;

/** Says which read models were built by other code than runs now, and builds those anew from the log before serving. */
export async function fitReadModels(sql: Sql, log: Logger): Promise<void> {
  if ((await checkProjections(sql, projections)).length === 0) return;
  await withSession(sql, async (guard) => {
    await guard`select pg_advisory_lock(${rebuildLock})`;
    for (const { name, databaseVersion, codeVersion } of await checkProjections(sql, projections)) {
      log.warn(
        { name, databaseVersion, codeVersion },
        'a read model was built by other code: building it anew',
      );
      const projection = projections.find((candidate) => candidate.name === name)!;
      const { events } = await rebuild({ sql, upcasters, projection, onProgress: byTenths(name, log) });
      log.warn({ name, events }, 'read model rebuilt');
    }
  });
}

/** Says how far it has come whenever a tenth more is done: nobody has to wonder why the service does not answer yet. */
function byTenths(name: string, log: Logger): (progress: BuildProgress) => void {
  let told = 0;
  return ({ position, upTo }) => {
    const tenths = Math.floor((10 * position) / Math.max(1, upTo));
    if (tenths <= told) return;
    told = tenths;
    log.info({ name, percent: tenths * 10 }, 'building a read model anew');
  };
}
