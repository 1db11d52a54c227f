import type { StageLayout } from '../../contract/stage-layout.ts';
import type { Camera, Point, Rect } from '../../contract/take-frame.ts';
import { viewOver, viewSize } from './framing.ts';
import type { Piece } from './pieces.ts';

/**
 * Where the picture's edge may lie. A view that frames one thing runs through others beside it; of the views that frame it
 * about as well, the best is the one whose edge runs through the least: no half lines of text, no cards cut at one side,
 * nothing that touches the edge.
 */
export interface Frame {
  /** What is shown, in CSS px of the viewport: it stays whole in the view, where it fits. */
  subject: Rect;
  /** What a view would be without its surroundings. */
  camera: Camera;
  /** The factors of its zoom that are tried, nearest first. */
  zooms: number[];
}

// Free on both sides of what is shown, as a part of the view.
const subjectAir = 0.01;
// What ends nearer to the edge, as a part of the view, looks as if it were cut.
const edgeAir = 0.018;
// What a view off the middle of its subject, or of another zoom, costs: as much as an edge that is half through text.
const offCost = 0.5;
const zoomCost = 1.6;

const crossing = {
  beside: { text: 1, thing: 0.8, card: 0.6, bar: 0 },
  // A card goes on below the picture like the page itself; half a line of text does not.
  below: { text: 1.2, thing: 0.4, card: 0.06, bar: 0.4 },
};
// However short it is, a line cut in half is seen.
const cutLine = 0.08;
// What only touches the edge, as a part of what being cut costs.
const touching = 0.6;

export function compose(stage: StageLayout, frame: Frame, pieces: Piece[]): Camera {
  let best = { camera: frame.camera, cost: Number.POSITIVE_INFINITY };
  for (const factor of frame.zooms) {
    const zoom = frame.camera.zoom * factor;
    const off = zoomCost * Math.abs(Math.log2(factor));
    if (off >= best.cost) continue;
    const found = placed(stage, frame, zoom, pieces);
    if (found.cost + off < best.cost - 1e-6) best = { camera: found.camera, cost: found.cost + off };
  }
  return best.camera;
}

type Axis = 'x' | 'y';
const side = { x: 'width', y: 'height' } as const;

/** The best place for a view of that zoom: across, then down for that, then across once more. */
function placed(stage: StageLayout, frame: Frame, zoom: number, pieces: Piece[]) {
  const view = viewSize(stage, zoom);
  const home = viewOver(stage, frame.camera, zoom);
  let at: Point = { x: home.x, y: home.y };
  const costAt = (axis: Axis, place: number, seen: Piece[]) =>
    (offCost * Math.abs(place - home[axis])) / view[side[axis]] + edges(seen, axis, place, { at, view });
  for (const axis of ['x', 'y', 'x'] as const) {
    const other = axis === 'x' ? 'y' : 'x';
    const seen = pieces.filter((piece) => overlap(piece, other, at[other], view[side[other]]) > 0);
    let best = { place: at[axis], cost: Number.POSITIVE_INFINITY };
    for (const place of places(stage, frame, axis, { at, home, view }, seen)) {
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

/** Middles of the view that keep the subject in it and the view over the page, where something begins or ends at its edge. */
function places(
  stage: StageLayout,
  { subject }: Frame,
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

/** What both edges across `axis` run through. */
function edges(pieces: Piece[], axis: Axis, place: number, { at, view }: View): number {
  const other = axis === 'x' ? 'y' : 'x';
  const size = view[side[axis]];
  const air = edgeAir * size;
  const costs = crossing[axis === 'x' ? 'beside' : 'below'];
  let cost = 0;
  for (const piece of pieces) {
    const part = overlap(piece, other, at[other], view[side[other]]) / view[side[other]];
    const weight = costs[piece.kind];
    if (part <= 0 || weight === 0) continue;
    const whole = part * weight + (piece.kind === 'text' ? cutLine : 0);
    const [start, end] = [piece[axis], piece[axis] + piece[side[axis]]];
    for (const [edge, gap] of [
      [place - size / 2, start - (place - size / 2)],
      [place + size / 2, place + size / 2 - end],
    ] as const) {
      if (start < edge - 1 && end > edge + 1) cost += whole;
      else if (piece.kind !== 'bar' && gap > -1 && gap < air) cost += whole * touching * (1 - gap / air);
    }
  }
  return cost;
}

/** How much of the view, along `axis` round `middle`, a piece takes. */
const overlap = (piece: Rect, axis: Axis, middle: number, size: number) =>
  Math.min(piece[axis] + piece[side[axis]], middle + size / 2) - Math.max(piece[axis], middle - size / 2);
