import type { GenerationJob } from '../../domain/demos/generation.ts';
import { planOfSupplied } from '../../domain/demos/supplied.ts';
import { warningsOf } from '../../domain/demos/warnings.ts';
import {
  createPlanner,
  type PageOutline,
  type Plan,
  type Planner,
  type PlanWarning,
} from '../../planner/index.ts';
import { longestFilmMs } from '../../recorder/contract/length.ts';
import {
  type BrowserSession,
  type Guard,
  previewFps,
  previewScenes,
  startGuard,
} from '../../recorder/index.ts';
import { backgroundOf } from './background.ts';
import type { FilmOrder } from './film.ts';
import { rulesFor } from './guard-rules.ts';
import { openPage } from './open-page.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import { type FilmScene, sceneOf } from './scene.ts';
import { planFilm } from './script-for.ts';
import { guardLimits, type Limited, withinLimits } from './within-limits.ts';

export interface PreviewOrder extends Pick<FilmOrder, 'job' | 'folder' | 'signal' | 'log'> {
  /** Called with what was seen of the page, as soon as it was read. */
  onSeen(page: SeenOutline): void;
}

export interface SeenOutline extends PageOutline {
  /** JPEG of the page's first screen. */
  picture: Uint8Array;
}

/** What a preview shows. The stills are JPEGs. */
export interface PreviewedFilm {
  title: string;
  aiPlan: object;
  script: GenerationJob['script'] & object;
  scenes: {
    what: string;
    why: string;
    still: Uint8Array;
    startMs: number;
    durationMs: number;
    /** Where it begins in the script. */
    step: number;
  }[];
  durationMs: number;
  unmet: Plan['unmet'];
  warnings: PlanWarning[];
}

/** @throws RecordingFault where the page does not work out; the signal's reason when it aborts. */
export type MakePreview = (order: PreviewOrder) => Promise<PreviewedFilm>;

/**
 * A preview is to be there within 10 s, and painting the stills takes up to a second. What the planning leaves is for playing the
 * script, but never less than `leastPlayMs`.
 */
const wholeMs = 8_500;
const leastPlayMs = 2_000;

/** Previews films with the real browser, in this process: the page is opened and planned for as for a film, and the script is played in brief. */
export function previewFilm(settings: RecordingSettings): MakePreview {
  return (given) =>
    withinLimits(given.signal, async (signal, onOverLimit) => {
      const order = { ...given, signal };
      const limited = { limits: settings.limits, watch: settings.watch, onOverLimit };
      const beganMs = performance.now();
      const guard = await startGuard({ ...rulesFor(order, settings), ...guardLimits(limited) });
      try {
        const planner = createPlanner(settings.model, order.log);
        return await previewBehind(guard, settings, limited, planner, order, beganMs);
      } finally {
        await guard.stop();
      }
    });
}

async function previewBehind(
  guard: Guard,
  settings: RecordingSettings,
  limited: Limited,
  planner: Planner,
  order: PreviewOrder,
  beganMs: number,
): Promise<PreviewedFilm> {
  const { signal, log } = order;
  const job: GenerationJob = { ...order.job, resolution: '720p' };
  const scene = sceneOf(job, previewFps);
  const login = await settings.loginOf(job.projectId, job.url);
  const { chromiumPath, executable } = settings;
  const opening = { guard, scene, login, chromiumPath, executable, limited, isTriedOut: true };
  await using opened = await openPage(opening, { ...order, job, onStep: () => undefined });
  const { session } = opened;
  const redaction = createRedaction(session.tab.mask);
  const backgroundImage = await backgroundOf(scene, guard, settings, order);
  const plan = job.script
    ? planOfSupplied(job.script)
    : await planTold(planner, session, {
        job,
        signal,
        onSeen: ({ picture, ...told }) => order.onSeen({ ...shownOf(told, redaction), picture }),
      });
  const plannedMs = Math.round(performance.now() - beganMs);
  const playing = { scene, plan, backgroundImage, guard, leftMs: wholeMs - plannedMs };
  const film = await play(session, playing, { ...order, job }).catch((fault: unknown) => {
    throw redaction.applyToFault(fault);
  });
  log.info({ plannedMs, totalMs: Math.round(performance.now() - beganMs) }, 'film previewed');
  // The pages that the play led to may have shown more of what the film hides.
  const { title, aiPlan, script, unmet, warnings } = redaction.apply(plan);
  return {
    title,
    aiPlan: { ...aiPlan, unmet },
    script,
    scenes: film.scenes.map((one, index) => {
      const { what, why } = aiPlan.scenes[index]!;
      return { what, why, ...one, step: plan.sceneSteps[index]! };
    }),
    durationMs: film.durationMs,
    unmet,
    warnings: [
      ...warningsOf({ unmet, warnings }),
      ...foundWhileFilming('toCome' in plan ? plan.toCome : []),
      ...(plan.nothingDone ? [nothingDone] : []),
      ...limitsOf(film, redaction),
    ],
  };
}

/** Plans, and tells on the way what was seen of the page. */
async function planTold(
  planner: Planner,
  session: BrowserSession,
  { job, signal, onSeen }: Pick<PreviewOrder, 'job' | 'signal' | 'onSeen'>,
): Promise<Plan> {
  const { clock, screen } = session.tab;
  await clock.roll();
  const picture = (await clock.frame(screen.whole))?.jpeg;
  const onOutline = (outline: PageOutline) => picture && onSeen({ ...outline, picture });
  return planFilm(planner, session, { job, signal, onOutline });
}

/** A sentence with a hidden word in it would lead nowhere. */
const shownOf = (outline: PageOutline, redaction: Redaction): PageOutline => ({
  ...redaction.apply(outline),
  suggestions: outline.suggestions.filter((one) => redaction.apply(one) === one),
});

interface Playing {
  scene: FilmScene;
  plan: Pick<Plan, 'script' | 'sceneSteps'>;
  backgroundImage: Uint8Array | null;
  guard: Guard;
  leftMs: number;
}

/** Plays the script as far as time allows. What the page would write is held. */
async function play(
  session: BrowserSession,
  { scene, plan, backgroundImage, guard, leftMs }: Playing,
  { job, signal, log }: PreviewOrder,
) {
  const { script, sceneSteps } = plan;
  const { writeHold } = session.tab;
  const slow = AbortSignal.timeout(Math.max(leastPlayMs, leftMs));
  // A preview changes nothing. The hold stays until the browser is closed.
  await session.tab.during(writeHold.begin());
  const before = writeHold.heldWrites;
  let writingStep = null as number | null;
  const film = await previewScenes(
    {
      ...scene,
      session,
      script,
      sceneSteps,
      url: job.url,
      backgroundImage,
      watermark: job.watermark,
      explain: guard.explain,
      durationMs: job.durationTargetMs,
      mostMs: longestFilmMs(job.durationTargetMs),
    },
    {
      signal,
      log,
      enough: slow,
      onStep: ({ step }) => {
        if (writeHold.heldWrites > before) writingStep ??= step;
      },
    },
  );
  const ended = film.steps.find(({ status }) => status === 'failed') ?? null;
  return { ...film, ended, isSlow: slow.aborted, writingStep };
}

/** What the preview could not show of the film. */
function limitsOf(
  { ended, isSlow, writingStep }: Awaited<ReturnType<typeof play>>,
  redaction: Redaction,
): PlanWarning[] {
  const warnings: PlanWarning[] = [];
  if (writingStep !== null)
    warnings.push({
      code: 'not_sent',
      message:
        'From this step on the page sends what may change data, and a preview holds that back. The stills show the page without the answer.',
      step: writingStep,
    });
  if (!ended) return warnings;
  const told = redaction.apply(ended.message ?? '');
  const reason = isSlow
    ? 'There was no time to play the rest.'
    : writingStep !== null
      ? `This step may need what was not sent. ${told}`
      : `The video would fail at this step. ${told}`;
  const message = `${reason.trim()} The stills from here on show the page as it was before.`;
  return [...warnings, { code: 'preview_ended', message, step: ended.step }];
}

const foundWhileFilming = (toCome: Plan['toCome'] = []): PlanWarning[] =>
  toCome.map(({ deed }) => ({
    code: 'found_while_filming',
    message: `“${deed.said}” follows something that has to be saved first. A preview saves nothing: the video looks for it when the page shows the answer.`,
  }));

const nothingDone: PlanWarning = {
  code: 'nothing_done',
  message:
    'The page has nothing of what the prompt asks to do. A demo of this prompt fails; this preview shows a tour of the page.',
};
