import type { UnitOfWork } from '../../store/types.ts';
import { demandOwn, type Project, projectDecider } from './decide.ts';
import { projectStream } from './events.ts';

/**
 * Loads a user's project inside a unit of work.
 * @throws AppError 404 where there is none, or where it is somebody else's.
 */
export async function ownedProject(unit: UnitOfWork, projectId: string, userId: string): Promise<Project> {
  return demandOwn((await unit.load(projectDecider, projectStream(projectId))).state, userId);
}
