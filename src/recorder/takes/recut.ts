import { nearZoom, type StageLayout, safeMargin, wideCamera } from '../contract/stage-layout.ts';
import type { Camera, Rect } from '../contract/take-frame.ts';
import { cameraMoveMs, restBetweenZoomsMs } from '../contract/timing.ts';
import { CameraMotion, sameCamera } from '../drive/camera/camera-motion.ts';
import { keepSafe, viewOver } from '../drive/camera/framing.ts';
import type { KeptFrame } from './timeline.ts';

/** Frames of a take, and where its camera would be on the new stage if it kept its way. */
interface Recutting {
  frames: readonly KeptFrame[];
  cameras: readonly Camera[];
  fps: number;
  stage: StageLayout;
}

/** The camera stands still from one time to another, in ms. */
interface Stop {
  fromMs: number;
  toMs: number;
  /** When the camera has to be there; earlier than a press. */
  byMs: number;
  camera: Camera;
}

interface SubjectStop extends Stop {
  /** CSS px of the viewport. */
  subject: Rect;
}

// A movement that has to hurry takes at least this long.
const leastMoveMs = 250;
// How long before a press, and after the film has come to its subject, the camera is there.
const beforePressMs = 120;
const arrivesAfterMs = 560;
// In a take that knows no boxes: what is pressed, in CSS px around the point, and how long the camera stays there.
const aroundPress = 40;
const afterPressMs = 900;

/**
 * A camera of its own for a page that is wide and stands in a narrow picture. Whatever the film acts on or shows from close comes close
 * and stays inside the safe margin; in between, and at both ends, the whole page is shown.
 */
export function recut(given: Recutting): Camera[] {
  const { frames, fps, stage } = given;
  const wide = wideCamera(stage);
  const endMs = (frames.length * 1000) / fps;
  const stops = joined(stopsOf(given), stage);
  const plan: Stop[] = [];
  for (const [index, stop] of stops.entries()) {
    const freeFromMs = plan.at(-1)?.toMs ?? 0;
    const restsWide = stop.byMs - freeFromMs >= 2 * cameraMoveMs + restBetweenZoomsMs;
    if (index > 0 && restsWide) plan.push(wideStop(freeFromMs, stop.byMs - cameraMoveMs, wide));
    plan.push(stop);
  }
  const last = plan.at(-1);
  const isWideAtEnd = given.cameras.at(-1)!.zoom < 1.02;
  if (last && isWideAtEnd && endMs - last.toMs >= 2 * cameraMoveMs)
    plan.push(wideStop(last.toMs, endMs, wide));
  return played(plan, given, wide);
}

const wideStop = (freeFromMs: number, toMs: number, camera: Camera): Stop => ({
  fromMs: freeFromMs,
  byMs: freeFromMs + cameraMoveMs,
  toMs,
  camera,
});

/** A stop for each subject of the film, in their order. */
function stopsOf({ frames, cameras, fps, stage }: Recutting): SubjectStop[] {
  const stops: SubjectStop[] = [];
  for (const [index, frame] of frames.entries()) {
    const timeMs = (index * 1000) / fps;
    const subject = subjectOf(frame, cameras[index]!, cameras[index + 1], stage);
    if (!subject) continue;
    const before = stops.at(-1);
    if (before && sameRect(before.subject, subject)) {
      before.toMs = Math.max(before.toMs, timeMs);
      if (frame.click) before.byMs = Math.min(before.byMs, timeMs - beforePressMs);
      continue;
    }
    const byMs = frame.click ? timeMs - beforePressMs : timeMs + arrivesAfterMs;
    const camera = cameraOver(stage, subject, cameras[index]!.zoom);
    const toMs = timeMs + (frame.target ? 0 : afterPressMs);
    stops.push({ fromMs: timeMs, toMs, byMs, camera, subject });
  }
  return stops;
}

/** What a frame is about; null where it is about the whole page. */
function subjectOf(frame: KeptFrame, at: Camera, next: Camera | undefined, stage: StageLayout): Rect | null {
  const { target, click } = frame;
  if (target) return target;
  if (target === undefined && click)
    return boxAt(click.x, click.y, { width: aroundPress, height: aroundPress });
  // A take that knows no boxes tells by its camera what it shows from close.
  if (target === undefined && at.zoom > 1.02 && next && sameCamera(at, next)) {
    const part = 0.62 / at.zoom / stage.scale;
    return boxAt(at.x, at.y, { width: stage.width * part, height: stage.height * part });
  }
  return null;
}

const boxAt = (x: number, y: number, { width, height }: { width: number; height: number }): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** As close as near is, or as close as the film came, and no closer than the whole subject fits. */
function cameraOver(stage: StageLayout, subject: Rect, zoom: number): Camera {
  const share = 1 - 2 * safeMargin;
  const fits = Math.min(
    (share * stage.width) / (subject.width * stage.scale),
    (share * stage.height) / (subject.height * stage.scale),
  );
  const close = Math.max(1, Math.min(Math.max(nearZoom(stage), zoom), fits));
  if (close < 1.02) return wideCamera(stage);
  const middle = { x: subject.x + subject.width / 2, y: subject.y + subject.height / 2 };
  return keepSafe(stage, subject, viewOver(stage, middle, close));
}

/** Where a subject is in the safe part of the view before it already, the camera stays. */
function joined(stops: readonly SubjectStop[], stage: StageLayout): Stop[] {
  const kept: Stop[] = [];
  for (const stop of stops) {
    const before = kept.at(-1);
    const isNearby = before && stop.byMs - before.toMs < 2 * cameraMoveMs + restBetweenZoomsMs;
    const change = before ? stop.camera.zoom / before.camera.zoom : 0;
    const stays = before && sameCamera(keepSafe(stage, stop.subject, before.camera), before.camera);
    if (isNearby && stays && change > 0.8 && change < 1.25) before.toMs = stop.toMs;
    else kept.push({ ...stop });
  }
  return kept;
}

/** The camera of each frame. It leaves a stop as late as it can, and no sooner than the film leaves its subject. */
function played(plan: readonly Stop[], { frames, fps }: Recutting, wide: Camera): Camera[] {
  const motion = new CameraMotion(wide);
  const moves = plan.map(({ byMs, camera }, index) => {
    const freeFromMs = index === 0 ? 0 : plan[index - 1]!.toMs;
    const startMs = Math.min(byMs - leastMoveMs, Math.max(freeFromMs, byMs - cameraMoveMs));
    return { startMs, durationMs: byMs - startMs, camera };
  });
  let next = 0;
  return frames.map((_, index) => {
    const timeMs = (index * 1000) / fps;
    while (next < moves.length && moves[next]!.startMs <= timeMs + 0.001) {
      const { camera, startMs, durationMs } = moves[next++]!;
      motion.moveTo(camera, { startMs, durationMs });
    }
    motion.advance(timeMs + 1000 / fps);
    return motion.at;
  });
}

const sameRect = (a: Rect, b: Rect) =>
  Math.abs(a.x - b.x) < 1 &&
  Math.abs(a.y - b.y) < 1 &&
  Math.abs(a.width - b.width) < 1 &&
  Math.abs(a.height - b.height) < 1;
