import { easyMs } from './pacing.ts';
import type { StepTiming } from './step-timing.ts';

/** The lengths that a film keeps to, in ms. */
export interface FilmLengths {
  /** The requested length. The film has exactly round(durationMs / 1000 * fps) frames, unless its script needs longer. */
  durationMs: number;
  /** The longest that the film may become for its script. Default: `durationMs`. */
  mostMs?: number | undefined;
  /** No step is played in the first `leadInMs`. Only the window's animation and the fade run then. */
  leadInMs: number;
  /** No step is played in the last `leadOutMs`. */
  leadOutMs: number;
}

// Two frames less of a rest are not noticed. A film that needs no more than that keeps its requested length.
const leastGrowthMs = 67;

/**
 * Divides a film's time among the window's opening, the script, pulling back to the whole stage, and the window's closing. The
 * script comes before pulling back, which nobody asked for. A film whose script does not fit at an easy pace grows, as far as it
 * may. It can also grow while it runs, where the page takes longer than was foreseen.
 */
export class Schedule {
  /** How long before the window closes the script ends, so that the camera can pull back. */
  readonly pullBackMs: number;
  readonly #options: FilmLengths;
  #overMs = 0;

  /** @param pullBackMs how long pulling back and the rest after it take; 0 where the film does not pull back */
  constructor(timings: StepTiming[], options: FilmLengths, pullBackMs: number) {
    this.#options = options;
    const isEasy = options.leadInMs + easyMs(timings) + pullBackMs <= this.windowClosesMs;
    this.pullBackMs = isEasy ? pullBackMs : 0;
    this.leftMs(timings, options.leadInMs);
  }

  /** The length of the whole film. */
  get lengthMs(): number {
    return this.#options.durationMs + this.#overMs;
  }

  /** When the window begins to close. */
  get windowClosesMs(): number {
    return Math.max(this.#options.leadInMs, this.lengthMs - this.#options.leadOutMs);
  }

  /** When the script has to be over. */
  get scriptEndMs(): number {
    return this.windowClosesMs - this.pullBackMs;
  }

  /** The time that the steps of `timings` have from `nowMs` on. The film grows where they need more. */
  leftMs(timings: StepTiming[], nowMs: number): number {
    const { durationMs, mostMs = durationMs } = this.#options;
    const missingMs = easyMs(timings) - (this.scriptEndMs - nowMs);
    if (missingMs > leastGrowthMs)
      this.#overMs = Math.max(this.#overMs, Math.min(this.#overMs + missingMs, mostMs - durationMs));
    return this.scriptEndMs - nowMs;
  }
}
