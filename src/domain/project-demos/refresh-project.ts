import { AppError } from '../../errors.ts';
import type { CommandContext } from '../../store/types.ts';
import { partOf } from '../context.ts';
import { queuedBy } from '../demos/create.ts';
import type { Trigger } from '../demos/events.ts';
import { refreshDemo } from '../demos/jobs/requeue.ts';
import { refreshableDemoIds } from '../demos/views/catalogue.ts';
import { readProject } from '../projects/projects.ts';
import type { DomainServices } from '../services.ts';

export interface ProjectRefresh {
  jobs: { demoId: string; jobId: string }[];
  /** Demos that were left out since the quota was used up or the queue was full. */
  overQuota: number;
}

/**
 * Queues a refresh of every demo that is ready and generated: each by itself, as far as the quota reaches.
 * @throws AppError 404.
 */
export async function refreshProject(
  services: DomainServices,
  context: CommandContext,
  { projectId, userId, triggeredBy }: { projectId: string; userId: string; triggeredBy: Trigger },
): Promise<ProjectRefresh> {
  await readProject(services, projectId, userId);
  const demoIds = await refreshableDemoIds(services.sql, projectId);
  const { jobs, leftOut } = await refreshDemos(services, context, { demoIds, userId, triggeredBy });
  return { jobs, overQuota: leftOut.length };
}

/**
 * Does the same for a given list of demos. When it is repeated, it queues no demo twice, and returns the jobs of the
 * first time again.
 * @returns in `leftOut` the demos for which the quota was not enough or the queue had no room, and in `refusal` the error that said so.
 */
export async function refreshDemos(
  services: DomainServices,
  context: CommandContext,
  { demoIds, userId, triggeredBy }: { demoIds: readonly string[]; userId: string; triggeredBy: Trigger },
): Promise<{ jobs: ProjectRefresh['jobs']; leftOut: string[]; refusal: AppError | null }> {
  const jobs: ProjectRefresh['jobs'] = [];
  for (const [index, demoId] of demoIds.entries()) {
    const part = partOf(context, demoId);
    const before = await services.store.readCommand(part.commandId);
    if (before.length > 0) {
      jobs.push({ demoId, jobId: queuedBy(before).jobId });
      continue;
    }
    try {
      const { jobId } = await refreshDemo(services, part, { demoId, userId, triggeredBy });
      jobs.push({ demoId, jobId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The quota is used up, or the queue is full. What was queued before stays.
      if (error.status === 429) return { jobs, leftOut: demoIds.slice(index), refusal: error };
      // Deleted, or busy with another refresh, since the list was read.
      if (error.status !== 404 && error.status !== 409) throw error;
    }
  }
  return { jobs, leftOut: [], refusal: null };
}
