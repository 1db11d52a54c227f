import type { ElementHandle } from 'puppeteer-core';
import type { ActionScript, Selectors, Step } from '../../contract/script.ts';
import { isScroll } from '../act/close-up.ts';
import { CameraOperator } from '../camera/camera.ts';
import { isFound } from '../element/found.ts';
import { resolve } from '../element/resolve.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { leavesPage, linkTarget, placeAlong } from '../page/link-target.ts';
import { planScrollTo } from '../page/scroll.ts';
import { type Foreseen, motionOf, type Position } from './estimate.ts';

// What a page's own gliding goes on for after a click's ripple, by distance in px: browsers take 0.5 s for two screens and
// 1.2 s for five. Where it jumps, what is left over is there to read.
const ownGlideMs = (distance: number) => Math.min(1_000, Math.max(0, 0.26 * distance - 220));
const leastGlidePx = 50;
// For which a page that was left is held beyond the ripple.
const ownFarewellMs = 150;
// So long after each other steps are foreseen that the camera may turn back at each.
const laterMs = 10_000;

export interface Survey {
  steps: Foreseen[];
  /** The last that is pointed at is acted on from afar. */
  endsBack: boolean;
}

/**
 * How long each step will move: measured on the page as it is before the film begins, so that the film's time can
 * be shared out at once. What the steps change is not foreseen; the rests make up for it.
 */
export async function surveyMotions(
  emitter: FrameEmitter,
  script: ActionScript,
  zooms: boolean,
): Promise<Survey> {
  const { tab } = emitter;
  const page = await tab.ask(() => ({
    scroll: { x: scrollX, y: scrollY },
    range: Math.max(0, document.documentElement.scrollHeight - innerHeight),
  }));
  const { stage, zoom } = emitter.options;
  const operator = new CameraOperator(stage, { ...zoom, enabled: zooms });
  const at: Position = { scroll: { ...page.scroll }, cursor: emitter.cursor, cursorOnlyMs: 0, operator };
  const steps: Foreseen[] = [];
  let endsBack = false;
  for (const [index, step] of script.steps.entries()) {
    const selectors = targetOf(step);
    const known = { ...step.showreel, frame: step.frame };
    const result = selectors ? await resolve(tab, selectors, known) : null;
    const found = result && isFound(result) ? result : null;
    const pinned = found ? await tab.askOf(found.element, isPinned).catch(() => false) : false;
    const box = found && { ...found.box, y: found.box.y + (pinned ? at.scroll.y : page.scroll.y) };
    const pullsBack = isScroll(script.steps[index + 1]) && !selectors;
    const goalY = found && isScroll(step) ? await goalOf(emitter, found.element, page.scroll.y) : null;
    const isPress = step.type === 'click' || step.type === 'doubleClick';
    const led = found && isPress ? await tab.askOf(found.element, linkTarget).catch(() => null) : null;
    if (isPress || step.type === 'hover' || step.type === 'change') endsBack = led !== null;
    const around = { emitter, zooms, pullsBack, goalY, led: led !== null, range: page.range };
    const motionMs = motionOf(step, box, at, { ...around, nowMs: index * laterMs });
    const alongY =
      found && led === 'along' ? await tab.askOf(found.element, placeAlong).catch(() => null) : null;
    const alongPx = Math.abs((alongY ?? at.scroll.y) - at.scroll.y);
    const leaves = found && isPress ? await tab.askOf(found.element, leavesPage).catch(() => false) : false;
    const pageMotionMs = leaves ? ownFarewellMs : alongPx > leastGlidePx ? ownGlideMs(alongPx) : 0;
    steps.push({ motionMs, pageMotionMs, cursorOnlyMs: at.cursorOnlyMs });
    at.scroll.y = leaves ? 0 : (alongY ?? at.scroll.y);
  }
  return { steps, endsBack };
}

/** How far down the page stands once it has glided to `element`; null where that cannot be told. */
async function goalOf(
  { tab }: FrameEmitter,
  element: ElementHandle<Element>,
  hereY: number,
): Promise<number | null> {
  // Planning a way through frames moves them.
  if (element.frame !== tab.page.mainFrame()) return null;
  const plan = await planScrollTo(tab, element).catch(() => null);
  if (!plan || plan.byWheel) return null;
  const [track] = plan.tracks;
  return track ? (track.scroller ? null : track.to.y) : hereY;
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
