import { z } from 'zod';
import { exportHeads } from '../../domain/audit/export.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import { putText } from '../../media/text.ts';
import { type Task, task } from '../queue/tasks.ts';

export const exportHeadsTask = 'audit.export-heads';

/**
 * The task that writes down every night where the hash chains stand. Not at midnight itself, when everybody's tasks begin; a
 * night in which no worker ran is made up for by the next one that starts within a day.
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
