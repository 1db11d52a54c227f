import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/log.ts';
import { createHeuristicPlanner } from '../../../src/planner/index.ts';
import { RecordingFault } from '../../../src/recorder/contract/fault.ts';
import { leadsOf } from '../../../src/recorder/contract/leads.ts';
import { longestFilmMs } from '../../../src/recorder/contract/length.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../../src/recorder/contract/script.ts';
import { layoutShot } from '../../../src/recorder/contract/shot-layout.ts';
import { type TakeFrame, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { type BrowserSession, launchBrowser, loadPage, record } from '../../../src/recorder/index.ts';
import { demandPage, examineFilm } from '../../../src/worker/film/page/examine.ts';
import { planFilm } from '../../../src/worker/film/planning/script-for.ts';

/** Small, since the critic compares small pictures anyway; sizes of text are measured in parts of the picture. */
const output = { width: 640, height: 360, fps: 15, format: 'mp4' } as const;
const viewport = viewports.desktop;
const presentation = resolvePresentation(null);
const planner = createHeuristicPlanner();

export interface FilmToExamine {
  url: string;
  prompt: string;
  seconds: number;
  /** The steps after the page was opened; without them, the planner plans the prompt. */
  steps?: ActionScript['steps'];
  /** Makes a fault of the recorder: changes the frames on their way to the critic. */
  tamper?: (frame: TakeFrame) => TakeFrame;
}

export interface Examined {
  /** What was found: codes of findings, or the kind of the fault where there is no film. */
  found: { code: string; message: string }[];
  /** What the critic adds to the film, in ms; null where there is none. */
  addedMs: number | null;
}

const log = createLogger('silent', 'bench');

/** CRITIC_FILMS=folder keeps the films in which something was found, so that somebody can look at them. */
const keptIn = process.env.CRITIC_FILMS;

async function keep({ videoPath }: { videoPath: string }, { url, prompt }: FilmToExamine): Promise<void> {
  if (!keptIn) return;
  await mkdir(keptIn, { recursive: true });
  const name = `${new URL(url).pathname} ${prompt}`.replaceAll(/[^\w-]+/g, '-').replace(/^-/, '');
  await copyFile(videoPath, join(keptIn, `${name.slice(0, 150)}.mp4`));
}

/** Films a page as the service does, and has it examined. */
export async function examine(asked: FilmToExamine): Promise<Examined> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-critic-'));
  const scene = { output, viewport, presentation };
  const stage = layoutShot(scene);
  let session: BrowserSession | null = null;
  const signal = new AbortController().signal;
  const job = { url: asked.url, prompt: asked.prompt, supplied: false };
  try {
    session = await launchBrowser({
      ...{ tempDir: folder, viewport, deviceScaleFactor: stage.scale, fps: output.fps, signal, log },
    });
    if (!asked.steps) await session.tab.writeHold.prepare();
    await loadPage(session, asked.url, { signal, log });
    let startedMs = performance.now();
    await demandPage(session, job, false);
    let addedMs = performance.now() - startedMs;
    const durationMs = asked.seconds * 1_000;
    const script = asked.steps
      ? { title: 'Planted', steps: [{ type: 'navigate' as const, url: asked.url }, ...asked.steps] }
      : await planned(session, asked);
    const examined = examineFilm(session, job, { viewport, stage, signal, log });
    const film = await record(
      {
        ...scene,
        ...{ script, session, url: asked.url, tempDir: folder, durationMs, gif: false, watermark: false },
        mostMs: longestFilmMs(durationMs),
      },
      {
        ...{ signal, log },
        onFrame: (frame) => {
          const before = performance.now();
          examined.note(asked.tamper?.(frame) ?? frame);
          addedMs += performance.now() - before;
        },
        onPress: examined.notePress,
        onStep: examined.noteStep,
      },
    );
    startedMs = performance.now();
    const { findings } = await examined.verdict({ ...film, leads: leadsOf(presentation) });
    const addedAtEndMs = performance.now() - startedMs;
    if (findings.length > 0) await keep(film, asked);
    return { found: findings, addedMs: addedMs + addedAtEndMs };
  } catch (error) {
    if (!(error instanceof RecordingFault)) throw error;
    return { found: [{ code: error.kind, message: error.message }], addedMs: null };
  } finally {
    await session?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function planned(
  session: BrowserSession,
  { url, prompt, seconds }: FilmToExamine,
): Promise<ActionScript> {
  const job = {
    ...{ url, prompt, context: null, mode: 'script', durationTargetMs: seconds * 1_000 },
    ...{ presentation: null, viewport: 'desktop', laidOutFor: '16:9' },
  } as unknown as Parameters<typeof planFilm>[2]['job'];
  const order = { job, signal: new AbortController().signal };
  const made = await planFilm(planner, session, order, () => session.tab.writeHold.stop());
  return made.script;
}
