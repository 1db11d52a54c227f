import type { BrowserSession } from './browser/index.ts';
import { type Compositor, startCompositor } from './compose/index.ts';
import { dressedFor, followsPage } from './contract/dress.ts';
import { RecordingFault } from './contract/fault.ts';
import type { ActionScript } from './contract/script.ts';
import { layoutStage, onOutput, type StageLayout } from './contract/stage-layout.ts';
import type { Rect, StepLog, TakeFrame } from './contract/take-frame.ts';
import type { Take } from './drive/index.ts';
import { widthWithin } from './film-compositor.ts';
import { readPageLook } from './page-look.ts';
import type { RecordRequest } from './record-request.ts';
import { startTake } from './shoot.ts';

/**
 * How many frames a second a preview plays. It needs no more than one picture of each scene, but a press lasts 100 ms, and a frame
 * must fall into it.
 */
export const previewFps = 10;
const stillSide = 960;

/** What to preview, and how. The session was opened with `previewFps`. */
export interface PreviewRequest
  extends Pick<
    RecordRequest,
    | 'url'
    | 'viewport'
    | 'presentation'
    | 'output'
    | 'durationMs'
    | 'mostMs'
    | 'watermark'
    | 'siteName'
    | 'backgroundImage'
    | 'explain'
  > {
  session: BrowserSession;
  script: ActionScript;
  /** The index of each scene's first step. */
  sceneSteps: number[];
}

/** Something on the screen. The recorder knows of it only where it is, in CSS pixels of the viewport. */
export interface OnScreen {
  box: Rect;
}

interface PreviewOptions<Thing extends OnScreen> {
  signal: AbortSignal;
  /** Ends the play, but not the preview: the scenes that were not reached get the last picture before them. */
  enough: AbortSignal;
  log: Parameters<typeof startTake>[2]['log'];
  onStep?(line: StepLog): void;
  /** Reads what is on the screen. It is asked while a scene rests, and the page's time stands still meanwhile. */
  look?: (() => Promise<readonly Thing[]>) | undefined;
}

export interface ScenePreview<Thing extends OnScreen> {
  /** JPEG, as the film will show the scene when it rests. */
  still: Uint8Array;
  startMs: number;
  durationMs: number;
  /** How much of that the script rests. */
  restMs: number;
  /** What is on the screen, each with its place on the still: 0 to 1, of its width and its height. Null where the camera cuts it off. */
  seen: { thing: Thing; on: Rect | null }[];
}

export interface FilmPreview<Thing extends OnScreen> {
  scenes: ScenePreview<Thing>[];
  durationMs: number;
  /** The lines of the steps that were played, and of the one at which the play ended early. */
  steps: StepLog[];
}

/** Plays a script as `record` does, ten frames a second and without encoding, and paints one still for each scene. */
export async function previewScenes<Thing extends OnScreen>(
  request: PreviewRequest,
  options: PreviewOptions<Thing>,
): Promise<FilmPreview<Thing>> {
  const { output, watermark, backgroundImage = null } = request;
  const stage = layoutStage(request);
  const stillWidth = widthWithin(output, stillSide);
  const presentation = followsPage(request.presentation)
    ? dressedFor(await readPageLook(request.session), request.presentation)
    : request.presentation;
  const compositor = startCompositor(
    { stage, presentation, watermark, fps: output.fps, backgroundImage },
    { posterWidth: stillWidth, snapshotWidth: stillWidth },
  );
  try {
    const { signal, enough, log, onStep, look } = options;
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    const shot = startTake(request, stage, { signal: either, log, onStep });
    const { sceneSteps } = request;
    const lookNow = async () => (look && !enough.aborted ? request.session.tab.clock.freeze(look()) : []);
    const { picked, played } = await play(shot, { sceneSteps, enough, ending, look: lookNow });
    signal.throwIfAborted();
    const durationMs = Math.round((shot.frameCount * 1000) / output.fps);
    const stills = await paint(compositor, picked, sceneSteps.length);
    const starts = startsOf(shot, sceneSteps, played, durationMs);
    return {
      scenes: stills.map((still, scene) => ({
        still,
        startMs: starts[scene]!,
        durationMs: (starts[scene + 1] ?? durationMs) - starts[scene]!,
        restMs: restsOf(shot, sceneSteps[scene]!, sceneSteps[scene + 1], played),
        seen: placed(picked.get(scene), stage),
      })),
      durationMs,
      steps: shot.steps.slice(0, played + 1),
    };
  } finally {
    await compositor.close();
  }
}

/** A frame with the picture that is on the screen in it. */
interface Picked<Thing> {
  seen: readonly Thing[];
  frame: TakeFrame & { image: Buffer };
  /** The drive names a frame of each rest that is long enough. */
  isAtRest: boolean;
}

/**
 * Plays the take and keeps one frame for each scene: the last one at rest, or else the scene's last one. However early it is
 * enough, there is one frame.
 * @param ending ends the take
 * @param look is asked at each frame of a rest
 * @returns the frames of the scenes that were reached, and how many steps were played to their end
 */
async function play<Thing>(
  shot: Take,
  {
    sceneSteps,
    enough,
    ending,
    look,
  }: {
    sceneSteps: number[];
    enough: AbortSignal;
    ending: AbortController;
    look: () => Promise<readonly Thing[]>;
  },
) {
  const picked = new Map<number, Picked<Thing>>();
  let shown: Pick<Picked<Thing>['frame'], 'image' | 'clip'> | null = null;
  const end = () => {
    if (picked.size > 0) ending.abort();
  };
  enough.addEventListener('abort', end);
  try {
    for await (const frame of shot.frames) {
      if (frame.image) shown = { image: frame.image, clip: frame.clip };
      const step = shot.steps.length;
      if (!shown || step >= shot.script.steps.length) continue;
      const scene = sceneAt(sceneSteps, step);
      const isAtRest = shot.snapshots.some(({ index }) => index === frame.index);
      if (isAtRest || !picked.get(scene)?.isAtRest)
        picked.set(scene, { frame: { ...frame, ...shown }, isAtRest, seen: isAtRest ? await look() : [] });
      if (enough.aborted) end();
    }
  } catch (fault) {
    // The film would end at this step too. The preview shows how far it comes.
    const isOver =
      ending.signal.aborted ||
      (fault instanceof RecordingFault && /^(?:element_missing|assert_failed)$/.test(fault.kind));
    if (!isOver || picked.size === 0) throw fault;
  } finally {
    enough.removeEventListener('abort', end);
  }
  const failed = shot.steps.findIndex(({ status }) => status === 'failed');
  return { picked, played: failed < 0 ? shot.steps.length : failed };
}

/** The scene that a step belongs to. What comes before the first scene's steps belongs to it. */
const sceneAt = (sceneSteps: number[], step: number) =>
  Math.max(
    0,
    sceneSteps.findLastIndex((first) => first <= step),
  );

/** @returns a still for each scene; a scene without a frame of its own gets the nearest still before it, or else the first one */
async function paint(
  compositor: Compositor,
  picked: Map<number, Picked<unknown>>,
  scenes: number,
): Promise<Uint8Array[]> {
  const chosen = [...picked].sort(([a], [b]) => a - b);
  const composed = compositor.compose({
    frames: (async function* () {
      for (const [index, [, { frame }]] of chosen.entries()) yield { ...frame, index };
    })(),
    frameCount: chosen.length,
    snapshotAt: (index) => ({ label: String(index), isPoster: index === 0 }),
  });
  for await (const frame of composed) frame.release();
  const { snapshots } = await compositor.stills();
  const painted = new Map(snapshots.map(({ label, bytes }) => [chosen[Number(label)]?.[0], bytes]));
  const first = snapshots[0]?.bytes;
  if (!first)
    throw new RecordingFault('browser', 'The browser drew no picture of any scene.', { retryable: true });
  const stills: Uint8Array[] = [];
  for (let scene = 0; scene < scenes; scene++) stills.push(painted.get(scene) ?? stills.at(-1) ?? first);
  return stills;
}

/** When each scene begins. Scenes that were not played share the time that is left, as the forecast of their steps says. */
function startsOf(shot: Take, sceneSteps: number[], played: number, durationMs: number): number[] {
  const lengthsMs = shot.timings.map(
    ({ motionMs, pageMotionMs = 0, rest }) => motionMs + pageMotionMs + (rest?.minMs ?? 0),
  );
  const ahead = (from: number) => lengthsMs.slice(from).reduce((sum, ms) => sum + ms, 0);
  const reachedMs = shot.steps[played - 1]?.endMs ?? 0;
  const leftMs = Math.max(0, durationMs - reachedMs);
  const startOf = (step: number) =>
    step < played
      ? shot.steps[step]!.startMs
      : reachedMs + leftMs * (1 - ahead(step) / Math.max(1, ahead(played)));
  return sceneSteps.map((step, scene) => (scene === 0 ? 0 : Math.round(startOf(step))));
}

/** How long the holds of a scene last: as they were played, or else as the script asks at least. */
function restsOf({ steps, script, timings }: Take, from: number, to: number | undefined, played: number) {
  let restMs = 0;
  for (const [step, { type, ...given }] of script.steps.entries()) {
    const isHold = type === 'customStep' && 'name' in given && given.name === 'showreel.hold';
    if (!isHold || step < from || step >= (to ?? script.steps.length)) continue;
    const line = steps[step];
    restMs += step < played && line ? line.endMs - line.startMs : (timings[step]?.rest?.minMs ?? 0);
  }
  return Math.round(restMs);
}

/** Where the still shows each thing. A thing of which it shows less than half is not on it. */
function placed<Thing extends OnScreen>(
  picked: Picked<Thing> | undefined,
  stage: StageLayout,
): ScenePreview<Thing>['seen'] {
  if (!picked) return [];
  const { camera } = picked.frame;
  const share = (length: number, of: number) => Math.round((10_000 * length) / of) / 10_000;
  return picked.seen.map((thing) => {
    const { x, y, width, height } = onOutput(stage, camera, thing.box);
    const [left, top] = [Math.max(0, x), Math.max(0, y)];
    const right = Math.min(stage.width, x + width);
    const bottom = Math.min(stage.height, y + height);
    if (right <= left || bottom <= top || (right - left) * (bottom - top) < 0.5 * width * height)
      return { thing, on: null };
    const on = {
      x: share(left, stage.width),
      y: share(top, stage.height),
      width: share(right - left, stage.width),
      height: share(bottom - top, stage.height),
    };
    return { thing, on };
  });
}
