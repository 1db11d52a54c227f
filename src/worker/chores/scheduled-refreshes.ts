import { z } from 'zod';
import { refreshAsScheduled, startDueRefreshes } from '../../domain/project-demos/scheduled-refresh.ts';
import {
  scheduledRefreshPayload,
  scheduledRefreshTask,
  startDueTask,
} from '../../domain/project-demos/tasks.ts';
import type { DomainServices } from '../../domain/services.ts';
import { type Task, task } from '../queue/tasks.ts';

const deadlineMs = 10 * 60_000;

/** The tasks of scheduled refreshes: one looks every minute for projects that are due, the other refreshes one project. */
export function scheduledRefreshes(services: DomainServices): Task[] {
  // A missed minute needs no extra run: a project that became due in it is still due.
  const everyMinute = { schedule: '* * * * *', makesUpForMissed: false };
  return [
    task({ name: startDueTask, payload: z.object({}), deadlineMs, ...everyMinute }, async (_, { log }) => {
      const begun = await startDueRefreshes(services);
      if (begun > 0) log.info({ projects: begun }, 'scheduled refreshes begin');
    }),
    task(
      { name: scheduledRefreshTask, payload: scheduledRefreshPayload, deadlineMs },
      async (payload, { log }) => {
        const { projectId, dueAt } = payload;
        const outcome = await refreshAsScheduled(services, payload);
        const told = { projectId, dueAt, ...outcome };
        if (!outcome) log.info(told, 'the scheduled refresh is not wanted any more');
        else if (outcome.overQuota > 0)
          log.warn(told, 'the scheduled refresh ran out of credits: some demos were left out');
        else log.info(told, 'the scheduled refresh is queued');
      },
    ),
  ];
}
