import { AppError } from '../../errors.ts';
import { usualAspect } from '../../recorder/contract/shapes.ts';
import type { CommandContext, UnitOfWork } from '../../store/types.ts';
import { executeCharged } from '../credits/charges/execute-charged.ts';
import { addDemo, queuedBy } from '../demos/create.ts';
import { demoDecider } from '../demos/decide.ts';
import { type DemoStatus, demoStream } from '../demos/events.ts';
import { regenerate } from '../demos/jobs/requeue.ts';
import { demoOfContext, failuresOf } from '../demos/views/catalogue.ts';
import type { DomainServices } from '../services.ts';
import { mayTryAgain } from './another-try.ts';
import { embedDecider } from './decide.ts';
import type { EmbedSpec } from './embed-spec.ts';
import { embedStream } from './events.ts';

export interface ShowRequest {
  userId: string;
  project: { projectId: string; url: string };
  spec: EmbedSpec;
  /** What the page says of itself, for the planner. It does not tell one demo from another. */
  context: string | null;
  /** True where a person pressed the button that tries again. */
  asked: boolean;
}

export interface Shown {
  demoId: string;
  status: DemoStatus;
  /** True where this call started a generation. */
  started: boolean;
}

/**
 * Finds the demo that an embed shows, in whatever status it is, or starts a new one. Of many simultaneous calls, in
 * any number of processes, one starts it: the first event of an embed's stream can be appended only once.
 * @throws AppError 404 (project), 403 `format_not_in_plan`, 429 `quota_exceeded`.
 */
export async function showEmbed(
  services: DomainServices,
  context: CommandContext,
  request: ShowRequest,
): Promise<Shown> {
  const { projectId } = request.project;
  const known = await demoOfContext(services.sql, { projectId, contextHash: request.spec.contextHash });
  if (known && !(await isDue(services, known, request.asked))) return { ...known, started: false };
  try {
    const done = await executeCharged(services, context, request.userId, (unit) =>
      decideWhatToShow(unit, services, request),
    );
    if (done.events.length === 0) return done.value;
    return { demoId: queuedBy(done.events).demoId, status: 'pending', started: true };
  } catch (refusal) {
    // A demo that was made before can be shown without quota, and while the queue is full, even one that failed. A person who pressed the button
    // is told why nothing was started.
    const isForNow = refusal instanceof AppError && refusal.status === 429;
    if (known && isForNow && !request.asked) return { ...known, started: false };
    throw refusal;
  }
}

async function isDue(
  { sql, clock }: DomainServices,
  { demoId, status }: { demoId: string; status: DemoStatus },
  asked: boolean,
): Promise<boolean> {
  if (status !== 'failed') return false;
  const failures = await failuresOf(sql, demoId);
  return failures === null || mayTryAgain(failures, clock.now(), asked);
}

async function decideWhatToShow(
  unit: UnitOfWork,
  services: DomainServices,
  request: ShowRequest,
): Promise<Shown> {
  const { userId, project, spec, context } = request;
  const { projectId } = project;
  const { contextHash, pageUrl, prompt, presentation } = spec;
  const embed = await unit.load(embedDecider, embedStream(contextHash));
  const instead = embed.state?.demoId ?? null;
  if (instead !== null) {
    const demo = (await unit.load(demoDecider, demoStream(instead))).state;
    // Another caller may have started it again since the first look.
    if (demo && !(await isDue(services, demo, request.asked)))
      return { demoId: instead, status: demo.status, started: false };
    if (demo) {
      await regenerate(unit, services, { demoId: instead, userId, triggeredBy: 'embed' });
      return { demoId: instead, status: 'pending', started: true };
    }
  }
  const { demoId } = await addDemo(unit, services, {
    userId,
    projectId,
    prompt,
    presentation,
    context,
    contextHash,
    triggeredBy: 'embed',
    format: 'mp4',
    resolution: '1080p',
    aspect: usualAspect,
    durationTarget: '10s',
    mode: 'script',
    pageUrl,
  });
  embed.decide({ type: 'claim', instead, contextHash, projectId, userId, demoId });
  return { demoId, status: 'pending', started: true };
}
