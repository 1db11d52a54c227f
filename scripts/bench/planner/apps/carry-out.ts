import type { Logger } from '../../../../src/log.ts';
import type { BrowserSession } from '../../../../src/recorder/browser/index.ts';
import type { GoOn } from '../../../../src/recorder/contract/go-on.ts';
import { longestFilmMs } from '../../../../src/recorder/contract/length.ts';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import type { ActionScript, Step } from '../../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../../src/recorder/contract/stage-layout.ts';
import { type StepLog, viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../../src/recorder/drive/index.ts';
import { record } from '../../../../src/recorder/record.ts';
import type { Mode } from './settings.ts';
import { withoutPictures } from './without-pictures.ts';

export const filmMs = 30_000;
export const scene = {
  viewport: viewports.desktop,
  output: { width: 1920, height: 1080, fps: 30, format: 'mp4' },
  presentation: resolvePresentation(null),
} as const;
export const stage = layoutStage(scene);

export interface CarryOut {
  mode: Mode;
  session: BrowserSession;
  url: string;
  script: ActionScript;
  /** What the film finds out as it goes. */
  goOn: GoOn | undefined;
  tempDir: string;
  /** How long the page has after the last step: what the last press sends still comes then. */
  lastRequestsMs: number;
  /** Gets the line of each step, also where the film breaks off. */
  onStep(line: StepLog): void;
  signal: AbortSignal;
  log: Logger;
}

/**
 * Carries a script out, and goes on from there.
 * @returns the script as it was played
 * @throws RecordingFault where the film would fail
 */
export async function carryOut(given: CarryOut): Promise<ActionScript> {
  const { session } = given;
  const played = await (given.mode === 'film' ? film(given) : drive(given));
  await session.tab.during(new Promise((done) => setTimeout(done, given.lastRequestsMs)));
  return played;
}

/**
 * The recorder's own drive, without its film: real input on the elements that it finds, with the pace of a film that has as little
 * time as the steps need. Nothing is zoomed, held or captioned.
 */
async function drive({ session, url, script, goOn, onStep, signal, log }: CarryOut): Promise<ActionScript> {
  await reload(session, url);
  const acts = { ...script, steps: script.steps.filter((step) => !isOnlyShown(step)) };
  if (acts.steps.length === 0) return script;
  const shooting = take(withoutPictures(session), acts, {
    stage,
    signal,
    goOn,
    onStep,
    viewport: scene.viewport,
    fps: scene.output.fps,
    zoom: { ...scene.presentation.zoom, enabled: false },
    durationMs: 100,
    mostMs: 300_000,
    leadInMs: 0,
    leadOutMs: 0,
    load: { signal, log },
  });
  for await (const _ of shooting.frames);
  return shooting.script;
}

/** Opens the page anew. It was settled once, and needs no second look for banners and lazy parts. */
async function reload({ tab, page }: BrowserSession, url: string): Promise<void> {
  await tab.during(tab.fence.bypass(() => page.goto(url, { waitUntil: 'load', timeout: 20_000 })));
  for (let waitedMs = 0; waitedMs < 2_000 && !tab.network.quietFor(100); waitedMs += 50)
    await tab.clock.idle(50);
}

const isOnlyShown = (step: Step) => step.type === 'customStep' && /camera|hold|caption/.test(step.name);

/** The product's way: the browser that planned films the page as the planner left it. */
async function film({
  session,
  url,
  script,
  goOn,
  onStep,
  tempDir,
  signal,
  log,
}: CarryOut): Promise<ActionScript> {
  const recording = await record(
    {
      ...scene,
      script,
      goOn,
      session,
      url,
      tempDir,
      durationMs: filmMs,
      mostMs: longestFilmMs(filmMs),
      gif: false,
      watermark: false,
    },
    { signal, log, onStep },
  );
  return recording.script;
}
