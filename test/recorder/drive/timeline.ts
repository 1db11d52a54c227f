import { createHeuristicPlanner, type Plan } from '../../../src/planner/index.ts';
import { longestFilmMs } from '../../../src/recorder/contract/length.ts';
import { resolvePresentation, type TemplateId } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import type { StepLog } from '../../../src/recorder/contract/take-frame.ts';
import { type TakeFrame, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../src/recorder/drive/index.ts';
import type { BrowserSession } from '../../../src/recorder/index.ts';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { log, openRecordingBrowser } from '../browser/recording-browser.ts';

const fps = 15;
const viewport = viewports.desktop;
const presentation = resolvePresentation(undefined);
const stage = layoutStage({ output: { width: 640, height: 360 }, viewport, presentation });

export interface Asked {
  url: string;
  template: TemplateId | 'auto';
  durationMs: number;
  prompt: string;
}

/** What a viewer sees between two moments: a movement of the camera or the page, a press, a cut to another page, or a rest. */
export interface Stretch {
  kind: 'move' | 'press' | 'cut' | 'rest';
  /** The camera's zooms within it. */
  zooms: { direction: 'in' | 'out'; startMs: number; endMs: number }[];
  startMs: number;
  endMs: number;
  label: string;
}

export interface Film {
  stretches: Stretch[];
  steps: StepLog[];
  script: ActionScript;
  summary: string;
  lengthMs: number;
}

export const timelineOf = async (asked: Asked): Promise<Stretch[]> => (await filmOf(asked)).stretches;

/** Loads the page into `session` and plans a film of it. */
export async function planOn(session: BrowserSession, asked: Asked): Promise<Plan> {
  const { url, template, durationMs, prompt } = asked;
  await loadPage(session, url, { log });
  const planning = createHeuristicPlanner()({
    page: session.page,
    url,
    prompt,
    context: null,
    mode: 'script',
    durationTargetMs: durationMs,
    template,
    viewport,
    signal: new AbortController().signal,
  });
  return await session.tab.during(planning);
}

/** Plans and films in a browser of its own, at half size and 15 frames a second. */
export async function filmOf(asked: Asked): Promise<Film> {
  const { durationMs } = asked;
  const studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale / 2, fps });
  try {
    const { session } = studio;
    const { script, aiPlan } = await planOn(session, asked);
    const { frames, steps } = take(session, script, {
      viewport,
      stage,
      durationMs,
      mostMs: longestFilmMs(durationMs),
      fps,
      zoom: presentation.zoom,
      load: { log },
      leadInMs: 600,
      leadOutMs: 600,
    });
    const shown: (TakeFrame & { scrollY: number | null })[] = [];
    for await (const frame of frames)
      shown.push({ ...frame, image: null, scrollY: await session.tab.ask(() => scrollY).catch(() => null) });
    const lengthMs = (shown.length * 1000) / fps;
    return { stretches: stretchesOf(shown), steps, script, summary: aiPlan.summary, lengthMs };
  } finally {
    await studio.close();
  }
}

function stretchesOf(frames: (TakeFrame & { scrollY: number | null })[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1];
    if (!before) continue;
    const ratio = frame.camera.zoom / before.camera.zoom;
    const moves =
      Math.hypot(frame.camera.x - before.camera.x, frame.camera.y - before.camera.y) > 0.05 ||
      Math.abs(ratio - 1) > 1e-4 ||
      Math.abs((frame.scrollY ?? 0) - (before.scrollY ?? frame.scrollY ?? 0)) > 0.5;
    const isCut =
      before.page.url.split('#')[0] !== frame.page.url.split('#')[0] || Math.abs(ratio - 1) > 0.13;
    const kind = isCut ? 'cut' : frame.click ? 'press' : moves ? 'move' : 'rest';
    const span = { startMs: before.timeMs, endMs: frame.timeMs };
    const same = stretches.at(-1)?.kind === kind ? stretches.pop() : undefined;
    const last: Stretch = { zooms: [], label: frame.stepLabel, ...span, ...same, kind, endMs: frame.timeMs };
    stretches.push(last);
    if (isCut || Math.abs(ratio - 1) <= 1e-4) continue;
    const direction = ratio > 1 ? 'in' : 'out';
    const zoom = last.zooms.at(-1);
    if (zoom?.direction === direction) zoom.endMs = frame.timeMs;
    else last.zooms.push({ direction, ...span });
  }
  return stretches;
}

const frameMs = 1000 / fps;
// Movements are eased. For this time at their beginning and end they are too slow to be recognised as movements.
const easingMs = 140;
const rippleMs = 450;

/** Rests of less than 0.8 s after which something moves again. A rest before a press does not count: the viewer looks there. */
export function shortRests(stretches: Stretch[]): Stretch[] {
  return stretches.filter(({ kind, startMs, endMs }, index) => {
    const [before, after] = [stretches[index - 1], stretches[index + 1]];
    if (kind !== 'rest' || !before || !after || after.kind === 'press' || after.kind === 'cut') return false;
    // The page moves as the effect of a press: the ripple is not a rest.
    if (before.kind === 'press' && endMs - startMs < rippleMs + frameMs) return false;
    return endMs - startMs > easingMs && endMs - startMs < 800 - frameMs - 1;
  });
}

/** Zooms that reverse the zoom before them within 1.8 s. */
export function reversals(stretches: Stretch[]): Stretch['zooms'] {
  const zooms = stretches.flatMap((stretch) => stretch.zooms);
  return zooms.filter((turn, index) => {
    const before = zooms[index - 1];
    if (!before || before.direction === turn.direction) return false;
    const cut = stretches.some(
      ({ kind, startMs }) => kind === 'cut' && startMs >= before.startMs && startMs < turn.startMs,
    );
    return !cut && turn.startMs - before.endMs < 1_800 - frameMs - 1;
  });
}
