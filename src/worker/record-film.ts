import { createHeuristicPlanner, type Plan, type Planner } from '../planner/index.ts';
import { type BrowserSession, launchBrowser } from '../recorder/browser/index.ts';
import { type Guard, startGuard } from '../recorder/guard/index.ts';
import { type ActionScript, type Output, resolvePresentation, viewports } from '../recorder/index.ts';
import { loadPage } from '../recorder/load.ts';
import { layoutStage } from '../recorder/stage.ts';
import type { Film, FilmOrder, MakeFilm } from './film.ts';

export interface RecordingSettings {
  /** See the guard: hosts that pages may be on although they are not public. */
  allowHosts: string[];
  allowLoopback: boolean;
  chromiumPath: string | null;
  ffmpegPath: string | null;
}

/** Films with the real browser and encoder: one browser a job, which reaches the network through a guard of its own. */
export function recordFilm(settings: RecordingSettings): MakeFilm {
  const planner = createHeuristicPlanner();
  return async (order) => {
    // One a film rather than one a process: what a guard lets through is counted, and its credentials die with it.
    const guard = await startGuard({ ...settings, log: order.log });
    try {
      return await filmBehind(guard, settings, planner, order);
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
): Promise<Film> {
  const { job, signal, log, meter } = order;
  meter.advance('planning', 0, 'Opening the page');
  const output = outputOf(job);
  const viewport = viewports[job.viewport];
  const stage = layoutStage({ output, viewport, presentation: resolvePresentation(job.presentation) });
  const session = await launchBrowser({
    ...(settings.chromiumPath && { chromiumPath: settings.chromiumPath }),
    tempDir: order.folder,
    proxy: { url: guard.url, ...guard.credentials },
    ...{ viewport, deviceScaleFactor: stage.scale, fps: output.fps, signal, log },
  });
  try {
    await loadPage(session, job.url, { explain: guard.explain, signal, log });
    const script = job.script ?? (await plan(planner, session, order)).script;
    return await record(script);
  } finally {
    await session.close();
  }
}

async function record(_script: ActionScript): Promise<Film> {
  throw new Error('the recorder is not there yet');
}

async function plan(planner: Planner, session: BrowserSession, order: FilmOrder): Promise<Plan> {
  const { job, signal, meter } = order;
  meter.advance('planning', 0.5, 'Reading the page');
  const { prompt, context, mode, durationTargetMs } = job;
  const template = job.presentation?.recordingTemplate;
  const made = await session.tab.during(
    planner({
      ...{ page: session.page, url: session.page.url(), prompt, context, mode, durationTargetMs, signal },
      template: template?.id ?? 'auto',
      sectionHint: template?.sectionHint,
      viewport: viewports[job.viewport],
    }),
  );
  await order.onPlanned(made);
  return made;
}

const outputOf = ({ resolution, format }: FilmOrder['job']): Output => ({
  ...(resolution === '720p' ? { width: 1280, height: 720 } : { width: 1920, height: 1080 }),
  fps: 30,
  format,
});
