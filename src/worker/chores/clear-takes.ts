import { z } from 'zod';
import { forgetOldTakes } from '../../domain/demos/jobs/takes.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import { type Task, task } from '../queue/tasks.ts';

/** The task that removes takes when they are older than `keptMs`. */
export function clearTakes(services: DomainServices, media: MediaStorage, keptMs: number): Task {
  const definition = {
    name: 'takes.clear',
    payload: z.object({}),
    deadlineMs: 10 * 60_000,
    schedule: '17 * * * *',
  };
  return task(definition, async (_payload, { log }) => {
    const takes = await forgetOldTakes(services, keptMs, (key) => media.delete(key));
    if (takes > 0) log.info({ takes }, 'removed old takes');
  });
}
