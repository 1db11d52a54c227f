import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import type { Preview } from '../../domain/demos/preview/answer.ts';
import type { PreviewJob } from '../../domain/demos/preview/preview-job.ts';
import { planOfSupplied } from '../../domain/demos/supplied.ts';
import { warningsOf } from '../../domain/demos/warnings.ts';
import {
  createPlanner,
  type PageOutline,
  type Plan,
  type Planner,
  type PlanWarning,
  readTargets,
  type ScreenTarget,
} from '../../planner/index.ts';
import { longestFilmMs } from '../../recorder/contract/length.ts';
import type { Rect } from '../../recorder/contract/take-frame.ts';
import {
  type BrowserSession,
  type Guard,
  previewFps,
  previewScenes,
  startGuard,
} from '../../recorder/index.ts';
import type { FilmOrder } from './film.ts';
import { rulesFor } from './guard-rules.ts';
import { type OpenedPage, type Opening, openPage } from './open-page.ts';
import { demandPage } from './page/examine.ts';
import { createRedaction, type Redaction } from './page/redaction.ts';
import { guardLimits, type Limited, withinLimits } from './page/within-limits.ts';
import { backgroundOf } from './pictures/background.ts';
import { addScene, type WithAddition } from './planning/add-scene.ts';
import { foundWhileFilming, limitsOf, nothingDone } from './planning/preview-warnings.ts';
import { planFilm } from './planning/script-for.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { type FilmScene, sceneOf } from './scene.ts';

export interface PreviewOrder extends Pick<FilmOrder, 'folder' | 'signal' | 'log'> {
  job: PreviewJob;
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
  scenes: (Omit<Preview['scenes'][number], 'stillUrl'> & { still: Uint8Array })[];
  durationMs: number;
  unmet: Plan['unmet'];
  warnings: PlanWarning[];
}

/** @throws RecordingFault where the page does not work out; the signal's reason when it aborts. */
export type MakePreview = (order: PreviewOrder) => Promise<PreviewedFilm>;

/**
 * Painting the stills takes up to a second of the time that a preview has, and half a second is for sending them. Deeds are looked for as long as `leastPlayMs` is left for
 * playing the script, but never less than `leastDeedsMs`: of 63 tasks that were done in applications, 51 were found within 4 s.
 */
const paintMs = 1_500;
const leastPlayMs = 2_000;
const leastDeedsMs = 4_000;
/** A wish that is added comes after the acts before it, which are played once more. */
const longerMs = 3_500;

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
  const { log } = order;
  const job: PreviewJob = { ...order.job, resolution: '720p' };
  const scene = sceneOf(job, previewFps);
  const login = await settings.loginOf(job.projectId, job.url);
  const { chromiumPath, executable } = settings;
  const opening = { guard, scene, login, chromiumPath, executable, limited, isTriedOut: true };
  await using opened = await openPage(opening, { ...order, job, onStep: () => undefined });
  const { session } = opened;
  const redaction = createRedaction(session.tab.mask);
  await demandPage(session, job, login !== null).catch((fault: unknown) => {
    throw redaction.applyToFault(fault);
  });
  const backgroundImage = await backgroundOf(scene, guard, settings, order);
  const wholeMs = settings.previewMs - paintMs;
  const deedsMs = Math.max(leastDeedsMs, wholeMs - leastPlayMs - (performance.now() - beganMs));
  const plan = await planOf(planner, opened, opening, { ...order, job, deedsMs }, redaction);
  const plannedMs = Math.round(performance.now() - beganMs);
  const playing = {
    scene,
    plan,
    backgroundImage,
    guard,
    leftMs: wholeMs + (job.addition ? longerMs : 0) - plannedMs,
  };
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
    scenes: film.scenes.map(({ seen, ...one }, index) => {
      const { what, why } = aiPlan.scenes[index]!;
      const elements = redaction.apply(seen.map(elementOf));
      return { what, why, ...one, elements, step: plan.sceneSteps[index]! };
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

/** The script that was supplied, with what is added to it, or else a plan. */
async function planOf(
  planner: Planner,
  opened: OpenedPage,
  opening: Opening,
  order: PreviewOrder & { deedsMs: number },
  redaction: Redaction,
): Promise<Plan | ReturnType<typeof planOfSupplied> | WithAddition> {
  const { job } = order;
  if (job.addition) return addScene(planner, opened, opening, order);
  if (job.script) return planOfSupplied(job.script);
  const onSeen = ({ picture, ...told }: SeenOutline) =>
    order.onSeen({ ...shownOf(told, redaction), picture });
  return planTold(planner, opened.session, { ...order, onSeen });
}

/** Plans, and tells on the way what was seen of the page. */
async function planTold(
  planner: Planner,
  session: BrowserSession,
  { job, signal, onSeen, deedsMs }: Pick<PreviewOrder, 'job' | 'signal' | 'onSeen'> & { deedsMs: number },
): Promise<Plan> {
  const { clock, screen } = session.tab;
  await clock.roll();
  const picture = (await clock.frame(screen.whole))?.jpeg;
  const onOutline = (outline: PageOutline) => picture && onSeen({ ...outline, picture });
  return planFilm(planner, session, { job, signal, onOutline, deedsMs });
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
      siteName: job.siteName,
      explain: guard.explain,
      durationMs: job.durationTargetMs,
      mostMs: longestFilmMs(job.durationTargetMs),
    },
    {
      signal,
      log,
      look: job.elements ? () => readTargets(session.page, signal) : undefined,
      enough: slow,
      onStep: ({ step }) => {
        if (writeHold.heldWrites > before) writingStep ??= step;
      },
    },
  );
  const ended = film.steps.find(({ status }) => status === 'failed') ?? null;
  return { ...film, ended, isSlow: slow.aborted, writingStep };
}

/** A thing on a still, as a step would name it. */
function elementOf({
  thing,
  on,
}: {
  thing: ScreenTarget;
  on: Rect | null;
}): PreviewedFilm['scenes'][number]['elements'][number] {
  const { name, role, selectors, frame, note } = thing;
  return { name, role, on, target: { selectors, ...(frame && { frame }), showreel: note } };
}
