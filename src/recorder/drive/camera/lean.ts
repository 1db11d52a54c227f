import { clampCamera, type StageLayout } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';
import { sameCamera } from './camera-motion.ts';
import { cutAtEdges } from './composition.ts';
import { viewOver, viewSize } from './framing.ts';
import type { Piece } from './piece-reader.ts';

/**
 * How much larger the whole stage becomes where the camera leans, and how far a close-up goes aside, as a part of its width. Its edges
 * were chosen: a longer way would cut there, and where something stands at an edge, it goes another way.
 */
export const leanZoom = 1.04;
const leanAside = 0.018;
/** How much closer it comes where it can go nowhere. */
const nearerZoom = 1.02;

export interface Leaning {
  at: Camera;
  /** Where the camera came from when it leant; null where it has not, or where it goes back. */
  leansFrom: Camera | null;
}

interface Rest extends Leaning {
  isZoomed: boolean;
  /** What the whole stage leans towards, in CSS px. */
  towards: Rect | null;
  /** How large the whole stage becomes. */
  zoom: number;
  /** What stands around what the camera shows. */
  around: Piece[];
}

/** Where a camera that rests moves a little: to where least stands at its edges. Null where it can go nowhere. */
export function leanFrom(stage: StageLayout, rest: Rest): Leaning | null {
  const { at: from, leansFrom: back, isZoomed, around } = rest;
  const zoom = Math.max(from.zoom, rest.zoom);
  // What stands at the edges of a close-up, in hundredths: ways that differ by less are alike, and the first of them is taken.
  const cuts = (there: Camera) => (isZoomed ? Math.round(100 * cutAtEdges(stage, there, around)) : 0);
  const ways = placesFrom(stage, rest, zoom).flatMap((place) => {
    if (!place) return [];
    const close = () => (place === back ? back : viewOver(stage, place, zoom));
    const there = isZoomed ? close() : clampCamera(stage, { ...place, zoom });
    return sameCamera(there, from) ? [] : [{ there, goesBack: place === back, cuts: cuts(there) }];
  });
  // A page that just fills the picture can go nowhere: it becomes a little larger.
  if (ways.length === 0 && isZoomed)
    ways.push({ there: back ?? nearer(stage, from), goesBack: back !== null, cuts: 0 });
  const [best] = ways.toSorted((one, other) => one.cuts - other.cuts);
  return best ? { at: best.there, leansFrom: best.goesBack ? null : from } : null;
}

type Place = Pick<Camera, 'x' | 'y'>;

function placesFrom(
  stage: StageLayout,
  { at: from, leansFrom: back, isZoomed, towards }: Rest,
  zoom: number,
): (Place | null)[] {
  // By whole pixels of the output, so that the page's sharp picture lies on them again when the camera rests.
  const pixel = stage.scale * zoom;
  const aside = Math.round(viewSize(stage, zoom).width * leanAside * pixel) / pixel;
  const right = { ...from, x: from.x + aside };
  const left = { ...from, x: from.x - aside };
  if (!isZoomed) return [towards && middleOf(towards), back, from, right, left];
  return [back, right, { ...from, y: from.y + aside }, left, { ...from, y: from.y - aside }];
}

const middleOf = (box: Rect): Place => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** A little closer, with the same upper edge: a window's bar stays whole. */
function nearer(stage: StageLayout, from: Camera): Camera {
  const zoom = from.zoom * nearerZoom;
  const lost = viewSize(stage, from.zoom).height - viewSize(stage, zoom).height;
  return clampCamera(stage, { x: from.x, y: from.y - lost / 2, zoom });
}
