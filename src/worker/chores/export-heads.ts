import { z } from 'zod';
import { exportHeads } from '../../domain/audit/export.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import { putText } from '../../media/text.ts';
import { type Task, task } from '../queue/tasks.ts';

export const exportHeadsTask = 'audit.export-heads';

/**
 * The task that writes the heads of the hash chains to the media storage every night. It avoids midnight, when many other tasks
 * start. A night in which no worker ran is made up for by a worker that starts within a day.
 */
export function exportChainHeads(services: DomainServices, media: MediaStorage): Task {
  const definition = {
    name: exportHeadsTask,
    payload: z.object({}),
    deadlineMs: 30 * 60_000,
    schedule: '17 0 * * *',
  };
  return task(definition, async (_, { log, confirm }) => {
    const put = async (key: string, text: string) => {
      await confirm();
      await putText(media, key, text);
    };
    const day = services.clock.now().toISOString().slice(0, 10);
    const context = { commandId: `${exportHeadsTask}:${day}`, metadata: { actor: 'worker' } };
    const file = await exportHeads(services, context, put);
    if (file) log.info({ key: file.key, chains: file.chains }, 'wrote down the heads of the chains');
  });
}
