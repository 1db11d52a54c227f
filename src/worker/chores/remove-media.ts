import { removeMediaPayload, removeMediaTask } from '../../domain/media-removal.ts';
import type { MediaStorage } from '../../media/index.ts';
import { type Task, task } from '../queue/tasks.ts';

/** The task that removes the files of a deleted demo or background. It may run twice. */
export function removeMedia(media: MediaStorage): Task {
  const definition = { name: removeMediaTask, payload: removeMediaPayload, deadlineMs: 60_000 };
  return task(definition, async ({ prefix }, { log }) => {
    await media.deletePrefix(prefix);
    log.info({ prefix }, 'removed the files of what was deleted');
  });
}
