import type { ElementHandle } from 'puppeteer-core';
import type { Rect } from '../../contract/take-frame.ts';
import { scrollMs } from '../../contract/timing.ts';
import { piecesAround, shiftPieces } from '../camera/pieces.ts';
import { boxOf } from '../element/boxes.ts';
import type { Found } from '../element/found.ts';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { isWellInView, planScrollTo, type ScrollPlan } from '../page/plan-scroll.ts';
import { isCovered } from './press-point.ts';

/** Scrolls `found` into view unless it is. Returns where it is then. */
export async function* bringIntoView(emitter: FrameEmitter, found: Found, speed: number): Frames<Rect> {
  const { viewport } = emitter.options;
  if (isWellInView(found.box, viewport) && !(await isCovered(emitter, found))) return found.box;
  yield* glideTo(emitter, found.element, speed);
  return (await boxOf(emitter.tab, found.element)) ?? found.box;
}

/**
 * Scrolls smoothly until `element` is in the middle. A zoomed camera of the script keeps its zoom and frames what comes.
 * @param isRead the film rests there, and does not come closer. The camera then comes so close meanwhile that text can be read
 */
export async function* glideTo(
  emitter: FrameEmitter,
  element: ElementHandle<Element>,
  speed: number,
  isRead = false,
): Frames {
  const { operator, options, tab } = emitter;
  const plan = await planScrollTo(tab, element);
  const keepsClose = emitter.hasCameraSteps && operator.isZoomed && options.zoom.enabled;
  if ((isRead || keepsClose) && !plan.usesWheel) {
    const pieces = shiftPieces(await piecesAround(tab, element), plan.shift);
    const camera =
      (isRead ? operator.read(pieces, emitter.timeMs) : null) ??
      (keepsClose ? operator.panWithScroll(pieces, emitter.timeMs) : operator.at);
    emitter.moveCamera(camera, glideMs(emitter, plan, speed) || options.zoom.transitionMs / speed);
  }
  if (operator.isDeep && !operator.isZoomed) {
    const box = await boxOf(tab, element);
    const there = box && { ...box, x: box.x + plan.shift.x, y: box.y + plan.shift.y };
    if (there) emitter.moveCamera(operator.follow(there, emitter.timeMs), glideMs(emitter, plan, speed));
  }
  yield* glide(emitter, plan, speed);
  if (!plan.usesWheel || !(await planScrollTo(tab, element)).usesWheel) return;
  // The page does not move itself either. What it cuts off is scrolled as a browser does it for what gets the focus.
  const clipped = await planScrollTo(tab, element, 'clipped');
  if (!clipped.usesWheel) yield* glide(emitter, clipped, speed);
}

/** Scrolls smoothly along `plan`. Without camera steps, the camera pulls back for a long distance. */
export async function* glide(emitter: FrameEmitter, plan: ScrollPlan, speed: number): Frames {
  const { operator, options } = emitter;
  if (operator.isZoomed && !operator.isReading && isLongGlide(emitter, plan.distance))
    emitter.moveCamera(operator.wide(emitter.timeMs), options.zoom.transitionMs / speed);
  const durationMs = glideMs(emitter, plan, speed);
  emitter.scroll(plan, durationMs);
  emitter.noteAction();
  yield* emitter.shoot(durationMs);
}

/** Whether the camera pulls back while the page scrolls that far. A script with camera steps decides that itself. */
export const isLongGlide = ({ hasCameraSteps, options }: FrameEmitter, distance: number) =>
  !hasCameraSteps && distance > options.viewport.height * 0.5;

const glideMs = ({ options }: FrameEmitter, { distance }: ScrollPlan, speed: number) =>
  scrollMs(distance, options.viewport.height) / speed;
