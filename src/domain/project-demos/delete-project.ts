import type { CommandContext } from '../../store/types.ts';
import { deleteDemos } from '../demos/end.ts';
import { demoIdsOfProject } from '../demos/views/catalogue.ts';
import { projectDecider } from '../projects/decide.ts';
import { projectStream } from '../projects/events.ts';
import type { DomainServices } from '../services.ts';

/**
 * Deletes a project with its demos, all or nothing.
 * @throws AppError 404.
 */
export async function deleteProject(
  services: DomainServices,
  context: CommandContext,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const project = await unit.load(projectDecider, projectStream(projectId));
    project.decide({ type: 'delete', by: userId });
    await deleteDemos(unit, userId, await demoIdsOfProject(services.sql, projectId));
  });
}
