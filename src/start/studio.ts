import type { Sql } from 'postgres';
import {
  openConfinement,
  type RunningStudio,
  readOwnPicture,
  startCells,
  startStudio,
} from '../worker/index.ts';
import type { Foundation } from './foundation.ts';

/**
 * Starts what composes stills for whoever changes the look of a film. It belongs to the API and not to a worker: no browser and no
 * encoder is needed, and the way over the queue would take longer than a still. No process waits for the first one.
 */
export async function openStudio(
  parts: Pick<Foundation, 'config' | 'log' | 'media'> & { sql: Sql },
): Promise<RunningStudio> {
  const { config, log, media, sql } = parts;
  const { allowHosts, allowLoopback, cgroup, pageLimits } = config;
  const cells = startCells(log, await openConfinement(cgroup, pageLimits), { keepsSpare: false });
  const ownPicture = (url: string) => readOwnPicture(sql, media, url);
  return startStudio(cells, { media, log, allowHosts, allowLoopback, ownPicture });
}
