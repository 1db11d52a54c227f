import { RecordingFault } from '../../contract/fault.ts';
import type { Viewport } from '../../contract/take-frame.ts';
import { isOver, type Motion, minimumJerk, progressOf } from '../pace/motion.ts';
import type { Pointer } from './pointer.ts';
import { type ScrollPlan, scrollAlong } from './scroll.ts';

type Tab = Parameters<typeof scrollAlong>[0];

/** The page on its way along a plan, frame by frame: by its scroll positions, or by the wheel where it does not keep those. */
export class Scrolling {
  readonly #motion: Motion;
  readonly #plan: ScrollPlan;
  #done = 0;
  #byWheel: boolean;
  #stuck = 0;

  constructor(plan: ScrollPlan, motion: Motion) {
    this.#plan = plan;
    this.#motion = motion;
    this.#byWheel = plan.byWheel;
  }

  /** Moves the page to where it is at `timeMs`; true where it has arrived. */
  async advance(timeMs: number, tab: Tab, pointer: Pointer, { width, height }: Viewport): Promise<boolean> {
    const progress = minimumJerk(progressOf(this.#motion, timeMs));
    if (this.#byWheel) {
      const [track] = this.#plan.tracks;
      const step = progress - this.#done;
      if (track)
        pointer.wheel(
          { x: width / 2, y: height / 2 },
          { x: (track.to.x - track.from.x) * step, y: (track.to.y - track.from.y) * step },
        );
    } else {
      const lag = (await scrollAlong(tab, this.#plan, progress).catch(unlessFault)) ?? 0;
      // A page that scrolls by itself puts us back every time; it listens to the wheel instead.
      this.#stuck = lag > 40 ? this.#stuck + 1 : 0;
      if (this.#stuck >= 4) this.#byWheel = true;
    }
    this.#done = progress;
    return isOver(this.#motion, timeMs);
  }
}

/** A question that the page could not answer is one thing, the end of the recording another. */
export function unlessFault(error: unknown): null {
  if (error instanceof RecordingFault) throw error;
  return null;
}
