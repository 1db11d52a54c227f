/**
 * The forecast: how long each step of a script will move, estimated on the open page before the film begins. `take` comes in. It asks
 * the page and moves nothing there.
 */
import type { ElementHandle } from 'puppeteer-core';
import type { ActionScript, Selectors, Step } from '../../contract/script.ts';
import { comesCloser, isScroll } from '../act/close-up.ts';
import { CameraOperator } from '../camera/camera.ts';
import { isFound } from '../element/found.ts';
import { resolve } from '../element/resolve.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { anchorScrollY, linkTarget, opensOtherDocument } from '../page/link-target.ts';
import { planScrollTo } from '../page/plan-scroll.ts';
import { estimateMotionMs, type Forecast, type ForecastState } from './estimate.ts';

// How long a page scrolls by itself beyond a click's ripple, by the distance in px. Browsers scroll two screens in 0.5 s and five in
// 1.2 s. Where a page jumps instead, the viewer gets that time for reading.
const ownGlideMs = (distance: number) => Math.min(1_000, Math.max(0, 0.26 * distance - 220));
const leastGlidePx = 50;
// How long the film holds a page that was left, beyond the ripple.
const oldPageMs = 150;
// Steps are estimated as if so much time passed from one to the next, so that the camera may change its direction at each.
const laterMs = 10_000;

export interface Survey {
  steps: Forecast[];
  /** For the last step that points at something, the camera stands back. */
  endsStandingBack: boolean;
  /** The camera shows the page from side to side at the end, as it came to it with the page. */
  endsReading: boolean;
}

/**
 * Estimates how long each step will move, by measuring on the page as it is before the film, so that the film's time can be shared out
 * from the start. What the steps will change on the page is not known yet; the rests compensate for that.
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
  const operator = new CameraOperator(stage, zoom);
  const at: ForecastState = {
    scroll: { ...page.scroll },
    cursor: emitter.cursor,
    cursorOnlyMs: 0,
    operator,
  };
  const steps: Forecast[] = [];
  let endsStandingBack = false;
  for (const [index, step] of script.steps.entries()) {
    const selectors = targetOf(step);
    const hints = { ...step.showreel, frame: step.frame };
    const result = selectors ? await resolve(tab, selectors, hints) : null;
    const found = result && isFound(result) ? result : null;
    const pinned = found ? await tab.askOf(found.element, isPinned).catch(() => false) : false;
    const box = found && { ...found.box, y: found.box.y + (pinned ? at.scroll.y : page.scroll.y) };
    const pullsBack = isScroll(script.steps[index + 1]) && !selectors;
    const goalY = found && isScroll(step) ? await goalOf(emitter, found.element, page.scroll.y) : null;
    const isPress = step.type === 'click' || step.type === 'doubleClick';
    const link = found && isPress ? await tab.askOf(found.element, linkTarget).catch(() => null) : null;
    const cameraStandsBack = link !== null;
    if (isPress || step.type === 'hover' || step.type === 'change') endsStandingBack = cameraStandsBack;
    const isRead = isScroll(step) && !comesCloser(script.steps.slice(index + 1));
    const around = { emitter, zooms, pullsBack, isRead, goalY, cameraStandsBack, range: page.range };
    const motionMs = estimateMotionMs(step, box, at, { ...around, nowMs: index * laterMs });
    const anchorY =
      found && link === 'anchor' ? await tab.askOf(found.element, anchorScrollY).catch(() => null) : null;
    const glidePx = Math.abs((anchorY ?? at.scroll.y) - at.scroll.y);
    const leaves =
      found && isPress ? await tab.askOf(found.element, opensOtherDocument).catch(() => false) : false;
    const pageMotionMs = leaves ? oldPageMs : glidePx > leastGlidePx ? ownGlideMs(glidePx) : 0;
    steps.push({ motionMs, pageMotionMs, cursorOnlyMs: at.cursorOnlyMs });
    at.scroll.y = leaves ? 0 : (anchorY ?? at.scroll.y);
  }
  return { steps, endsStandingBack, endsReading: operator.isReading };
}

/** The page's scroll position after it has scrolled to `element`; null where that cannot be measured. */
async function goalOf(
  { tab }: FrameEmitter,
  element: ElementHandle<Element>,
  hereY: number,
): Promise<number | null> {
  // `planScrollTo` scrolls inside frames, and nothing may move before the film.
  if (element.frame !== tab.page.mainFrame()) return null;
  const plan = await planScrollTo(tab, element).catch(() => null);
  if (!plan || plan.usesWheel) return null;
  const [track] = plan.tracks;
  return track ? (track.scroller ? null : track.to.y) : hereY;
}

function targetOf(step: Step): Selectors | undefined {
  if (step.type !== 'customStep') return 'selectors' in step ? step.selectors : undefined;
  return step.name === 'showreel.camera' || step.name === 'showreel.scroll'
    ? step.parameters.selectors
    : undefined;
}

/** Runs in the page: whether the element stays on the screen when the page scrolls, as headers do. */
function isPinned(element: Element): boolean {
  for (let node: Element | null = element; node; node = node.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(node).position)) return true;
  return false;
}
