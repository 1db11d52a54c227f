import type { Tab } from '../../browser/index.ts';
import type { Point, Viewport } from '../../contract/take-frame.ts';
import { isOver, type Motion, minimumJerk, progressOf } from '../pace/motion.ts';
import type { PageInput } from './page-input.ts';
import type { ScrollPlan } from './plan-scroll.ts';
import { nullUnlessFault } from './unanswered.ts';

/**
 * Scrolls the page along a plan, frame by frame. It sets scroll positions. A page that does not keep those gets wheel events instead.
 */
export class Scrolling {
  readonly #motion: Motion;
  readonly #plan: ScrollPlan;
  #done = 0;
  #usesWheel: boolean;
  #stuckFrames = 0;

  constructor(plan: ScrollPlan, motion: Motion) {
    this.#plan = plan;
    this.#motion = motion;
    this.#usesWheel = plan.usesWheel;
  }

  /** Moves the page to where it is at `timeMs`. Returns true where it has arrived. */
  async advance(timeMs: number, tab: Tab, input: PageInput, { width, height }: Viewport): Promise<boolean> {
    const progress = minimumJerk(progressOf(this.#motion, timeMs));
    if (this.#usesWheel) {
      const [track] = this.#plan.tracks;
      const step = progress - this.#done;
      if (track)
        input.wheel(
          { x: width / 2, y: height / 2 },
          { x: (track.to.x - track.from.x) * step, y: (track.to.y - track.from.y) * step },
        );
    } else {
      const lag = (await scrollAlong(tab, this.#plan, progress).catch(nullUnlessFault)) ?? 0;
      // A page that controls its own scrolling puts it back every time. Such a page listens to the wheel.
      this.#stuckFrames = lag > 40 ? this.#stuckFrames + 1 : 0;
      if (this.#stuckFrames >= 4) this.#usesWheel = true;
    }
    this.#done = progress;
    return isOver(this.#motion, timeMs);
  }
}

/**
 * Sets the scroll positions of all tracks.
 * @param progress 0 to 1 of the distance
 * @returns how far the page is from where it should be, in CSS px
 */
async function scrollAlong(tab: Tab, plan: ScrollPlan, progress: number): Promise<number> {
  let lag = 0;
  for (const { scroller, from, to } of plan.tracks) {
    const x = from.x + (to.x - from.x) * progress;
    const y = from.y + (to.y - from.y) * progress;
    const reached = await tab.answer(tab.page.evaluate(scrollPane, scroller, { x, y }, progress > 0.999999));
    lag = Math.max(lag, Math.hypot(reached.x - x, reached.y - y));
  }
  return lag;
}

/**
 * Runs in the page: sets the scroll position, and returns the position that the page has then. The page's own smooth scrolling and
 * snapping would work against ours in every frame. Snapping stays off, as the page would jump at the end otherwise. Smooth scrolling is
 * switched on again, for links that are pressed later.
 */
function scrollPane(scroller: Element | null, { x, y }: Point, isLast: boolean): Point {
  const pane = scroller ?? document.scrollingElement ?? document.documentElement;
  for (const element of scroller ? [scroller] : [document.documentElement, document.body]) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.style.scrollSnapType !== 'none')
      element.style.setProperty('scroll-snap-type', 'none', 'important');
    if (element.style.scrollBehavior !== 'auto')
      element.style.setProperty('scroll-behavior', 'auto', 'important');
  }
  pane.scrollTo({ left: x, top: y, behavior: 'instant' });
  if (isLast)
    for (const element of [scroller, document.documentElement, document.body])
      if (element instanceof HTMLElement) element.style.removeProperty('scroll-behavior');
  return { x: pane.scrollLeft, y: pane.scrollTop };
}
