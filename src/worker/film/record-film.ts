import { createPlanner, isOnSite, type ModelSettings, type Planner } from '../../planner/index.ts';
import { RecordingFault } from '../../recorder/contract/fault.ts';
import { longestFilmMs } from '../../recorder/contract/length.ts';
import { resolvePresentation } from '../../recorder/contract/presentation.ts';
import { layoutStage } from '../../recorder/contract/stage-layout.ts';
import { type Output, viewports } from '../../recorder/contract/take-frame.ts';
import {
  type BrowserSession,
  demandSelectors,
  type Guard,
  launchBrowser,
  loadPage,
  record,
  redact,
  type SignIn,
  signIn,
  startGuard,
} from '../../recorder/index.ts';
import { collectPageText } from './collect-page-text.ts';
import { fetchPicture } from './fetch-picture.ts';
import type { FilmOrder, MakeFilm, RenderedFilm } from './film.ts';
import { framesAround } from './film-frames.ts';
import { type SeenPage, seeLater, seePage } from './look-at-page.ts';
import { noteBlockedNavigation } from './note-blocked-navigation.ts';
import { scriptFor } from './script-for.ts';

export interface RecordingSettings {
  /** See the guard: hosts that pages may be on although they are not public. */
  allowHosts: string[];
  allowLoopback: boolean;
  chromiumPath: string | null;
  ffmpegPath: string | null;
  /** Frames a second of the films. */
  fps: number;
  /** The language model that plans; null where there is none. */
  model: ModelSettings | null;
  /** The bytes of a picture that this service keeps itself; null where the address means none. */
  ownPicture(url: string): Promise<Uint8Array | null>;
  /**
   * What a project signs in with where a page is on its site, and what it hides; null where it does neither. In clear: for the
   * browser alone.
   */
  loginOf(projectId: string, pageUrl: string): Promise<(SignIn & { maskSelectors: string[] }) | null>;
}

/** Films with the real browser and encoder: one browser a job, which reaches the network through a guard of its own. */
export function recordFilm(settings: RecordingSettings): MakeFilm {
  return async (order) => {
    // One a film rather than one a process: what a guard lets through is counted, and its credentials die with it.
    const guard = await startGuard({ ...settings, log: order.log });
    try {
      return await filmBehind(guard, settings, createPlanner(settings.model, order.log), order);
    } finally {
      await guard.stop();
    }
  };
}

async function filmBehind(
  guard: Guard,
  settings: RecordingSettings,
  planner: Planner,
  order: FilmOrder,
): Promise<RenderedFilm> {
  const { job, signal, log, meter, folder } = order;
  const { chromiumPath, ffmpegPath } = settings;
  meter.advance(job.script ? 'recording' : 'planning', 0, 'Opening the page');
  const presentation = resolvePresentation(job.presentation);
  const output = outputOf(job, settings.fps);
  const viewport = viewports[job.viewport];
  const scene = { output, viewport, presentation };
  const proxy = { url: guard.url, ...guard.credentials };
  const login = await settings.loginOf(job.projectId, job.url);
  const maskSelectors = login?.maskSelectors ?? [];
  const session = await launchBrowser({
    ...(chromiumPath && { chromiumPath }),
    tempDir: folder,
    proxy,
    viewport,
    deviceScaleFactor: layoutStage(scene).scale,
    fps: output.fps,
    maskSelectors,
    signal,
    log,
  });
  // What no film shows, no text says: read anew each time, since every page adds to it.
  const hidden = () => session.tab.mask.words;
  try {
    const load = { explain: guard.explain, signal, log };
    if (login) {
      await demandSelectors(session, maskSelectors);
      await signIn(session, login, job.url, load);
    }
    await opened(loadPage(session, job.url, load), order);
    // A flow that somebody recorded goes where it went; what we plan stays on the site.
    if (!job.supplied) {
      const homes = [job.url, session.page.url()];
      await session.tab.fence.keepInside((url) => homes.some((home) => isOnSite(url, home)));
    }
    const seen = await lookAtPage(session, order);
    const discreetly = ({ description, picture }: SeenPage) => ({
      description: redact(description, hidden()),
      picture,
    });
    if (seen)
      await order.onSeen(discreetly(seen), async () => {
        const later = await seeLater(session, signal);
        // Time has passed on it, which no film shall begin with.
        await loadPage(session, job.url, load);
        return later.map(discreetly);
      });
    const { background } = presentation;
    const backgroundImage =
      typeof background === 'object' && 'imageUrl' in background
        ? // What we keep ourselves is not fetched: a guard that is worth its name lets nobody through to us.
          ((await settings.ownPicture(background.imageUrl)) ??
          (await fetchPicture(background.imageUrl, guard, signal)))
        : null;
    const script = await scriptFor(planner, session, order);
    await order.onRecording();
    meter.advance('recording', 0, messages.recording);
    const way = collectPageText(session);
    const stays = noteBlockedNavigation(session);
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
        gif: true,
      },
      {
        signal,
        log,
        onStep: (line) => {
          way.note(line);
          order.onStep(redact(stays.note(line), hidden()));
        },
        onProgress: ({ step, progress }) => meter.advance(step, progress, messages[step]),
      },
    );
    const film = await recording.catch((fault: unknown) => {
      throw discreet(fault, hidden());
    });
    log.info({ ...film.timingsMs, frames: film.frames, peakRssBytes: film.peakRssBytes }, 'film recorded');
    return {
      ...film,
      said: redact(await way.all(), hidden()),
      framesAround: (timeMs) => framesAround(film.videoPath, timeMs, ffmpegPath),
      script: redact(film.script, hidden()),
      recordingLog: redact(film.recordingLog.map(stays.told), hidden()),
      snapshots: film.snapshots.map((one) => ({ ...one, label: redact(one.label, hidden()) })),
    };
  } finally {
    await session.close();
  }
}

/** A fault names elements of the page; none that the film would hide. */
function discreet(fault: unknown, words: readonly string[]): unknown {
  if (!(fault instanceof RecordingFault)) return fault;
  const message = redact(fault.message, words);
  if (message === fault.message) return fault;
  // Without its cause: that goes to the log, words and all.
  const told = new RecordingFault(fault.kind, message, { retryable: fault.retryable });
  told.picture = fault.picture;
  return told;
}

/** A page that cannot be opened is the first step that failed, whatever the script would have been. */
async function opened(loading: Promise<unknown>, { job, onStep }: FilmOrder): Promise<void> {
  try {
    await loading;
  } catch (error) {
    const message = error instanceof RecordingFault ? error.message : 'The page could not be opened.';
    const step = Math.max(0, job.script?.steps.findIndex(({ type }) => type === 'navigate') ?? 0);
    const times = { startMs: 0, endMs: 0 };
    const what = { step, type: 'navigate', intent: 'Open the page', selector: null };
    onStep({ ...what, ...times, status: 'failed', message });
    throw error;
  }
}

/** A page that cannot be described is filmed all the same. */
async function lookAtPage(session: BrowserSession, { signal, log }: FilmOrder): Promise<SeenPage | null> {
  try {
    return await seePage(session, signal);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'the page could not be described');
    return null;
  }
}

const messages = { recording: 'Recording the page', rendering: 'Finishing the film' };

const outputOf = ({ resolution, format }: FilmOrder['job'], fps: number): Output => ({
  ...(resolution === '720p' ? { width: 1280, height: 720 } : { width: 1920, height: 1080 }),
  fps,
  format,
});
