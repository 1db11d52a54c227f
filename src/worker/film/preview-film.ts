import type { GenerationJob } from '../../domain/demos/generation.ts';
import { planOfSupplied } from '../../domain/demos/supplied.ts';
import { warningsOf } from '../../domain/demos/warnings.ts';
import { createPlanner, type Plan, type Planner, type PlanWarning } from '../../planner/index.ts';
import { longestFilmMs } from '../../recorder/contract/length.ts';
import type { StepLog } from '../../recorder/contract/take-frame.ts';
import { type Guard, previewFps, previewScenes, startGuard } from '../../recorder/index.ts';
import type { FilmOrder } from './film.ts';
import { openPage } from './open-page.ts';
import { backgroundOf, type RecordingSettings } from './record-film.ts';
import { createRedaction } from './redaction.ts';
import { refuseWrites } from './refuse-writes.ts';
import { sceneOf } from './scene.ts';
import { planFilm } from './script-for.ts';

export type PreviewOrder = Pick<FilmOrder, 'job' | 'folder' | 'signal' | 'log'>;

/** What a preview shows. The stills are JPEGs. */
export interface PreviewedFilm {
  title: string;
  aiPlan: object;
  script: GenerationJob['script'] & object;
  scenes: { what: string; why: string; still: Uint8Array; startMs: number; durationMs: number }[];
  durationMs: number;
  unmet: Plan['unmet'];
  warnings: PlanWarning[];
}

/** @throws RecordingFault where the page does not work out; the signal's reason when it aborts. */
export type MakePreview = (order: PreviewOrder) => Promise<PreviewedFilm>;

/** A preview is to be there within 10 s. What the planning leaves of that is for playing the script, but never less than this. */
const wholeMs = 9_000;
const leastPlayMs = 2_000;

/** Previews films with the real browser: the page is opened and planned for as for a film, and the script is played in brief. */
export function previewFilm(settings: RecordingSettings): MakePreview {
  return async (order) => {
    const beganMs = performance.now();
    const guard = await startGuard({ ...settings, log: order.log });
    try {
      const planner = createPlanner(settings.model, order.log);
      return await previewBehind(guard, settings, planner, order, beganMs);
    } finally {
      await guard.stop();
    }
  };
}

async function previewBehind(
  guard: Guard,
  settings: RecordingSettings,
  planner: Planner,
  order: PreviewOrder,
  beganMs: number,
): Promise<PreviewedFilm> {
  const { signal, log } = order;
  const job: GenerationJob = { ...order.job, resolution: '720p' };
  const scene = sceneOf(job, previewFps);
  const login = await settings.loginOf(job.projectId, job.url);
  const opening = { guard, scene, login, chromiumPath: settings.chromiumPath };
  await using opened = await openPage(opening, { ...order, job, onStep: () => undefined });
  const { session } = opened;
  const redaction = createRedaction(session.tab.mask);
  const backgroundImage = await backgroundOf(scene, guard, settings, order);
  const plan = job.script ? planOfSupplied(job.script) : await planFilm(planner, session, { job, signal });
  const plannedMs = performance.now() - beganMs;
  // From here on nothing may be changed: see `refuseWrites`.
  await using writes = await refuseWrites(session);
  const slow = AbortSignal.timeout(Math.max(leastPlayMs, Math.round(wholeMs - plannedMs)));
  const film = await previewScenes(
    {
      ...scene,
      session,
      script: plan.script,
      sceneSteps: plan.sceneSteps,
      url: job.url,
      backgroundImage,
      watermark: job.watermark,
      explain: guard.explain,
      durationMs: job.durationTargetMs,
      mostMs: longestFilmMs(job.durationTargetMs),
    },
    { signal, log, enough: AbortSignal.any([writes.signal, slow]) },
  ).catch((fault: unknown) => {
    throw redaction.applyToFault(fault);
  });
  log.info(
    { plannedMs: Math.round(plannedMs), totalMs: Math.round(performance.now() - beganMs) },
    'film previewed',
  );
  const why = writes.signal.aborted ? 'write' : slow.aborted ? 'time' : 'fault';
  return {
    title: plan.title,
    aiPlan: { ...plan.aiPlan, unmet: plan.unmet },
    script: plan.script,
    scenes: film.scenes.map((one, index) => {
      const { what, why } = plan.aiPlan.scenes[index]!;
      return { what, why, ...one };
    }),
    durationMs: film.durationMs,
    unmet: plan.unmet,
    warnings: [
      ...warningsOf(plan),
      ...(plan.nothingDone ? [nothingDone] : []),
      ...film.steps.flatMap((line) =>
        line.status === 'failed' ? [endedAt(redaction.apply(line), why)] : [],
      ),
    ],
  };
}

const nothingDone: PlanWarning = {
  code: 'nothing_done',
  message:
    'The page has nothing of what the prompt asks to do. A demo of this prompt fails; this preview shows a tour of the page.',
};

/** The preview did not play this step and the steps after it. */
function endedAt({ step, message }: StepLog, why: 'write' | 'time' | 'fault'): PlanWarning {
  const reasons = {
    write: 'This step sends something that may change data, which a preview does not do.',
    time: 'There was no time to play the rest.',
    fault: `The video would fail at this step. ${message ?? ''}`,
  };
  return {
    code: 'preview_ended',
    message: `${reasons[why].trim()} The stills from here on show the page as it was before.`,
    step,
  };
}
