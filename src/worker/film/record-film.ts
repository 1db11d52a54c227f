import type { FilmedScene } from '../../domain/demos/jobs/progress.ts';
import { planOfSupplied } from '../../domain/demos/supplied.ts';
import { createPlanner, type Planner } from '../../planner/index.ts';
import { leadsOf } from '../../recorder/contract/leads.ts';
import { longestFilmMs } from '../../recorder/contract/length.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import type { Speech } from '../../recorder/contract/spoken-lines.ts';
import { type Guard, record, startGuard } from '../../recorder/index.ts';
import { shorten } from '../../text.ts';
import { composeFilm } from './compose-film.ts';
import type { FilmOrder, MakeFilm, RenderedFilm } from './film.ts';
import { rulesFor } from './guard-rules.ts';
import { type OpenedPage, type Opening, openPage } from './open-page.ts';
import { collectPageText } from './page/collect-page-text.ts';
import { demandPage, examineFilm } from './page/examine.ts';
import { type SeenPage, seeLater, seePage } from './page/look-at-page.ts';
import { noteBlockedNavigation } from './page/note-blocked-navigation.ts';
import { createRedaction, type Redaction } from './page/redaction.ts';
import { guardLimits, type Limited, withinLimits } from './page/within-limits.ts';
import { backgroundOf } from './pictures/background.ts';
import { framesAround } from './pictures/film-frames.ts';
import { type Screenplay, scriptFor } from './planning/script-for.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { resetApplication } from './reset-application.ts';
import { type FilmScene, sceneOf } from './scene.ts';
import { speechFor } from './speech-for.ts';
import { walkFrom } from './walk.ts';

/** Makes films with the real browser and encoder, in this process. Each film has a browser and a guard of its own. */
export function recordFilm(settings: RecordingSettings): MakeFilm {
  return (given) =>
    withinLimits(given.signal, async (signal, onOverLimit) => {
      const order = { ...given, signal };
      const composed = await composeFilm(settings, order);
      if (composed) return composed;
      await resetBefore(settings, order);
      const limited = { limits: settings.limits, watch: settings.watch, onOverLimit };
      // A guard for each film, not for the process: it limits what one film loads, and its credentials end with the film.
      const guard = await startGuard({ ...rulesFor(order, settings), ...guardLimits(limited) });
      try {
        const planner = createPlanner(settings.model, order.log);
        return await filmBehind(guard, settings, limited, planner, order);
      } finally {
        await guard.stop();
      }
    });
}

/**
 * Puts the application back where its project says how. The request has a guard of its own, since it is made outside of the process that
 * films: that one does not get the secret.
 */
export async function resetBefore(
  settings: RecordingSettings,
  { job, meter, signal, log }: Pick<FilmOrder, 'job' | 'meter' | 'signal' | 'log'>,
): Promise<void> {
  const reset = await settings.resetOf(job.projectId);
  if (!reset) return;
  meter.advance(firstStepOf(job), 0, 'Resetting the application');
  const guard = await startGuard(rulesFor({ job, log }, settings));
  try {
    await resetApplication(reset, job, guard, { timeoutMs: settings.resetTimeoutMs, signal });
  } finally {
    await guard.stop();
  }
}

const firstStepOf = ({ script }: FilmOrder['job']) => (script ? 'recording' : 'planning');

/** Opens the page, observes it, plans, records, and removes hidden words from what is told of the film. */
async function filmBehind(
  guard: Guard,
  settings: RecordingSettings,
  limited: Limited,
  planner: Planner,
  order: FilmOrder,
): Promise<RenderedFilm> {
  const { job, meter } = order;
  meter.advance(firstStepOf(job), 0, 'Opening the page');
  const scene = sceneOf(job, settings.fps);
  const login = await settings.loginOf(job.projectId, job.url);
  const { chromiumPath, executable } = settings;
  // A stored or supplied script is not planned, and so not rehearsed.
  const opening = { guard, scene, login, chromiumPath, executable, limited, isTriedOut: !job.script };
  await using opened = await openPage(opening, order);
  const redaction = createRedaction(opened.session.tab.mask);
  await demandPage(opened.session, job, login !== null).catch((fault: unknown) => {
    throw redaction.applyToFault(fault);
  });
  await observe(opened, opening, redaction, order);
  const backgroundImage = await backgroundOf(scene, guard, settings, order);
  const { script, onward } = await scriptFor(planner, opened.session, order);
  const speech = await speechFor(redaction.apply(script), order);
  await order.onRecording();
  meter.advance('recording', 0, messages.recording);
  const film = await shoot(
    {
      opened,
      guard,
      scene,
      settings,
      backgroundImage,
      script,
      onward,
      speech,
      hides: login?.maskSelectors,
      redaction,
    },
    order,
  );
  if (onward) await order.onPlanned(onward.planAfter(film.script));
  return film;
}

/** Describes and photographs the page before anything is planned, and tells the order what it saw. */
async function observe(
  opened: OpenedPage,
  opening: Opening,
  redaction: Redaction,
  order: FilmOrder,
): Promise<void> {
  const { session, load } = opened;
  const { signal, log } = order;
  const withoutHidden = ({ description, picture }: SeenPage) => ({
    description: redaction.apply(description),
    picture,
  });
  let seen: SeenPage;
  try {
    seen = await seePage(session, signal);
  } catch (error) {
    signal.throwIfAborted();
    // The film does not need the description: only a later refresh does.
    log.warn({ err: error }, 'the page could not be described');
    return;
  }
  const lookOn = async () => {
    const later = await seeLater(session, signal);
    // The page's own time has passed during these looks. The film begins with a fresh page.
    await load();
    return later.map(withoutHidden);
  };
  await order.onSeen(withoutHidden(seen), lookOn, walkFrom(opening, order));
}

interface Shoot extends Screenplay {
  speech: readonly Speech[];
  opened: OpenedPage;
  guard: Guard;
  scene: FilmScene;
  settings: RecordingSettings;
  backgroundImage: Uint8Array | null;
  hides: readonly string[] | undefined;
  redaction: Redaction;
}

async function shoot(given: Shoot, { job, signal, log, meter, folder, onStep, onGlance }: FilmOrder) {
  const { guard, scene, settings, backgroundImage, script, onward, speech, hides, redaction } = given;
  const { session, proxy } = given.opened;
  const { ffmpegPath } = settings;
  const pageText = collectPageText(session);
  const blocked = noteBlockedNavigation(session);
  const examined = examineFilm(session, job, { viewport: scene.viewport, signal, log });
  const sceneNow = scenesOf(redaction.apply(script));
  const recording = record(
    {
      ...scene,
      script,
      session,
      backgroundImage,
      ffmpegPath,
      tempDir: folder,
      url: job.url,
      explain: guard.explain,
      proxy,
      durationMs: job.durationTargetMs,
      mostMs: longestFilmMs(job.durationTargetMs),
      watermark: job.watermark,
      siteName: job.siteName,
      goOn: onward?.goOn,
      speech,
      gif: true,
      keepsTake: settings.keepsTakes,
      hides,
      redact: redaction.apply,
    },
    {
      signal,
      log,
      onStep: (line) => {
        pageText.note(line);
        onStep(redaction.apply(blocked.note(line)));
      },
      onGlance,
      onFrame: examined.note,
      onProgress: ({ step, progress, scriptStep }) => {
        const scene = scriptStep === undefined ? null : sceneNow(scriptStep);
        meter.advance(step, progress, scene?.name ?? messages[step], scene);
      },
    },
  );
  const film = await recording.catch((fault: unknown) => {
    throw redaction.applyToFault(fault);
  });
  log.info({ ...film.timingsMs, frames: film.frames, peakRssBytes: film.peakRssBytes }, 'film recorded');
  const findings = await examined.findings(film.recordingLog, leadsOf(scene.presentation));
  return {
    ...film,
    composed: null,
    findings: redaction.apply(findings),
    said: redaction.apply(await pageText.all()),
    framesAround: (timeMs: number) =>
      framesAround(film.videoPath, timeMs, { ffmpegPath, film: scene.output }),
    script: redaction.apply(film.script),
    recordingLog: redaction.apply(film.recordingLog.map(blocked.told)),
    snapshots: film.snapshots.map((one) => ({ ...one, label: redaction.apply(one.label) })),
  };
}

/** The scene that a step belongs to. What comes before the first scene's steps belongs to it. */
function scenesOf(script: ActionScript): (scriptStep: number) => FilmedScene {
  const { sceneSteps, aiPlan } = planOfSupplied(script);
  return (scriptStep) => {
    const index = Math.max(
      0,
      sceneSteps.findLastIndex((first) => first <= scriptStep),
    );
    return { index, count: sceneSteps.length, name: shorten(aiPlan.scenes[index]!.what, 200) };
  };
}

const messages = { recording: 'Recording the page', rendering: 'Finishing the film' };
