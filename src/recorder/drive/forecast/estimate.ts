import type { Step } from '../../contract/script.ts';
import type { Point, Rect } from '../../contract/take-frame.ts';
import { scrollMs } from '../../contract/timing.ts';
import { scrollsWithCamera } from '../act/close-up.ts';
import { isLongGlide } from '../act/glide.ts';
import type { CameraOperator } from '../camera/camera.ts';
import { sameCamera } from '../camera/camera-motion.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { beforeKeysMs, cameraLeadMs, clickMs, pressMs, settleMs } from '../pace/timing.ts';
import { typingTimes } from '../pace/typing.ts';
import { isWellInView } from '../page/plan-scroll.ts';

// The estimates for what cannot be measured yet because its page is not open: an average distance.
const unknownScrollMs = 500;
const unknownCursorMs = 700;

/** Where the page, the cursor and the camera will be when a step begins, as far as that can be known before the film. */
export interface ForecastState {
  scroll: Point;
  cursor: Point;
  operator: CameraOperator;
  /** How long only the cursor moves at the beginning of the step. The viewer still reads then. */
  cursorOnlyMs: number;
}

/** What is known of a step's time before the film, in ms. */
export interface Forecast {
  motionMs: number;
  /** How long the page moves by itself after the step. A hurried film cannot shorten that. */
  pageMotionMs: number;
  /** See `ForecastState`. */
  cursorOnlyMs: number;
}

/** What is known of a step beside its element's box. */
export interface Surroundings {
  emitter: FrameEmitter;
  zooms: boolean;
  /** The step pulls the camera back, and it does so during the next step, while the page scrolls. */
  pullsBack: boolean;
  /** The step scrolls to something that the film then rests on, without coming closer. */
  isRead: boolean;
  /** The page's scroll position after the step, where that could be measured. */
  goalY: number | null;
  /** The step presses a link or something in the page's bar, and the camera stands back for it. */
  cameraStandsBack: boolean;
  range: number;
  nowMs: number;
}

/** How long a step will move. Changes `at` to the state after the step. */
export function estimateMotionMs(
  step: Step,
  box: Rect | null,
  at: ForecastState,
  around: Surroundings,
): number {
  const { emitter, range } = around;
  at.cursorOnlyMs = 0;
  const { height } = emitter.options.viewport;
  switch (step.type) {
    case 'click':
      return approachMs(box, at, around) + clickMs(1);
    case 'doubleClick':
      return approachMs(box, at, around) + clickMs(2);
    case 'hover':
      return approachMs(box, at, around, !emitter.hasFinger);
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
      return customStepMs(step, box, at, around);
    default:
      return 0;
  }
}

function customStepMs(
  step: Extract<Step, { type: 'customStep' }>,
  box: Rect | null,
  at: ForecastState,
  around: Surroundings,
): number {
  const { emitter, zooms, range } = around;
  switch (step.name) {
    case 'showreel.camera':
      if (!step.parameters.selectors) at.operator.wide(around.nowMs);
      if (!zooms || around.pullsBack) return 0;
      return step.parameters.selectors ? closeUpMs(box, at, around) : emitter.options.zoom.transitionMs;
    case 'showreel.scroll': {
      const { to, selectors } = step.parameters;
      if (selectors) {
        const durationMs = scrollIntoViewMs(box, at, around, true);
        const from = at.operator.at;
        if (around.isRead) at.operator.read([], around.nowMs, box && { ...box, y: box.y - at.scroll.y });
        return durationMs || (sameCamera(from, at.operator.at) ? 0 : emitter.options.zoom.transitionMs);
      }
      const y = to === 'top' ? 0 : to === 'bottom' ? range : at.scroll.y;
      const durationMs = scrollMs(y - at.scroll.y, emitter.options.viewport.height);
      at.scroll.y = y;
      return durationMs;
    }
    default:
      return 0;
  }
}

/** @param always whether to scroll also where `box` (px of the document) is well in view */
function scrollIntoViewMs(
  box: Rect | null,
  at: ForecastState,
  around: Surroundings,
  always: boolean,
): number {
  if (!box) return unknownScrollMs;
  const { emitter, range, goalY } = around;
  const { viewport } = emitter.options;
  const shown = { ...box, y: box.y - at.scroll.y };
  if (!always && isWellInView(shown, viewport)) return 0;
  const isTall = box.height > viewport.height * 0.84;
  const wanted = isTall ? box.y - 80 : box.y - (viewport.height - box.height) / 2;
  const y = goalY ?? Math.min(range, Math.max(0, wanted));
  const distance = Math.abs(y - at.scroll.y);
  if (!at.operator.isReading && isLongGlide(emitter, distance)) at.operator.wide(around.nowMs);
  at.scroll.y = y;
  return scrollMs(distance, viewport.height);
}

/** Over a short distance, the page scrolls while the camera moves. Over a long one, it scrolls before. */
function closeUpMs(box: Rect | null, at: ForecastState, around: Surroundings): number {
  const { viewport, zoom } = around.emitter.options;
  const before = at.scroll.y;
  const scrolledMs = scrollIntoViewMs(box, at, around, false);
  if (box) at.operator.frame({ ...box, y: box.y - at.scroll.y }, around.nowMs);
  const together = scrollsWithCamera(at.scroll.y - before, viewport);
  return together ? Math.max(zoom.transitionMs, scrolledMs) : zoom.transitionMs + scrolledMs;
}

/** Scrolling, and the movements of camera and cursor, until the button can be pressed. */
function approachMs(box: Rect | null, at: ForecastState, around: Surroundings, points = true): number {
  const scrolledMs = scrollIntoViewMs(box, at, around, false);
  const shown = box && { ...box, y: box.y - at.scroll.y };
  const zoomMs = cameraMoves(shown, at, around) ? around.emitter.options.zoom.transitionMs : 0;
  const to = shown && { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
  const moveMs = !points ? 0 : to ? around.emitter.pointingMs(at.cursor, to) : unknownCursorMs;
  if (to) at.cursor = to;
  if (scrolledMs + zoomMs === 0) at.cursorOnlyMs = moveMs + settleMs;
  return scrolledMs + Math.max(zoomMs, moveMs + (zoomMs > 0 ? cameraLeadMs : 0)) + settleMs;
}

/** Whether the camera moves for an action on `box`. Sends it there. */
function cameraMoves(box: Rect | null, { operator }: ForecastState, around: Surroundings): boolean {
  const { emitter, zooms, cameraStandsBack, nowMs } = around;
  if (!zooms) return false;
  if (!box) return true;
  const before = operator.at;
  if (emitter.hasCameraSteps) operator.follow(box, nowMs);
  else if (cameraStandsBack) operator.standBack(box, nowMs);
  else operator.frameAction(box, nowMs);
  return !sameCamera(before, operator.at);
}
