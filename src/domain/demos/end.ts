import type { CommandContext, UnitOfWork } from '../../store/types.ts';
import { giveBackForJobs } from '../credits/charges/charge.ts';
import { enqueueMediaRemoval } from '../media-removal.ts';
import type { DomainServices } from '../services.ts';
import { demoDecider } from './decide.ts';
import { demoStream } from './events.ts';
import { mediaPrefix } from './media-keys.ts';

/**
 * Ends the running job of a demo at once. Its worker hears of it by the doorbell and stops.
 * @throws AppError 404, 409 `nothing_running`.
 */
export async function cancelJob(
  services: DomainServices,
  context: CommandContext,
  { demoId, userId }: { demoId: string; userId: string },
): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    const jobId = demo.state?.job?.jobId;
    demo.decide({ type: 'cancel', by: userId });
    if (jobId) await giveBackForJobs(unit, userId, [jobId], 'cancelled');
  });
}

/**
 * Deletes a demo and its media, and gives back what its running job cost.
 * @throws AppError 404.
 */
export async function deleteDemo(
  services: DomainServices,
  context: CommandContext,
  { demoId, userId }: { demoId: string; userId: string },
): Promise<void> {
  await services.store.execute(context, (unit) => deleteDemos(unit, userId, [demoId]));
}

/** Does the same for several demos inside a unit of work. A task of the queue removes their media. */
export async function deleteDemos(
  unit: UnitOfWork,
  userId: string,
  demoIds: readonly string[],
): Promise<void> {
  const demos = await Promise.all(demoIds.map((demoId) => unit.load(demoDecider, demoStream(demoId))));
  const running = demos.flatMap(({ state }) => (state?.job ? [state.job.jobId] : []));
  for (const demo of demos) demo.decide({ type: 'delete', by: userId });
  for (const demoId of demoIds) enqueueMediaRemoval(unit, demoId, mediaPrefix(demoId));
  await giveBackForJobs(unit, userId, running, 'deleted');
}

/**
 * Does the same for those of several demos that are there and belong to this user, all or none. When the command is repeated, it
 * answers as before.
 * @returns how many were deleted.
 */
export async function deleteOwnDemos(
  services: DomainServices,
  context: CommandContext,
  { demoIds, userId }: { demoIds: readonly string[]; userId: string },
): Promise<number> {
  const { events } = await services.store.execute(context, async (unit) => {
    const loaded = await Promise.all(demoIds.map((demoId) => unit.load(demoDecider, demoStream(demoId))));
    const own = demoIds.filter((_, index) => loaded[index]!.state?.userId === userId);
    await deleteDemos(unit, userId, own);
  });
  return events.filter(({ type }) => type === 'DemoDeleted').length;
}
