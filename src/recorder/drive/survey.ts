import type { ElementHandle } from 'puppeteer-core';
import type { ActionScript, Selectors, Step } from '../script.ts';
import type { Point, Rect } from '../take.ts';
import { isScroll, isTogether } from './close-up.ts';
import type { Film } from './film.ts';
import { leads } from './leads.ts';
import { isFound } from './locate.ts';
import { scrollMs } from './motion.ts';
import { resolve } from './resolve.ts';
import { isComfortable, planScrollTo } from './scroll.ts';
import { cameraLeadMs, clickMs, settleMs } from './timing.ts';
import { typingTimes } from './typing.ts';

// For what cannot be measured yet, because it is on a page that is not open: an ordinary way to go.
const unknownScrollMs = 500;
const unknownCursorMs = 700;
// What a browser's own smooth scrolling goes on for after a click's ripple.
const ownGlideMs = 400;

/** Where the film will be when a step begins, as far as one can tell beforehand. */
interface Position {
  scroll: Point;
  cursor: Point;
}

export interface Survey {
  /** How long each step will move, in ms. */
  motions: number[];
  /** The last that is pointed at is acted on from afar. */
  endsBack: boolean;
}

/**
 * How long each step will move: measured on the page as it is before the film begins, so that the film's time can
 * be shared out at once. What the steps change is not foreseen; the rests make up for it.
 */
export async function surveyMotions(film: Film, script: ActionScript, zooms: boolean): Promise<Survey> {
  const { tab } = film;
  const page = await tab.ask(() => ({
    scroll: { x: scrollX, y: scrollY },
    range: Math.max(0, document.documentElement.scrollHeight - innerHeight),
    isSmooth: getComputedStyle(document.documentElement).scrollBehavior === 'smooth',
  }));
  const at: Position = { scroll: { ...page.scroll }, cursor: film.cursor };
  const motions: number[] = [];
  let endsBack = false;
  for (const [index, step] of script.steps.entries()) {
    const selectors = targetOf(step);
    const known = { ...step.showreel, frame: step.frame };
    const result = selectors ? await resolve(tab, selectors, known) : null;
    const found = result && isFound(result) ? result : null;
    const pinned = found ? await tab.askOf(found.element, isPinned).catch(() => false) : false;
    const box = found && { ...found.box, y: found.box.y + (pinned ? at.scroll.y : page.scroll.y) };
    const pullsBack = isScroll(script.steps[index + 1]) && !selectors;
    const goalY = found && isScroll(step) ? await goalOf(film, found.element, page.scroll.y) : null;
    const isPress = step.type === 'click' || step.type === 'doubleClick';
    const led = found && isPress ? await tab.askOf(found.element, leads).catch(() => null) : null;
    if (isPress || step.type === 'hover' || step.type === 'change') endsBack = led !== null;
    const glidesMs = led === 'along' && page.isSmooth ? ownGlideMs : 0;
    motions.push(motionOf(step, box, at, { film, zooms, pullsBack, goalY, range: page.range }) + glidesMs);
  }
  return { motions, endsBack };
}

/** How far down the page stands once it has glided to `element`; null where that cannot be told. */
async function goalOf({ tab }: Film, element: ElementHandle<Element>, hereY: number): Promise<number | null> {
  // Planning a way through frames moves them.
  if (element.frame !== tab.page.mainFrame()) return null;
  const plan = await planScrollTo(tab, element).catch(() => null);
  if (!plan || plan.byWheel) return null;
  const [track] = plan.tracks;
  return track ? (track.scroller ? null : track.to.y) : hereY;
}

interface Surroundings {
  film: Film;
  zooms: boolean;
  /** A camera that pulls back does so on the way to the next place, in its time. */
  pullsBack: boolean;
  /** Where the page stands after this step, where that could be measured. */
  goalY: number | null;
  range: number;
}

function motionOf(step: Step, box: Rect | null, at: Position, around: Surroundings): number {
  const { film, zooms, range } = around;
  const zoomMs = zooms ? film.options.zoom.transitionMs : 0;
  const { height } = film.options.viewport;
  switch (step.type) {
    case 'click':
      return approachMs(box, at, around) + clickMs(1);
    case 'doubleClick':
      return approachMs(box, at, around) + clickMs(2);
    case 'hover':
      return approachMs(box, at, around, !film.isTouched);
    case 'change':
      return approachMs(box, at, around) + clickMs(1) + typingTimes(step.value).endMs;
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
  const { film, range, goalY } = around;
  const { viewport } = film.options;
  const shown = { ...box, y: box.y - at.scroll.y };
  if (!always && isComfortable(shown, viewport)) return 0;
  const isTall = box.height > viewport.height * 0.84;
  const wanted = isTall ? box.y - 80 : box.y - (viewport.height - box.height) / 2;
  const y = goalY ?? Math.min(range, Math.max(0, wanted));
  const durationMs = scrollMs(y - at.scroll.y, viewport.height);
  at.scroll.y = y;
  return durationMs;
}

/** A short way is gone together with the camera, a long one before it. */
function closeUpMs(box: Rect | null, at: Position, around: Surroundings): number {
  const { viewport, zoom } = around.film.options;
  const before = at.scroll.y;
  const broughtMs = bringMs(box, at, around, false);
  const together = isTogether(at.scroll.y - before, viewport);
  return together ? Math.max(zoom.transitionMs, broughtMs) : zoom.transitionMs + broughtMs;
}

/** Scrolling, camera and cursor, until the button can be pressed. */
function approachMs(box: Rect | null, at: Position, around: Surroundings, points = true): number {
  const broughtMs = bringMs(box, at, around, false);
  const zoomMs = around.zooms ? around.film.options.zoom.transitionMs : 0;
  const to = box && { x: box.x + box.width / 2, y: box.y - at.scroll.y + box.height / 2 };
  const moveMs = !points ? 0 : to ? around.film.pointMs(at.cursor, to) : unknownCursorMs;
  if (to) at.cursor = to;
  return broughtMs + Math.max(zoomMs, moveMs + (zoomMs > 0 ? cameraLeadMs : 0)) + settleMs;
}

function targetOf(step: Step): Selectors | undefined {
  if (step.type !== 'customStep') return 'selectors' in step ? step.selectors : undefined;
  return step.name === 'showreel.camera' || step.name === 'showreel.scroll'
    ? step.parameters.selectors
    : undefined;
}

/** Headers and the like come along when the page scrolls. */
function isPinned(element: Element): boolean {
  for (let node: Element | null = element; node; node = node.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(node).position)) return true;
  return false;
}
