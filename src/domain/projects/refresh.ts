import { AppError } from '../../errors.ts';
import type { CommandContext } from '../../store/types.ts';
import { partOf } from '../context.ts';
import { refreshableDemoIds } from '../demos/catalogue.ts';
import type { Trigger } from '../demos/events.ts';
import { refreshDemo } from '../demos/requeue.ts';
import type { DomainServices } from '../services.ts';
import { readProject } from './projects.ts';

export interface ProjectRefresh {
  jobs: { demoId: string; jobId: string }[];
  /** Demos that were left out since the quota was used up. */
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
  const jobs: ProjectRefresh['jobs'] = [];
  for (const [index, demoId] of demoIds.entries()) {
    try {
      const wish = { demoId, userId, triggeredBy };
      const { jobId } = await refreshDemo(services, partOf(context, demoId), wish);
      jobs.push({ demoId, jobId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'quota_exceeded') return { jobs, overQuota: demoIds.length - index };
      // Deleted, or busy with another refresh, since the list was read.
      if (error.status !== 404 && error.status !== 409) throw error;
    }
  }
  return { jobs, overQuota: 0 };
}
