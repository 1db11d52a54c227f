import type { Camera, TakeFrame } from '../../../src/recorder/contract/take-frame.ts';

/** A movement of the camera from one rest to the next, as a viewer sees it. */
export interface CameraMove {
  startMs: number;
  endMs: number;
  /** How often the zoom doubles or halves in a second, where it is fastest. */
  zoomSpeed: number;
  /** How many times its own width the picture passes in a second, where it is fastest. A zoom alone passes nothing. */
  panSpeed: number;
  /** How far the picture went, in widths of the picture, and by which factor it grew, as a power of two. */
  went: { x: number; y: number; zoom: number };
}

type Shown = Pick<TakeFrame, 'timeMs' | 'camera' | 'page'>;

/** The camera's movements. Where another page comes, the picture is cut: that is no movement. */
export function cameraMoves(frames: readonly Shown[], viewportWidth: number): CameraMove[] {
  const moves: CameraMove[] = [];
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1];
    if (!before || before.page.url.split('#')[0] !== frame.page.url.split('#')[0]) continue;
    const step = stepBetween(before.camera, frame.camera, viewportWidth);
    if (Math.hypot(step.x, step.y) < 1e-6 && Math.abs(step.zoom) < 1e-6) continue;
    const last = moves.at(-1);
    const move =
      last && last.endMs === before.timeMs
        ? last
        : {
            startMs: before.timeMs,
            endMs: before.timeMs,
            zoomSpeed: 0,
            panSpeed: 0,
            went: { x: 0, y: 0, zoom: 0 },
          };
    if (move !== last) moves.push(move);
    const seconds = (frame.timeMs - before.timeMs) / 1000;
    move.endMs = frame.timeMs;
    move.zoomSpeed = Math.max(move.zoomSpeed, Math.abs(step.zoom) / seconds);
    move.panSpeed = Math.max(move.panSpeed, Math.hypot(step.x, step.y) / seconds);
    move.went = { x: move.went.x + step.x, y: move.went.y + step.y, zoom: move.went.zoom + step.zoom };
  }
  return moves;
}

/** Moves that go back to where the move before them came from, less than `restMs` after its end. Viewers get sick of them. */
export function turnsBack(moves: readonly CameraMove[], restMs: number): CameraMove[] {
  return moves.filter((move, index) => {
    const before = moves[index - 1];
    if (!before || move.startMs - before.endMs >= restMs) return false;
    const { went } = move;
    const isBack = (one: number, other: number, least: number) =>
      one * other < 0 && Math.min(Math.abs(one), Math.abs(other)) > least;
    if (isBack(went.zoom, before.went.zoom, leastSeen.zoom)) return true;
    // What passes while the camera zooms is on its way to the middle, and no viewer sees a direction in it.
    if (Math.max(Math.abs(went.zoom), Math.abs(before.went.zoom)) > leastSeen.zoom) return false;
    return isBack(went.x, before.went.x, leastSeen.pan) || isBack(went.y, before.went.y, leastSeen.pan);
  });
}

/** Of a smaller movement a viewer does not know which way it went. */
const leastSeen = { zoom: 0.06, pan: 0.08 };

function stepBetween(from: Camera, to: Camera, viewportWidth: number) {
  const zoom = Math.min(from.zoom, to.zoom);
  return {
    x: ((to.x - from.x) * zoom) / viewportWidth,
    y: ((to.y - from.y) * zoom) / viewportWidth,
    zoom: Math.log2(to.zoom / from.zoom),
  };
}
