import { invalid } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Presentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import type { Aspect } from '../../recorder/contract/shapes.ts';
import { isSameSite } from '../../site.ts';
import type { CommandContext, StoredEvent, UnitOfWork } from '../../store/types.ts';
import { demandFormat } from '../accounts/plans.ts';
import { isTestUser } from '../accounts/test-mode.ts';
import { chargeForJob, termsOf } from '../credits/charges/charge.ts';
import { executeCharged } from '../credits/charges/execute-charged.ts';
import { ownedProject } from '../projects/owned.ts';
import type { DomainServices } from '../services.ts';
import { demoDecider } from './decide.ts';
import { type DemoFact, type DemoSound, demoStream, type Trigger } from './events.ts';
import { demandRoom, demandTestRoom } from './line.ts';
import { demandSound } from './sound.ts';
import { enqueueGeneration } from './tasks.ts';

export interface DemoRequest {
  userId: string;
  projectId: string;
  prompt: string;
  format: 'mp4' | 'webm';
  resolution: '720p' | '1080p';
  aspect: Aspect;
  durationTarget: '5s' | '10s' | '30s';
  presentation: Presentation | null;
  mode: 'script' | 'agent';
  /** The page that is filmed; null for the project's own. */
  pageUrl: string | null;
  context: string | null;
  contextHash: string | null;
  /** A script that is filmed as it is; then no plan is made. */
  actionScript?: ActionScript | undefined;
  /** What the film is to sound like; left out where it is silent. */
  sound?: DemoSound | undefined;
  triggeredBy: Trigger;
}

/**
 * Creates a demo, charges what it costs and queues the job that makes it: all of it or nothing.
 * @throws AppError 404 (project), 400 where its script leaves the site, 403 `format_not_in_plan`, 429
 *   `quota_exceeded` or `queue_full`.
 */
export async function createDemo(
  services: DomainServices,
  context: CommandContext,
  request: DemoRequest,
): Promise<{ demoId: string; jobId: string }> {
  const done = await executeCharged(services, context, request.userId, (unit) =>
    addDemo(unit, services, request),
  );
  return queuedBy(done.events);
}

/**
 * Does the same inside a unit of work that `executeCharged` runs.
 * @returns the ids of this attempt. Where the command was given before, other ids were stored; `queuedBy` finds them.
 */
export async function addDemo(
  unit: UnitOfWork,
  services: DomainServices,
  request: DemoRequest,
): Promise<{ demoId: string; jobId: string }> {
  const { userId, triggeredBy, actionScript, ...wanted } = request;
  const { terms } = await demandMakeable(unit, services, request);
  const demoId = newId('demo');
  const jobId = newId('job');
  const demo = unit.begin(demoDecider, demoStream(demoId));
  const supplied = actionScript && { actionScript: { ...actionScript } };
  demo.decide({ type: 'create', demo: { ...wanted, ...supplied, demoId, userId, source: 'generated' } });
  demo.decide({ type: 'queueGeneration', by: userId, jobId, triggeredBy });
  await demandRoom(services);
  if (isTestUser(userId)) await demandTestRoom(services, userId);
  await chargeForJob(unit, services, terms, { userId, jobId, demoId });
  enqueueGeneration(unit, { demoId, jobId, userId });
  return { demoId, jobId };
}

/** @throws AppError 404 (project), 400 where its script leaves the site or `sound_not_offered`, 403 `format_not_in_plan`. */
export async function demandMakeable(
  unit: UnitOfWork,
  services: Pick<DomainServices, 'sounds'>,
  { userId, projectId, format, actionScript, sound }: DemoRequest,
) {
  const [project, terms] = await Promise.all([ownedProject(unit, projectId, userId), termsOf(unit, userId)]);
  demandFormat(terms, format);
  if (actionScript) demandOnSite(actionScript, project.url);
  await demandSound(services, sound);
  return { project, terms };
}

/** Otherwise a page of another site would be filmed under this project's name and with this project's login. */
function demandOnSite({ steps }: ActionScript, projectUrl: string): void {
  for (const [index, step] of steps.entries())
    if (step.type === 'navigate' && !isSameSite(step.url, projectUrl))
      throw invalid(
        `\`action_script.steps[${index}].url\` must be on the project's site (${new URL(projectUrl).hostname}), but it is on ${new URL(step.url).hostname}.`,
      );
}

/**
 * The job that a command queued, whether just now or when it was first given. Only the stored events know its ids,
 * since new ones are made each time the command is decided.
 */
export function queuedBy(events: readonly StoredEvent[]): { demoId: string; jobId: string } {
  const queued = events.find((event) => event.type === 'GenerationQueued');
  if (!queued) throw new Error('the command queued no generation');
  const { demoId, jobId } = queued.data as DemoFact<'GenerationQueued'>;
  return { demoId, jobId };
}
