import { z } from 'zod';
import { forgetOldPreviews } from '../../domain/demos/preview/previews.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import { type Task, task } from '../queue/tasks.ts';

/** The task that removes the stills of previews after an hour. */
export function clearPreviews(services: DomainServices, media: MediaStorage): Task {
  const definition = {
    name: 'preview.clear',
    payload: z.object({}),
    deadlineMs: 60_000,
    schedule: '*/5 * * * *',
  };
  return task(definition, async (_payload, { log }) => {
    const previews = await forgetOldPreviews(services, (prefix) => media.deletePrefix(prefix));
    if (previews > 0) log.info({ previews }, 'removed the stills of old previews');
  });
}
