import { newId } from '../../ids.ts';
import type { CommandContext } from '../../store/types.ts';
import { partOf } from '../context.ts';
import { leaveOutRefresh } from '../demos/projections/left-out.ts';
import { refreshableDemoIds } from '../demos/views/catalogue.ts';
import { projectDecider } from '../projects/decide.ts';
import { projectStream } from '../projects/events.ts';
import type { DomainServices } from '../services.ts';
import { nextDue } from './due.ts';
import { refreshDemos } from './refresh-project.ts';
import { dueProjects } from './schedules.ts';
import { type ScheduledRefresh, scheduledRefreshTask } from './tasks.ts';

const atOnce = 100;

/**
 * Begins the refresh of every project that is due: one append holds an event that names the due moment and the task
 * that does the work. The moment is part of the command's id, so it is begun once however many processes try. The
 * next due moment lies after now, so that a refresh that was missed for days is made up for once.
 * @returns how many were begun here.
 */
export async function startDueRefreshes(services: DomainServices): Promise<number> {
  const now = services.clock.now();
  let begun = 0;
  for (;;) {
    const due = await dueProjects(services.sql, now, atOnce);
    let moved = 0;
    for (const { projectId, dueAt } of due) {
      const demoIds = await refreshableDemoIds(services.sql, projectId);
      const { events, duplicate } = await services.store.execute(
        commandOfMoment(projectId, dueAt),
        async (unit) => {
          const project = await unit.load(projectDecider, projectStream(projectId));
          const nextDueAt = project.state && nextDue(project.state.schedule, projectId, now);
          // The project was changed or deleted since it was found.
          if (!nextDueAt) return;
          const moment = { dueAt: dueAt.toISOString(), nextDueAt: nextDueAt.toISOString() };
          const before = project.version;
          project.decide({ type: 'startScheduledRefresh', ...moment });
          if (project.version === before) return;
          const payload = { projectId, dueAt: moment.dueAt, demoIds };
          unit.enqueue({ task: scheduledRefreshTask, payload, key: `${projectId}:${moment.dueAt}` });
        },
      );
      if (events.length > 0) moved++;
      if (events.length > 0 && !duplicate) begun++;
    }
    // Where no project of this page moved on, the same page would be read again and again.
    if (due.length < atOnce || moved === 0) return begun;
  }
}

export interface ScheduledOutcome {
  userId: string;
  queued: number;
  overQuota: number;
}

/**
 * Queues the demos of a scheduled refresh as far as the quota reaches, and notes in the history of the others that
 * they were left out. Repeated, it takes effect once.
 * @returns null where nobody wants it any more: the project was deleted, or set to another schedule.
 */
export async function refreshAsScheduled(
  services: DomainServices,
  { projectId, dueAt, demoIds }: ScheduledRefresh,
): Promise<ScheduledOutcome | null> {
  const context = commandOfMoment(projectId, new Date(dueAt));
  const reading = { commandId: newId('cmd'), metadata: context.metadata };
  const { value: project } = await services.store.execute(
    reading,
    async (unit) => (await unit.load(projectDecider, projectStream(projectId))).state,
  );
  if (!project || !nextDue(project.schedule, projectId, services.clock.now())) return null;
  const { userId } = project;
  const request = { userId, triggeredBy: 'schedule' } as const;
  const { jobs, leftOut, refusal } = await refreshDemos(services, context, { ...request, demoIds });
  if (refusal)
    for (const demoId of leftOut)
      await leaveOutRefresh(services, partOf(context, `${demoId}:left-out`), { ...request, demoId, refusal });
  const outcome = { userId, queued: jobs.length, overQuota: leftOut.length };
  await services.store.execute(partOf(context, 'ended'), async (unit) => {
    const stream = await unit.load(projectDecider, projectStream(projectId));
    const { queued, overQuota } = outcome;
    stream.decide({ type: 'endScheduledRefresh', dueAt, queued, overQuota });
  });
  return outcome;
}

/** The due moment names the command, so that it is the same command when it is repeated. */
const commandOfMoment = (projectId: string, dueAt: Date): CommandContext => ({
  commandId: `schedule:${projectId}:${dueAt.toISOString()}`,
  metadata: { actor: 'system' },
});
