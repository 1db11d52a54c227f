import { monotonicMs, sleep, type Tab } from '../../browser/index.ts';

// For so long (film time) after an action its effects count as effects, and what they fetch is waited for off camera.
const effectMs = 1_500;
const patienceMs = 4_000;

/** What the last action made the page fetch: waited for while the page's time stands still, up to 4 s an action. */
export class ActionRequests {
  readonly #tab: Tab;
  #atMs = Number.NEGATIVE_INFINITY;
  #beganMs = 0;
  #patienceMs = 0;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** What the page fetches from here on belongs to the action at `timeMs` of the film. */
  note(timeMs: number): void {
    this.#atMs = timeMs;
    this.#beganMs = monotonicMs();
    this.#patienceMs = patienceMs;
  }

  async await(timeMs: number): Promise<void> {
    const { network, clock } = this.#tab;
    if (timeMs - this.#atMs > effectMs || this.#patienceMs <= 0) return;
    const startedMs = monotonicMs();
    const isWaiting = () => network.waitingSince(this.#beganMs) && !network.navigating;
    while (isWaiting() && monotonicMs() - startedMs < this.#patienceMs) await clock.freeze(sleep(15));
    this.#patienceMs -= monotonicMs() - startedMs;
  }
}
