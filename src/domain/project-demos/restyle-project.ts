import { AppError } from '../../errors.ts';
import type { Presentation } from '../../recorder/contract/presentation.ts';
import type { Aspect } from '../../recorder/contract/shapes.ts';
import type { CommandContext } from '../../store/types.ts';
import { partOf } from '../context.ts';
import { queuedBy } from '../demos/create.ts';
import { restyleDemo } from '../demos/jobs/requeue.ts';
import { demosOfProject } from '../demos/views/catalogue.ts';
import { readProject } from '../projects/projects.ts';
import type { DomainServices } from '../services.ts';

export interface ProjectRestyle {
  jobs: { demoId: string; jobId: string }[];
  /** Every other demo of the project, and why it is not restyled. */
  leftOut: { demoId: string; code: string; message: string }[];
}

/**
 * Queues a restyle of every demo of a project: each by itself, as far as the quota reaches, the newest first. Each keeps its template
 * where the presentation names none. When it is repeated, it queues no demo twice.
 * @throws AppError 404.
 */
export async function restyleProject(
  services: DomainServices,
  context: CommandContext,
  request: { projectId: string; userId: string; presentation: Presentation; aspect?: Aspect | undefined },
): Promise<ProjectRestyle> {
  const { projectId, userId, ...look } = request;
  await readProject(services, projectId, userId);
  const done: ProjectRestyle = { jobs: [], leftOut: [] };
  let refusal = null as AppError | null;
  for (const { id: demoId } of await demosOfProject(services.sql, projectId)) {
    const part = partOf(context, demoId);
    const before = await services.store.readCommand(part.commandId);
    if (before.length > 0) {
      done.jobs.push({ demoId, jobId: queuedBy(before).jobId });
      continue;
    }
    try {
      // The quota is used up, or the queue is full: that holds for the others too.
      if (refusal) throw refusal;
      const { jobId } = await restyleDemo(services, part, { demoId, userId, ...look });
      done.jobs.push({ demoId, jobId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.status === 429) refusal = error;
      // Deleted since the list was read.
      if (error.status !== 404) done.leftOut.push({ demoId, code: error.code, message: error.message });
    }
  }
  return done;
}
