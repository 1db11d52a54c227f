import { easyMs, type StepTiming } from './pacing.ts';

/** The lengths that a film keeps to, in ms. */
export interface FilmLengths {
  /** The length that was asked for. The film has exactly round(durationMs / 1000 * fps) frames, unless its script needs longer. */
  durationMs: number;
  /** The longest that the film may become for its script. Default: `durationMs`. */
  mostMs?: number | undefined;
  /** The script does nothing in the first `leadInMs`: the window's animation and the fade have that time to themselves. */
  leadInMs: number;
  /** The same for the end. */
  leadOutMs: number;
}

// Nobody misses two frames of a rest, and a film is as long as was asked for then.
const leastGrowthMs = 67;

/**
 * The parts of a film in time, ms. What the script does comes before the way back to the whole picture, which nobody asked
 * for; and a film becomes longer, as far as it may, rather than hectic: also on the way, where a page takes its time.
 */
export class Schedule {
  /** Between the script's end and the moment when the window begins to go: there the camera pulls back. */
  readonly wideMs: number;
  readonly #options: FilmLengths;
  #overMs = 0;

  /** @param wideMs what the way back takes; 0 where there is none */
  constructor(timings: StepTiming[], options: FilmLengths, wideMs: number) {
    this.#options = options;
    const isEasy = options.leadInMs + easyMs(timings) + wideMs <= this.endMs;
    this.wideMs = isEasy ? wideMs : 0;
    this.leftMs(timings, options.leadInMs);
  }

  /** Of the film. */
  get lengthMs(): number {
    return this.#options.durationMs + this.#overMs;
  }

  /** When the window begins to go. */
  get endMs(): number {
    return Math.max(this.#options.leadInMs, this.lengthMs - this.#options.leadOutMs);
  }

  /** When the script has to be over. */
  get lastMs(): number {
    return this.endMs - this.wideMs;
  }

  /** The time that `beats` have from `nowMs` on; more than before, where they need it. */
  leftMs(timings: StepTiming[], nowMs: number): number {
    const { durationMs, mostMs = durationMs } = this.#options;
    const missingMs = easyMs(timings) - (this.lastMs - nowMs);
    if (missingMs > leastGrowthMs)
      this.#overMs = Math.max(this.#overMs, Math.min(this.#overMs + missingMs, mostMs - durationMs));
    return this.lastMs - nowMs;
  }
}
