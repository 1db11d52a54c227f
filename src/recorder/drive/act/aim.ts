import type { ElementHandle } from 'puppeteer-core';
import { shorten } from '../../../text.ts';
import { RecordingFault } from '../../contract/fault.ts';
import type { Selectors, Step } from '../../contract/script.ts';
import type { Camera, Point, Rect, TakeFrame } from '../../contract/take-frame.ts';
import { moved, piecesAround } from '../camera/pieces.ts';
import { type Found, isFound, type Lost } from '../element/found.ts';
import { identify, locate } from '../element/locate.ts';
import { boxOf } from '../element/resolve.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { scrollMs } from '../pace/motion.ts';
import { cameraLeadMs, settleMs } from '../pace/timing.ts';
import { linkTarget } from '../page/link-target.ts';
import { isComfortable, planScrollTo } from '../page/scroll.ts';

// An element that a script or an animation is about to bring is waited for off camera.
const appearMs = 3_000;

export type Frames = AsyncGenerator<TakeFrame, void, void>;

/** The element, waited for off camera while it is not there; null when it does not come. */
export async function find(emitter: FrameEmitter, step: Step, selectors: Selectors): Promise<Found | null> {
  const result = await search(emitter, step, selectors);
  return isFound(result) ? result : null;
}

async function search(emitter: FrameEmitter, step: Step, selectors: Selectors): Promise<Found | Lost> {
  const { tab } = emitter;
  const deadlineMs = Math.min(step.timeout ?? appearMs, 15_000);
  for (let waitedMs = 0; ; waitedMs += 100) {
    const result = await locate(tab, step, selectors);
    if (isFound(result)) {
      // Before anything is done to it: a menu that was opened is not like one that is to be opened.
      const identity = await identify(tab, step, result.element).catch(() => undefined);
      return { ...result, ...(identity && { identity }) };
    }
    if (waitedMs >= deadlineMs) return result;
    await tab.clock.idle(100);
  }
}

/**
 * @throws RecordingFault `element_missing`: a click or an input without its element cannot be shown, and something else is
 * never pressed in its place.
 */
export async function mustFind(emitter: FrameEmitter, step: Step, selectors: Selectors): Promise<Found> {
  const result = await search(emitter, step, selectors);
  if (isFound(result)) return result;
  const what = step.showreel?.name ?? step.showreel?.intent ?? describe(selectors);
  const url = emitter.session.page.url();
  throw new RecordingFault(
    'element_missing',
    result.lost === 'missing'
      ? `The page ${url} no longer has the element "${what}" that the script acts on.${besides(step)}`
      : `The page ${url} has several elements that could be "${what}", and nothing says which: ${result.candidates.join('; ')}.`,
  );
}

/** Scrolls `found` into view where it is not; returns where it then is. */
export async function* bringIntoView(
  emitter: FrameEmitter,
  found: Found,
  speed: number,
): AsyncGenerator<TakeFrame, Rect, void> {
  const { viewport } = emitter.options;
  if (isComfortable(found.box, viewport) && !(await isCovered(emitter, found))) return found.box;
  yield* glideTo(emitter, found.element, speed);
  return (await boxOf(emitter.tab, found.element)) ?? found.box;
}

/** Eased scrolling until `element` stands in the middle. */
export async function* glideTo(
  emitter: FrameEmitter,
  element: ElementHandle<Element>,
  speed: number,
): Frames {
  const plan = await planScrollTo(emitter.tab, element);
  const { height } = emitter.options.viewport;
  const durationMs = scrollMs(plan.distance, height) / speed;
  widenForWay(emitter, plan.distance, speed);
  if (emitter.camerasScripted && emitter.operator.isZoomed && emitter.options.zoom.enabled && !plan.byWheel) {
    const pieces = moved(await piecesAround(emitter.tab, element), plan.shift);
    emitter.moveCamera(emitter.operator.along(pieces, emitter.timeMs), durationMs);
  }
  emitter.scroll(plan, durationMs);
  emitter.noteAction();
  yield* emitter.shoot(durationMs);
}

/** Long ways are shown from afar; a script with a camera of its own decides that itself. */
export function widenForWay(emitter: FrameEmitter, distance: number, speed: number): void {
  if (!emitter.operator.isZoomed || !isLongWay(emitter, distance)) return;
  emitter.moveCamera(emitter.operator.wide(emitter.timeMs), emitter.options.zoom.transitionMs / speed);
}

export const isLongWay = ({ camerasScripted, options }: FrameEmitter, distance: number) =>
  !camerasScripted && distance > options.viewport.height * 0.5;

/**
 * Camera and cursor go to `found`; the cursor rests on it, ready to press.
 * @param options.stillMs for how long the camera will stay there at least
 * @param options.hovers it will not be pressed: no finger comes down
 */
export async function* aimAt(
  emitter: FrameEmitter,
  found: Found,
  options: { speed: number; autoZoom: boolean; offset?: Point; stillMs?: number; hovers?: boolean },
): Frames {
  const { speed, autoZoom } = options;
  const box = yield* bringIntoView(emitter, found, speed);
  const point = await pointOn(emitter, found, box, options.offset);
  const camera = await cameraFor(emitter, found, box, autoZoom);
  const zoomMs = emitter.options.zoom.transitionMs / speed;
  const cameraMoves = emitter.moveCamera(camera, zoomMs);
  const points = !(emitter.isTouched && options.hovers);
  const moveMs = points ? emitter.pointMs(emitter.cursor, point) / speed : 0;
  const leadMs = cameraMoves ? Math.max(cameraLeadMs / speed, zoomMs - moveMs) : 0;
  yield* emitter.shoot(leadMs);
  if (points) emitter.moveCursor(point, moveMs);
  yield* emitter.shoot(moveMs);
  if (points) yield* catchUp(emitter, found, options.offset);
  emitter.expectStill(settleMs / speed + (options.stillMs ?? 0));
  yield* emitter.shoot(settleMs / speed);
}

/** Close to what is acted on; back where it is about the whole page: in its bar, or a way to another place of it. */
async function cameraFor(emitter: FrameEmitter, found: Found, box: Rect, autoZoom: boolean): Promise<Camera> {
  const { operator, tab, timeMs } = emitter;
  if (!autoZoom) return operator.follow(box, timeMs);
  const stands = await tab.askOf(found.element, linkTarget).catch(() => null);
  if (stands) return operator.standBack(box, timeMs);
  return operator.attend(box, timeMs, await piecesAround(tab, found.element));
}

// A target that has moved meanwhile (a carousel, a header that shrank) is followed with a short movement.
async function* catchUp(emitter: FrameEmitter, found: Found, offset: Point | undefined): Frames {
  const box = await boxOf(emitter.tab, found.element);
  if (!box) return;
  const { x, y } = emitter.cursor;
  const inside = x > box.x + 2 && x < box.x + box.width - 2 && y > box.y + 2 && y < box.y + box.height - 2;
  if (inside) return;
  const point = await pointOn(emitter, found, box, offset);
  emitter.moveCursor(point, 250);
  yield* emitter.shoot(250);
}

/** Where to press: at the script's offset or the middle, or the first spot around it that nothing covers. */
async function pointOn(
  emitter: FrameEmitter,
  found: Found,
  box: Rect,
  offset: Point | undefined,
): Promise<Point> {
  const { width, height } = emitter.options.viewport;
  const isInside = offset && offset.x > 0 && offset.y > 0 && offset.x < box.width && offset.y < box.height;
  const middle = isInside
    ? { x: box.x + offset.x, y: box.y + offset.y }
    : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const spots = [middle, ...spotsOn(box)];
  const within = spots
    .map((spot) => ({
      x: Math.min(width - 3, Math.max(3, spot.x)),
      y: Math.min(height - 3, Math.max(3, spot.y)),
    }))
    .filter(({ x, y }) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height);
  const [first] = within;
  if (!first)
    return { x: Math.min(width - 3, Math.max(3, middle.x)), y: Math.min(height - 3, Math.max(3, middle.y)) };
  if (found.element.frame !== emitter.tab.page.mainFrame()) return first;
  const free = await emitter.tab.askOf(found.element, firstUncovered, within).catch(() => 0);
  return within[Math.max(0, free)] ?? first;
}

/** Whether all of it lies below something else, a sticky header for example. */
async function isCovered(emitter: FrameEmitter, found: Found): Promise<boolean> {
  if (found.element.frame !== emitter.tab.page.mainFrame()) return false;
  const free = await emitter.tab.askOf(found.element, firstUncovered, spotsOn(found.box)).catch(() => 0);
  return free < 0;
}

function spotsOn(box: Rect): Point[] {
  return [0.5, 0.25, 0.75].flatMap((down) =>
    [0.5, 0.2, 0.8].map((across) => ({ x: box.x + box.width * across, y: box.y + box.height * down })),
  );
}

function firstUncovered(element: Element, spots: { x: number; y: number }[]): number {
  return spots.findIndex(({ x, y }) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner: Element | null = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    if (!hit) return false;
    const label = hit.closest('label');
    return element.contains(hit) || hit.contains(element) || label?.contains(element) === true;
  });
}

/** Recorder names a frame of another site and another tab alike; which it was can only be told by looking. */
const besides = ({ target }: Step) =>
  target === undefined || target === 'main'
    ? ''
    : ` It was recorded in ${shorten(target, 200)}, which is no frame of this page now; other tabs and windows are not filmed.`;

const describe = (selectors: Selectors) => {
  const [first] = selectors;
  return Array.isArray(first) ? first.join(' ') : (first ?? '');
};
