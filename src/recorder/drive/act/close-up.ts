import type { Selectors, Step } from '../../contract/script.ts';
import type { Camera, Point, Rect } from '../../contract/take-frame.ts';
import { scrollMs } from '../../contract/timing.ts';
import { piecesAround, shiftPieces } from '../camera/pieces.ts';
import { subjectBox } from '../element/boxes.ts';
import type { Found } from '../element/found.ts';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { isWellInView, planScrollTo, type ScrollPlan } from '../page/plan-scroll.ts';
import { findTarget } from './find-target.ts';
import { bringIntoView } from './glide.ts';
import { notOnPage, type StepOutcome } from './step-context.ts';

type CameraStep = Extract<Step, { type: 'customStep'; name: 'showreel.camera' }>;

export const isScroll = (step: Step | undefined) =>
  step?.type === 'customStep' && step.name === 'showreel.scroll';

// The view stays within the page, so an element near the screen's edge would also be near the edge of its close-up. Where it is farther
// from the middle than the first part of half the view, the page scrolls as well, until it is at the second part.
const farOff = 0.45;
const nearEnough = 0.25;
// A heading that is this part of half the view below the upper edge has enough space, and no bar covers it.
const topOfView = 0.22;
// Over a longer distance than this part of the viewport, page and camera move one after the other. Together they would be a blur.
const longestJointScroll = 0.6;

/** The camera pulls back to the whole stage. */
export async function* pullBack(
  emitter: FrameEmitter,
  { speed, ahead }: { speed: number; ahead: Step[] },
): Frames<StepOutcome> {
  const { operator, options } = emitter;
  const zoomMs = options.zoom.transitionMs / speed;
  if (operator.isZoomed && zoomsInSoon(ahead))
    return { skipped: 'The camera goes to its next target directly.' };
  const [next, ...later] = ahead;
  const isRead = scrollsToElement(next) && !comesCloser(later);
  const away = (isRead ? operator.read([], emitter.timeMs) : null) ?? operator.wide(emitter.timeMs);
  const moves = emitter.moveCamera(away, zoomMs);
  // Before a scroll step the camera pulls back while the page scrolls: one movement instead of two.
  if (moves && !isScroll(ahead[0])) yield* emitter.shoot(zoomMs);
  return {};
}

/** The camera goes to an element. Where the page has to scroll a little for that, both move at once. */
export async function* closeUp(
  emitter: FrameEmitter,
  step: CameraStep,
  selectors: Selectors,
  speed: number,
): Frames<StepOutcome> {
  const { operator, tab } = emitter;
  const planned = step.parameters.zoom;
  const zoomMs = emitter.options.zoom.transitionMs / speed;
  const found = await findTarget(emitter, step, selectors);
  if (!found) return notOnPage;
  const intoView = await shortScrollTo(emitter, found);
  const place = intoView ? found.box : yield* bringIntoView(emitter, found, speed);
  const box = await subjectBox(tab, found.element, place);
  const timeMs = emitter.timeMs;
  const pieces = await piecesAround(tab, found.element);
  const scroll =
    intoView ?? (await scrollForCloseUp(emitter, found, box, operator.preview(box, timeMs, planned)));
  if (!scroll) {
    emitter.target = box;
    if (emitter.moveCamera(operator.frame(box, timeMs, planned, pieces), zoomMs))
      yield* emitter.shoot(zoomMs);
    return { found };
  }
  const bothMs = Math.max(zoomMs, scrollMs(scroll.distance, emitter.options.viewport.height) / speed);
  const there = { ...box, x: box.x + scroll.shift.x, y: box.y + scroll.shift.y };
  emitter.target = there;
  emitter.moveCamera(operator.frame(there, timeMs, planned, shiftPieces(pieces, scroll.shift)), bothMs);
  emitter.scroll(scroll, bothMs);
  emitter.noteAction();
  yield* emitter.shoot(bothMs);
  return { found };
}

/** How to scroll to an element that is not, or not wholly, in view; null where the distance is too long for one movement. */
async function shortScrollTo(emitter: FrameEmitter, found: Found): Promise<ScrollPlan | null> {
  const { viewport } = emitter.options;
  if (found.element.frame !== emitter.tab.page.mainFrame() || isWellInView(found.box, viewport)) return null;
  const plan = await planScrollTo(emitter.tab, found.element);
  return plan.usesWheel || plan.distance < 24 || !scrollsWithCamera(plan.distance, viewport) ? null : plan;
}

/** Whether the page scrolls that far while the camera moves. Otherwise it scrolls before. */
export const scrollsWithCamera = (distance: number, viewport: { height: number }) =>
  Math.abs(distance) <= longestJointScroll * viewport.height;

/** How the page has to scroll so that `box` is well placed in its close-up; null where it is already. */
export async function scrollForCloseUp(
  emitter: FrameEmitter,
  found: Found,
  box: Rect,
  camera: Camera,
): Promise<ScrollPlan | null> {
  const { stage, viewport } = emitter.options;
  // Of what is taller than the view, its beginning is shown.
  const isTaller = box.height > stage.height / camera.zoom / stage.scale;
  if (camera.zoom <= 1.001 || isTaller || found.element.frame !== emitter.tab.page.mainFrame()) return null;
  const half = stage.height / camera.zoom / stage.scale / 2;
  const off = box.y + box.height / 2 - camera.y;
  if (Math.abs(off) < farOff * half) return null;
  // A heading may stand at the top: what belongs to it comes below.
  const fromTop = box.y - (camera.y - half);
  const hasSpaceAbove = off < 0 && fromTop > topOfView * half;
  if (hasSpaceAbove && (await emitter.tab.askOf(found.element, isHeading).catch(() => false))) return null;
  const wanted = Math.abs(off) - nearEnough * half;
  const plan = await planScrollTo(emitter.tab, found.element);
  const { y } = plan.shift;
  // The page scrolls only where that brings the element towards the middle, and only as far as wanted.
  if (plan.usesWheel || y * off >= 0) return null;
  const part = shortened(plan, Math.min(1, wanted / Math.abs(y)));
  return part.distance < 24 || !scrollsWithCamera(part.distance, viewport) ? null : part;
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

const scrollsToElement = (step: Step | undefined) =>
  step?.type === 'customStep' && step.name === 'showreel.scroll' && step.parameters.selectors !== undefined;

/** Whether the camera comes close to something before the page goes on. */
export function comesCloser(ahead: readonly Step[]): boolean {
  for (const step of ahead) {
    if (step.type !== 'customStep') return false;
    if (step.name === 'showreel.scroll') return false;
    if (step.name === 'showreel.camera') return step.parameters.selectors !== undefined;
  }
  return false;
}

/** Whether the camera goes close again before the viewer has had time to look at the whole stage. */
function zoomsInSoon(ahead: Step[]): boolean {
  for (const step of ahead) {
    if (step.type !== 'customStep' || step.name === 'showreel.hold') return false;
    if (step.name === 'showreel.camera')
      return step.parameters.selectors !== undefined && (step.parameters.zoom ?? 2) > 1;
    if (step.name === 'showreel.scroll') return false;
  }
  return false;
}
