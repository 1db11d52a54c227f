import type { Camera, Point, Rect } from '../../contract/take-frame.ts';
import { scrollMs } from '../../contract/timing.ts';
import { piecesAround, shiftPieces } from '../camera/pieces.ts';
import { boxOf } from '../element/boxes.ts';
import type { Found } from '../element/found.ts';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { cameraLeadMs, settleMs } from '../pace/timing.ts';
import { linkTarget } from '../page/link-target.ts';
import { scrollForCloseUp } from './close-up.ts';
import { bringIntoView } from './glide.ts';
import { pressPoint, untilUncovered } from './press-point.ts';

interface AimOptions {
  speed: number;
  autoZoom: boolean;
  /** Where in the element to press. Default: its middle. */
  offset?: Point;
  /** How long at least the camera will stand still after the cursor has arrived. */
  cameraStillMs?: number;
  /** The element is a field that gets a value. */
  isFilledIn?: boolean;
  /** The element will not be pressed, so that no finger comes down. */
  hovers?: boolean;
}

/** The camera and the cursor go to `found`. At the end the cursor rests on it, ready to press. */
export async function* aimAt(emitter: FrameEmitter, found: Found, options: AimOptions): Frames {
  const { speed, autoZoom } = options;
  const here = yield* bringIntoView(emitter, found, speed);
  await untilUncovered(emitter, { ...found, box: here });
  const scroll = options.isFilledIn && autoZoom ? await scrollForField(emitter, found, here) : null;
  const shift = scroll?.shift ?? { x: 0, y: 0 };
  const box = { ...here, x: here.x + shift.x, y: here.y + shift.y };
  emitter.target = box;
  const pressed = await pressPoint(emitter, found, here, options.offset);
  const point = { x: pressed.x + shift.x, y: pressed.y + shift.y };
  const shown = scroll ? withRoomBelow(box, emitter.options.viewport) : box;
  const camera = await cameraFor(emitter, found, box, { autoZoom, shift, shown });
  const scrolledMs = scroll ? scrollMs(scroll.distance, emitter.options.viewport.height) : 0;
  const zoomMs = Math.max(emitter.options.zoom.transitionMs, scrolledMs) / speed;
  const cameraMoves = emitter.moveCamera(camera, zoomMs);
  if (scroll) {
    emitter.scroll(scroll, zoomMs);
    emitter.noteAction();
  }
  const points = !(emitter.hasFinger && options.hovers);
  const moveMs = points ? emitter.pointingMs(emitter.cursor, point) / speed : 0;
  const leadMs = cameraMoves || scroll ? Math.max(cameraLeadMs / speed, zoomMs - moveMs) : 0;
  yield* emitter.shoot(leadMs);
  if (points) emitter.moveCursor(point, moveMs);
  yield* emitter.shoot(moveMs);
  if (points) yield* catchUp(emitter, found, options.offset);
  emitter.expectStill(settleMs / speed + (options.cameraStillMs ?? 0));
  yield* emitter.shoot(settleMs / speed);
}

/**
 * The camera goes close to the element. It stands back where the element is a link to another place of the page or stands in the page's
 * bar, since the effect is seen elsewhere then.
 */
async function cameraFor(
  emitter: FrameEmitter,
  found: Found,
  box: Rect,
  { autoZoom, shift, shown }: { autoZoom: boolean; shift: Point; shown: Rect },
): Promise<Camera> {
  const { operator, tab, timeMs } = emitter;
  if (!autoZoom) return operator.follow(box, timeMs);
  const target = await tab.askOf(found.element, linkTarget).catch(() => null);
  if (target) return operator.standBack(box, timeMs);
  const pieces = shiftPieces(await piecesAround(tab, found.element), shift);
  return operator.frameAction(box, timeMs, pieces, shown);
}

/** A field with the space below it, in CSS px, in which something may come. */
function withRoomBelow(box: Rect, { height }: { height: number }): Rect {
  const room = Math.min(roomBelow * height, Math.max(0, height - box.y - box.height));
  return { ...box, height: box.height + room };
}
/** As a part of the viewport's height. */
const roomBelow = 0.15;

/** How the page scrolls while the camera comes close to a field that stands low: what is offered for it or said of it comes below it. */
const scrollForField = (emitter: FrameEmitter, found: Found, box: Rect) =>
  scrollForCloseUp(emitter, found, box, emitter.operator.previewAction(box, emitter.timeMs));

// The element may have moved meanwhile (a carousel, a header that shrinks). The cursor follows it with a short movement.
async function* catchUp(emitter: FrameEmitter, found: Found, offset: Point | undefined): Frames {
  const box = await boxOf(emitter.tab, found.element);
  if (!box) return;
  emitter.target = box;
  const { x, y } = emitter.cursor;
  const inside = x > box.x + 2 && x < box.x + box.width - 2 && y > box.y + 2 && y < box.y + box.height - 2;
  if (inside) return;
  const point = await pressPoint(emitter, found, box, offset);
  emitter.moveCursor(point, 250);
  yield* emitter.shoot(250);
}
