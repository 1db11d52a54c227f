import { monotonicMs, sleep, type Tab } from '../../browser/index.ts';

// Requests sent within this film time after an action count as its effect.
const effectMs = 1_500;
// How long the film waits for the answers of one action.
const patienceMs = 4_000;

/**
 * The requests that the page sends because of the last action. Their answers are awaited off camera, while the page's time stands still,
 * for at most 4 s an action.
 */
export class ActionRequests {
  readonly #tab: Tab;
  #atMs = Number.NEGATIVE_INFINITY;
  #beganMs = 0;
  #patienceMs = 0;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** An action happens at `timeMs` of the film. Requests from now on belong to it. */
  note(timeMs: number): void {
    this.#atMs = timeMs;
    this.#beganMs = monotonicMs();
    this.#patienceMs = patienceMs;
  }

  /** @param timeMs film time of the next frame */
  async waitOffCamera(timeMs: number): Promise<void> {
    const { network, clock } = this.#tab;
    if (timeMs - this.#atMs > effectMs || this.#patienceMs <= 0) return;
    const startedMs = monotonicMs();
    const isWaiting = () => network.waitingSince(this.#beganMs) && !network.navigating;
    while (isWaiting() && monotonicMs() - startedMs < this.#patienceMs) await clock.freeze(sleep(15));
    this.#patienceMs -= monotonicMs() - startedMs;
  }
}
