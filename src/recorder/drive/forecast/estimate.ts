import type { Step } from '../../contract/script.ts';
import type { Point, Rect } from '../../contract/take-frame.ts';
import { isLongWay } from '../act/aim.ts';
import { isTogether } from '../act/close-up.ts';
import { type CameraOperator, sameCamera } from '../camera/camera.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { scrollMs } from '../pace/motion.ts';
import { beforeKeysMs, cameraLeadMs, clickMs, pressMs, settleMs } from '../pace/timing.ts';
import { typingTimes } from '../pace/typing.ts';
import { isComfortable } from '../page/scroll.ts';

/** How long a step will move, from where things will be then. */

// For what cannot be measured yet, because it is on a page that is not open: an ordinary way to go.
const unknownScrollMs = 500;
const unknownCursorMs = 700;

/** Where the film will be when a step begins, as far as one can tell beforehand. */
export interface Position {
  scroll: Point;
  cursor: Point;
  operator: CameraOperator;
  /** How long the cursor alone is on its way at the beginning of the step: what is shown is read meanwhile. */
  cursorOnlyMs: number;
}

/** What is known of a step beforehand, in ms. */
export interface Foreseen {
  motionMs: number;
  /** For which the page moves by itself after it: no haste shortens that. */
  pageMotionMs: number;
  /** See `Position`. */
  cursorOnlyMs: number;
}

export interface Surroundings {
  emitter: FrameEmitter;
  zooms: boolean;
  /** A camera that pulls back does so on the way to the next place, in its time. */
  pullsBack: boolean;
  /** Where the page stands after this step, where that could be measured. */
  goalY: number | null;
  /** What is pressed leads on: the camera stands back. */
  led: boolean;
  range: number;
  nowMs: number;
}

/** Moves `at` on to where things are after the step. */
export function motionOf(step: Step, box: Rect | null, at: Position, around: Surroundings): number {
  const { emitter, zooms, range } = around;
  at.cursorOnlyMs = 0;
  const zoomMs = zooms ? emitter.options.zoom.transitionMs : 0;
  const { height } = emitter.options.viewport;
  switch (step.type) {
    case 'click':
      return approachMs(box, at, around) + clickMs(1);
    case 'doubleClick':
      return approachMs(box, at, around) + clickMs(2);
    case 'hover':
      return approachMs(box, at, around, !emitter.isTouched);
    case 'change':
      return approachMs(box, at, around) + pressMs + beforeKeysMs + typingTimes(step.value).endMs;
    case 'keyDown':
    case 'keyUp':
      return 70;
    case 'scroll': {
      const to = Math.min(range, Math.max(0, step.y ?? at.scroll.y));
      const durationMs = step.selectors ? unknownScrollMs : scrollMs(to - at.scroll.y, height);
      if (!step.selectors) at.scroll.y = to;
      return durationMs;
    }
    case 'customStep':
      break;
    default:
      return 0;
  }
  switch (step.name) {
    case 'showreel.camera':
      if (!step.parameters.selectors) at.operator.wide(around.nowMs);
      if (!zooms || around.pullsBack) return 0;
      return step.parameters.selectors ? closeUpMs(box, at, around) : zoomMs;
    case 'showreel.scroll': {
      const { to, selectors } = step.parameters;
      if (selectors) return bringMs(box, at, around, true);
      const y = to === 'top' ? 0 : to === 'bottom' ? range : at.scroll.y;
      const durationMs = scrollMs(y - at.scroll.y, height);
      at.scroll.y = y;
      return durationMs;
    }
    default:
      return 0;
  }
}

/** Scrolling to `box` (px of the document), where that is needed or wanted. */
function bringMs(box: Rect | null, at: Position, around: Surroundings, always: boolean): number {
  if (!box) return unknownScrollMs;
  const { emitter, range, goalY } = around;
  const { viewport } = emitter.options;
  const shown = { ...box, y: box.y - at.scroll.y };
  if (!always && isComfortable(shown, viewport)) return 0;
  const isTall = box.height > viewport.height * 0.84;
  const wanted = isTall ? box.y - 80 : box.y - (viewport.height - box.height) / 2;
  const y = goalY ?? Math.min(range, Math.max(0, wanted));
  const distance = Math.abs(y - at.scroll.y);
  if (isLongWay(emitter, distance)) at.operator.wide(around.nowMs);
  at.scroll.y = y;
  return scrollMs(distance, viewport.height);
}

/** A short way is gone together with the camera, a long one before it. */
function closeUpMs(box: Rect | null, at: Position, around: Surroundings): number {
  const { viewport, zoom } = around.emitter.options;
  const before = at.scroll.y;
  const broughtMs = bringMs(box, at, around, false);
  if (box) at.operator.frame({ ...box, y: box.y - at.scroll.y }, around.nowMs);
  const together = isTogether(at.scroll.y - before, viewport);
  return together ? Math.max(zoom.transitionMs, broughtMs) : zoom.transitionMs + broughtMs;
}

/** Scrolling, camera and cursor, until the button can be pressed. */
function approachMs(box: Rect | null, at: Position, around: Surroundings, points = true): number {
  const broughtMs = bringMs(box, at, around, false);
  const shown = box && { ...box, y: box.y - at.scroll.y };
  const zoomMs = cameraMoves(shown, at, around) ? around.emitter.options.zoom.transitionMs : 0;
  const to = shown && { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
  const moveMs = !points ? 0 : to ? around.emitter.pointMs(at.cursor, to) : unknownCursorMs;
  if (to) at.cursor = to;
  if (broughtMs + zoomMs === 0) at.cursorOnlyMs = moveMs + settleMs;
  return broughtMs + Math.max(zoomMs, moveMs + (zoomMs > 0 ? cameraLeadMs : 0)) + settleMs;
}

/** Whether the camera comes along to `box`, or comes to it at all. */
function cameraMoves(box: Rect | null, { operator }: Position, { emitter, zooms, led, nowMs }: Surroundings) {
  if (!zooms) return false;
  if (!box) return true;
  const before = operator.at;
  if (emitter.camerasScripted) operator.follow(box, nowMs);
  else if (led) operator.standBack(box, nowMs);
  else operator.attend(box, nowMs);
  return !sameCamera(before, operator.at);
}
