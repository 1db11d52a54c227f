import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../errors.ts';
import type { CommandContext } from '../../../store/types.ts';
import type { DomainServices } from '../../services.ts';
import { type DemoRequest, demandMakeable } from '../create.ts';
import type { GenerationJob } from '../jobs/generation.ts';
import { openingOf } from '../presentation.ts';
import type { Preview, PreviewAnswer } from './answer.ts';
import type { ComparisonJob } from './comparison-job.ts';
import { demandPlace, type PreviewAsks, type PreviewJob } from './preview-job.ts';
import { abandonPreview, askForPreview, newPreviewId, onAnswer, takeAnswer } from './previews.ts';

export interface PreviewRequest extends DemoRequest {
  /** By this word of its own, the caller asks meanwhile what was seen; null where it does not. */
  progressId: string | null;
  asks: PreviewAsks;
}

/**
 * Plans a demo without making it: a worker plans, and this waits for what it says. Nothing is charged.
 * @throws AppError 404 (project), 400 where its script leaves the site, 403 `format_not_in_plan`, 422 with the fault of the
 *   page, 503 `preview_timeout` and `preview_failed`.
 */
export async function previewDemo(
  services: DomainServices,
  context: CommandContext,
  { progressId, asks, ...request }: PreviewRequest,
  isCallerGone: () => boolean,
): Promise<Preview> {
  const { value: job } = await services.store.execute(context, async (unit) => {
    const { project, terms } = await demandMakeable(unit, services, request);
    if (asks.addition) demandPlace(asks.addition, request.actionScript);
    return { ...jobOf(request, { ...project, watermark: terms.watermark }), ...asks };
  });
  const answer = await answerFor(services, context, job, progressId, isCallerGone);
  if (!('preview' in answer)) throw new Error('a preview was answered with something else');
  return answer.preview;
}

/**
 * Has a worker look at a page, and waits for what it says.
 * @throws AppError 422 with the fault of the page, 503 `preview_timeout` and `preview_failed`.
 */
export async function answerFor(
  services: DomainServices,
  context: CommandContext,
  job: PreviewJob | ComparisonJob,
  progressId: string | null,
  isCallerGone: () => boolean,
): Promise<Exclude<PreviewAnswer, { fault: object }>> {
  try {
    await askForPreview(services, context, job, progressId);
    return told(await answerTo(services, job.jobId, isCallerGone));
  } catch (error) {
    // The database may be what is away. Then the row is forgotten with its stills an hour later.
    await abandonPreview(services, job.jobId).catch(() => undefined);
    throw error;
  }
}

function jobOf(
  request: DemoRequest,
  project: { name: string; url: string; viewport: GenerationJob['viewport']; watermark: boolean },
): GenerationJob {
  const previewId = newPreviewId();
  const { actionScript = null, durationTarget, ...wanted } = request;
  const opening = actionScript && openingOf(actionScript);
  return {
    jobId: previewId,
    demoId: previewId,
    projectId: wanted.projectId,
    userId: wanted.userId,
    kind: 'generate',
    url: opening?.url ?? wanted.pageUrl ?? project.url,
    viewport: opening?.viewport ?? project.viewport,
    prompt: wanted.prompt,
    context: wanted.context,
    format: wanted.format,
    resolution: wanted.resolution,
    aspect: wanted.aspect,
    laidOutFor: opening?.aspect ?? wanted.aspect,
    durationTargetMs: Number.parseInt(durationTarget, 10) * 1000,
    presentation: wanted.presentation,
    // Nobody hears stills.
    sound: null,
    mode: wanted.mode,
    script: actionScript,
    supplied: actionScript !== null,
    mayStay: false,
    looksBehind: false,
    beforeDeed: null,
    version: 1,
    takeVersion: null,
    retake: false,
    watermark: project.watermark,
    siteName: project.name,
  };
}

const lookEveryMs = 2_000;
const stirEveryMs = 100;

async function answerTo(
  services: DomainServices,
  previewId: string,
  isCallerGone: () => boolean,
): Promise<PreviewAnswer> {
  const { previewWaitMs } = services;
  const endsMs = performance.now() + previewWaitMs;
  let lookMs = 0;
  const off = onAnswer(services, previewId, () => {
    lookMs = 0;
  });
  try {
    while (performance.now() < endsMs) {
      if (isCallerGone()) throw new AppError('caller_gone', 400, 'Nobody waits for this preview any more.');
      if (performance.now() >= lookMs) {
        lookMs = performance.now() + lookEveryMs;
        const answer = await takeAnswer(services, previewId);
        if (answer) return answer;
      }
      await delay(Math.min(stirEveryMs, Math.max(1, endsMs - performance.now())));
    }
  } finally {
    off();
  }
  throw new AppError(
    'preview_timeout',
    503,
    `No worker has made the preview within ${Math.round(previewWaitMs / 1000)} s. Try again shortly, or make the demo: it waits for its turn.`,
    { retryAfterSec: 10 },
  );
}

function told(answer: PreviewAnswer): Exclude<PreviewAnswer, { fault: object }> {
  if (!('fault' in answer)) return answer;
  const { code, message, isOurs } = answer.fault;
  if (isOurs) throw new AppError('preview_failed', 503, message, { retryAfterSec: 10 });
  throw new AppError(code, 422, message);
}
