import { newId } from '../../../ids.ts';
import type { Presentation } from '../../../recorder/contract/presentation.ts';
import type { Aspect } from '../../../recorder/contract/shapes.ts';
import type { CommandContext, UnitOfWork } from '../../../store/types.ts';
import { isTestUser } from '../../accounts/test-mode.ts';
import { chargeForJob, termsOf } from '../../credits/charges/charge.ts';
import { executeCharged } from '../../credits/charges/execute-charged.ts';
import type { DomainServices } from '../../services.ts';
import { queuedBy } from '../create.ts';
import { type DemoCommand, demoDecider } from '../decide.ts';
import { type DemoSound, demoStream, type Trigger } from '../events.ts';
import { demandRoom, demandTestRoom } from '../line.ts';
import { openingOf, withDefaults } from '../presentation.ts';
import { demandSound } from '../sound.ts';
import type { DemoState } from '../state.ts';
import { enqueueGeneration } from '../tasks.ts';

/**
 * Plans and records a demo again.
 * @throws AppError 404, 400 (an upload), 409 `demo_busy`, 429 `quota_exceeded` or `queue_full`.
 */
export function refreshDemo(
  services: DomainServices,
  context: CommandContext,
  request: { demoId: string; userId: string; triggeredBy: Trigger },
): Promise<{ jobId: string }> {
  const { demoId, userId, triggeredBy } = request;
  return requeue(services, context, { demoId, userId }, (jobId) => ({
    type: 'queueRefresh',
    by: userId,
    jobId,
    triggeredBy,
  }));
}

/**
 * Makes a demo again with another presentation, and in another shape where one is given: from its take where one was kept, and otherwise by recording its script again.
 * @throws AppError 404, 400 (an upload, no script, or `sound_not_offered`), 409 `demo_busy`, 429 `quota_exceeded` or `queue_full`.
 */
export function restyleDemo(
  services: DomainServices,
  context: CommandContext,
  request: {
    demoId: string;
    userId: string;
    presentation: Presentation;
    aspect?: Aspect | undefined;
    retake?: boolean | undefined;
    /** null: none. Left out: as it is. */
    sound?: DemoSound | null | undefined;
  },
): Promise<{ jobId: string }> {
  const { demoId, userId, presentation, aspect, sound, retake = false } = request;
  return requeue(services, context, { demoId, userId, sound }, (jobId, demo) => ({
    type: 'queueRestyle',
    by: userId,
    jobId,
    presentation: withDefaults(presentation, filmedOn(demo)),
    aspect,
    retake,
    sound,
  }));
}

/** The screen that the demo's script is played on; null where the script does not say. */
const filmedOn = (demo: DemoState) => {
  const script = demo?.recipe?.actionScript;
  return script ? openingOf(script).viewport : null;
};

/** Whose demo is queued, and what it newly is to sound like. */
interface Wanted {
  demoId: string;
  userId: string;
  sound?: DemoSound | null | undefined;
}

async function requeue(
  services: DomainServices,
  context: CommandContext,
  wanted: Wanted,
  command: (jobId: string, demo: DemoState) => DemoCommand,
): Promise<{ jobId: string }> {
  const done = await executeCharged(services, context, wanted.userId, (unit) =>
    queueAgain(unit, services, wanted, command),
  );
  return queuedBy(done.events);
}

/** Queues a first generation again that came to nothing, inside a unit of work that `executeCharged` runs. */
export const regenerate = (
  unit: UnitOfWork,
  services: DomainServices,
  { demoId, userId, triggeredBy }: { demoId: string; userId: string; triggeredBy: Trigger },
): Promise<void> =>
  queueAgain(unit, services, { demoId, userId }, (jobId) => ({
    type: 'queueGeneration',
    by: userId,
    jobId,
    triggeredBy,
  }));

async function queueAgain(
  unit: UnitOfWork,
  services: DomainServices,
  { demoId, userId, sound }: Wanted,
  command: (jobId: string, demo: DemoState) => DemoCommand,
): Promise<void> {
  const jobId = newId('job');
  const demo = await unit.load(demoDecider, demoStream(demoId));
  demo.decide(command(jobId, demo.state));
  await demandSound(services, sound);
  await demandRoom(services);
  if (isTestUser(userId)) await demandTestRoom(services, userId);
  await chargeForJob(unit, services, await termsOf(unit, userId), { userId, jobId, demoId });
  enqueueGeneration(unit, { demoId, jobId, userId });
}
