import { createPlanner, type Planner } from '../../planner/index.ts';
import { type Guard, startGuard } from '../../recorder/index.ts';
import { composeFilm } from './compose-film.ts';
import type { FilmOrder, MakeFilm, RenderedFilm } from './film.ts';
import { rulesFor } from './guard-rules.ts';
import { type OpenedPage, type Opening, openPage } from './open-page.ts';
import { demandPage } from './page/examine.ts';
import { type SeenPage, seeLater, seePage } from './page/look-at-page.ts';
import { createRedaction, type Redaction } from './page/redaction.ts';
import { guardLimits, type Limited, withinLimits } from './page/within-limits.ts';
import { backgroundOf } from './pictures/background.ts';
import { scriptFor } from './planning/script-for.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { resetApplication } from './reset-application.ts';
import { reshootWhereBetter } from './reshoot/index.ts';
import { sceneOf } from './scene.ts';
import { shootFilm } from './shoot-film.ts';
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
  const startedMs = performance.now();
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
  meter.advance('recording', 0, 'Recording the page');
  const hides = login?.maskSelectors;
  const shot = { opened, guard, scene, settings, backgroundImage, script, onward, speech, hides, redaction };
  const film = await shootFilm(shot, order);
  if (onward) await order.onPlanned(onward.planAfter(film.script));
  return reshootWhereBetter(film, shot, opening, order, performance.now() - startedMs);
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
