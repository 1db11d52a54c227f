import { z } from 'zod';
import { mediaPrefix } from '../../domain/demos/media-keys.ts';
import type { DomainServices } from '../../domain/services.ts';
import { hasNoDemo } from '../../domain/uploads/illustrate.ts';
import { settlePayload, settleTask } from '../../domain/uploads/tasks.ts';
import type { MediaStorage } from '../../media/index.ts';
import { type Task, task } from '../queue/tasks.ts';

const abandonedAfterMs = 60 * 60_000;

/** Removes what uploads leave behind when their process dies: half-written files, and whole files without a demo. */
export function clearUploads(services: DomainServices, media: MediaStorage): Task[] {
  return [
    task({ name: settleTask, payload: settlePayload, deadlineMs: 60_000 }, async ({ demoId }, { log }) => {
      if (!(await hasNoDemo(services, demoId))) return;
      await media.deletePrefix(mediaPrefix(demoId));
      log.info({ demoId }, 'removed what was left of an upload that came to nothing');
    }),
    task(
      { name: 'media.clear-scratch', payload: z.object({}), deadlineMs: 60_000, schedule: '41 * * * *' },
      async (_payload, { log }) => {
        const files = await media.clearScratch(abandonedAfterMs);
        if (files > 0) log.info({ files }, 'removed half files of processes that died');
      },
    ),
  ];
}
