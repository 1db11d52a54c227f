import type { StageLayout } from '../../contract/stage-layout.ts';
import type { Camera, Point, Rect } from '../../contract/take-frame.ts';
import { viewOver, viewSize } from './framing.ts';
import type { Piece } from './piece-reader.ts';

/**
 * What to frame. Of all views that frame the subject about equally well, the best one is that whose edges cut the least of what stands
 * around the subject: no lines of text cut in half, no cards cut at one side, nothing that touches an edge.
 */
export interface FramingRequest {
  /** What is shown, in CSS px of the viewport. The view contains all of it where it fits. */
  subject: Rect;
  /** The camera that would be best if nothing stood around the subject. */
  camera: Camera;
  /** The factors by which the zoom may be multiplied, the nearest first. */
  zooms: number[];
}

// The space that stays free on both sides of the subject, as a part of the view.
const subjectAir = 0.01;
// What ends closer to the view's edge than this part of the view looks as if it were cut.
const edgeAir = 0.018;
// The costs of a view whose middle is off the subject's, and of another zoom. An edge that runs half through text costs as much.
const offCost = 0.5;
const zoomCost = 1.6;

const crossingCost = {
  beside: { text: 1, thing: 0.8, card: 0.6, bar: 0 },
  // A card may continue below the picture, as the page does. A line of text that is cut in half may not.
  below: { text: 1.2, thing: 0.4, card: 0.06, bar: 0.4 },
};
// A line of text that is cut costs at least this, however short it is.
const cutLineCost = 0.25;
// The cost of touching the edge, as a part of the cost of being cut.
const touchShare = 0.6;

/** The camera that frames the subject and cuts the least of `pieces`. */
export function composeView(stage: StageLayout, frame: FramingRequest, pieces: Piece[]): Camera {
  let best = { camera: frame.camera, cost: Number.POSITIVE_INFINITY };
  for (const factor of frame.zooms) {
    const zoom = frame.camera.zoom * factor;
    const off = zoomCost * Math.abs(Math.log2(factor));
    if (off >= best.cost) continue;
    const found = bestViewAt(stage, frame, zoom, pieces);
    if (found.cost + off < best.cost - 1e-6) best = { camera: found.camera, cost: found.cost + off };
  }
  return best.camera;
}

/** What the edges of the view cut and touch: the lower, the better. The cost of one line of text that is cut from end to end is about 1. */
export function cutAtEdges(stage: StageLayout, camera: Camera, pieces: Piece[]): number {
  const there = { at: camera, view: viewSize(stage, camera.zoom) };
  return edgeCost(pieces, 'x', camera.x, there) + edgeCost(pieces, 'y', camera.y, there);
}

type Axis = 'x' | 'y';
const side = { x: 'width', y: 'height' } as const;

/** The best position of a view with that zoom. It is searched across, then down, then across once more. */
function bestViewAt(stage: StageLayout, frame: FramingRequest, zoom: number, pieces: Piece[]) {
  const view = viewSize(stage, zoom);
  const home = viewOver(stage, frame.camera, zoom);
  let at: Point = { x: home.x, y: home.y };
  const costAt = (axis: Axis, place: number, seen: Piece[]) =>
    (offCost * Math.abs(place - home[axis])) / view[side[axis]] + edgeCost(seen, axis, place, { at, view });
  for (const axis of ['x', 'y', 'x'] as const) {
    const other = axis === 'x' ? 'y' : 'x';
    const seen = pieces.filter((piece) => overlap(piece, other, at[other], view[side[other]]) > 0);
    let best = { place: at[axis], cost: Number.POSITIVE_INFINITY };
    for (const place of candidateMiddles(stage, frame, axis, { at, home, view }, seen)) {
      const cost = costAt(axis, place, seen);
      if (cost < best.cost - 1e-6) best = { place, cost };
    }
    at = { ...at, [axis]: best.place };
  }
  return { camera: { ...at, zoom }, cost: costAt('x', at.x, pieces) + costAt('y', at.y, pieces) };
}

interface View {
  at: Point;
  view: { width: number; height: number };
}

/**
 * Positions of the view's middle, along one axis, that are worth comparing. They keep the subject in the view and the view within the
 * page. Most of them put an edge of the view just beside the edge of a piece.
 */
function candidateMiddles(
  stage: StageLayout,
  { subject }: FramingRequest,
  axis: Axis,
  { at, home: from, view }: View & { home: Camera },
  seen: Piece[],
) {
  const size = view[side[axis]];
  const home = from[axis];
  const air = Math.max(0, Math.min(subjectAir * size, (size - subject[side[axis]]) / 2));
  const fits = subject[side[axis]] <= size;
  const least = fits ? subject[axis] + subject[side[axis]] + air - size / 2 : home - size * 0.08;
  const most = fits ? subject[axis] - air + size / 2 : home + size * 0.08;
  const gap = edgeAir * size + 0.5;
  const wanted = [home];
  for (let step = -8; step <= 8; step++) wanted.push(home + (step * size) / 60);
  for (const piece of seen) {
    const [start, end] = [piece[axis], piece[axis] + piece[side[axis]]];
    wanted.push(start - gap + size / 2, end + 1.5 + size / 2, end + gap - size / 2, start - 1.5 - size / 2);
  }
  const over = (place: number) => viewOver(stage, { ...at, [axis]: place }, from.zoom)[axis];
  const kept = wanted.filter((place) => place >= Math.min(least, home) && place <= Math.max(most, home));
  return new Set(kept.map((place) => Math.round(over(place) * 4) / 4));
}

/** The cost of what the two edges of the view across `axis` cut and touch. */
function edgeCost(pieces: Piece[], axis: Axis, place: number, { at, view }: View): number {
  const other = axis === 'x' ? 'y' : 'x';
  const size = view[side[axis]];
  const air = edgeAir * size;
  const costs = crossingCost[axis === 'x' ? 'beside' : 'below'];
  let cost = 0;
  for (const piece of pieces) {
    const part = overlap(piece, other, at[other], view[side[other]]) / view[side[other]];
    const weight = costs[piece.kind];
    if (part <= 0 || weight === 0) continue;
    const whole = part * weight + (piece.kind === 'text' ? cutLineCost : 0);
    const [start, end] = [piece[axis], piece[axis] + piece[side[axis]]];
    for (const [edge, gap] of [
      [place - size / 2, start - (place - size / 2)],
      [place + size / 2, place + size / 2 - end],
    ] as const) {
      if (start < edge - 1 && end > edge + 1) cost += whole;
      else if (piece.kind !== 'bar' && gap > -1 && gap < air) cost += whole * touchShare * (1 - gap / air);
    }
  }
  return cost;
}

/** How much of the view's extent along `axis` a piece covers, where the view's middle is `middle`. */
const overlap = (piece: Rect, axis: Axis, middle: number, size: number) =>
  Math.min(piece[axis] + piece[side[axis]], middle + size / 2) - Math.max(piece[axis], middle - size / 2);
