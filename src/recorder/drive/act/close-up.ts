import type { Selectors, Step } from '../../contract/script.ts';
import type { Camera, Point, Rect, TakeFrame } from '../../contract/take-frame.ts';
import { moved, piecesAround } from '../camera/pieces.ts';
import type { Found } from '../element/found.ts';
import { subjectBox } from '../element/resolve.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { scrollMs } from '../pace/motion.ts';
import { isComfortable, planScrollTo, type ScrollPlan } from '../page/scroll.ts';
import { bringIntoView, find } from './aim.ts';

type CameraStep = Extract<Step, { type: 'customStep'; name: 'showreel.camera' }>;

export const isScroll = (step: Step | undefined) =>
  step?.type === 'customStep' && step.name === 'showreel.scroll';

// The view's edge keeps off the page's edge, so what stands low on the screen stands low in a close-up of it. From this
// part of half the view on, the page comes along until it stands at the other.
const farOff = 0.45;
const nearEnough = 0.25;
// So far below the view's upper edge, as a part of half the view, a heading has air and is clear of a bar.
const topOfView = 0.22;
// Above this part of the viewport, page and camera move one after the other: together they would be a blur.
const mostTogether = 0.6;

export interface Closeness {
  found?: Found;
  skipped?: string;
}

/** The camera pulls back to the whole stage. */
export async function* pullBack(
  emitter: FrameEmitter,
  { speed, ahead }: { speed: number; ahead: Step[] },
): AsyncGenerator<TakeFrame, Closeness, void> {
  const { operator, options } = emitter;
  const zoomMs = options.zoom.transitionMs / speed;
  if (operator.isZoomed && zoomsInSoon(ahead)) return { skipped: 'The next target is framed directly.' };
  const moves = emitter.moveCamera(operator.wide(emitter.timeMs), zoomMs);
  // On the way to another place it pulls back while the page glides: one movement instead of two.
  if (moves && !isScroll(ahead[0])) yield* emitter.shoot(zoomMs);
  return {};
}

/** The camera goes to an element; null where the page has none. */
export async function* closeUp(
  emitter: FrameEmitter,
  step: CameraStep,
  selectors: Selectors,
  speed: number,
): AsyncGenerator<TakeFrame, Closeness | null, void> {
  const { operator, tab } = emitter;
  const planned = step.parameters.zoom;
  const zoomMs = emitter.options.zoom.transitionMs / speed;
  const found = await find(emitter, step, selectors);
  if (!found) return null;
  const into = await shortWay(emitter, found);
  const place = into ? found.box : yield* bringIntoView(emitter, found, speed);
  const box = await subjectBox(tab, found.element, place);
  const timeMs = emitter.timeMs;
  const pieces = await piecesAround(tab, found.element);
  const along = into ?? (await pageAlong(emitter, found, box, operator.preview(box, timeMs, planned)));
  if (!along) {
    if (emitter.moveCamera(operator.frame(box, timeMs, planned, pieces), zoomMs))
      yield* emitter.shoot(zoomMs);
    return { found };
  }
  const bothMs = Math.max(zoomMs, scrollMs(along.distance, emitter.options.viewport.height) / speed);
  const there = { ...box, x: box.x + along.shift.x, y: box.y + along.shift.y };
  emitter.moveCamera(operator.frame(there, timeMs, planned, moved(pieces, along.shift)), bothMs);
  emitter.scroll(along, bothMs);
  emitter.noteAction();
  yield* emitter.shoot(bothMs);
  return { found };
}

/** The way to what is not, or not wholly, on the screen, where it is short enough to be gone while the camera moves. */
async function shortWay(emitter: FrameEmitter, found: Found): Promise<ScrollPlan | null> {
  const { viewport } = emitter.options;
  if (found.element.frame !== emitter.tab.page.mainFrame() || isComfortable(found.box, viewport)) return null;
  const plan = await planScrollTo(emitter.tab, found.element);
  return plan.byWheel || plan.distance < 24 || !isTogether(plan.distance, viewport) ? null : plan;
}

/** Whether the page goes so far while the camera moves, rather than before it. */
export const isTogether = (distance: number, viewport: { height: number }) =>
  Math.abs(distance) <= mostTogether * viewport.height;

/** How far the page has to come along so that `box` stands well in a close-up; null where it does already. */
async function pageAlong(
  emitter: FrameEmitter,
  found: Found,
  box: Rect,
  camera: Camera,
): Promise<ScrollPlan | null> {
  const { stage, viewport } = emitter.options;
  if (camera.zoom <= 1.001 || found.element.frame !== emitter.tab.page.mainFrame()) return null;
  const half = stage.height / camera.zoom / stage.scale / 2;
  const off = box.y + box.height / 2 - camera.y;
  if (Math.abs(off) < farOff * half) return null;
  // A heading stands well at the top, as what it is the heading of comes below.
  const fromTop = box.y - (camera.y - half);
  const standsWell = off < 0 && fromTop > topOfView * half;
  if (standsWell && (await emitter.tab.askOf(found.element, isHeading).catch(() => false))) return null;
  const wanted = Math.abs(off) - nearEnough * half;
  const plan = await planScrollTo(emitter.tab, found.element);
  const { y } = plan.shift;
  // Only as far as it helps, and only the way that helps.
  if (plan.byWheel || y * off >= 0) return null;
  const part = shortened(plan, Math.min(1, wanted / Math.abs(y)));
  return part.distance < 24 || !isTogether(part.distance, viewport) ? null : part;
}

const isHeading = (element: Element) =>
  /^H[1-6]$/.test(element.tagName) || element.getAttribute('role') === 'heading';

function shortened(plan: ScrollPlan, part: number): ScrollPlan {
  const between = (from: Point, to: Point) => ({
    x: from.x + (to.x - from.x) * part,
    y: Math.round(from.y + (to.y - from.y) * part),
  });
  const tracks = plan.tracks.map((track) => ({ ...track, to: between(track.from, track.to) }));
  const shift = { x: 0, y: 0 };
  for (const { from, to } of tracks) {
    shift.x += from.x - to.x;
    shift.y += from.y - to.y;
  }
  return { ...plan, tracks, shift, distance: Math.hypot(shift.x, shift.y) };
}

/** Whether the camera goes in again before anybody has had the time to look at the whole. */
function zoomsInSoon(ahead: Step[]): boolean {
  for (const step of ahead) {
    if (step.type !== 'customStep' || step.name === 'showreel.hold') return false;
    if (step.name === 'showreel.camera')
      return step.parameters.selectors !== undefined && (step.parameters.zoom ?? 2) > 1;
    if (step.name === 'showreel.scroll') return false;
  }
  return false;
}
