import { monotonicMs, type Tab } from '../../browser/index.ts';

/**
 * Which steps of a take made the page send a write. A write belongs to the last press or key before it, however late it comes, since
 * applications save what was typed after a pause.
 */
export class Writes {
  readonly #tab: Tab;
  readonly #inputs: { step: number | null; atMs: number }[] = [];

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** @param step the step that presses or types at this moment; null where the film opens another page by itself */
  note(step: number | null): void {
    if (this.#inputs.at(-1)?.step === step) return;
    this.#inputs.push({ step, atMs: monotonicMs() });
  }

  /** The indices of the steps. */
  get steps(): ReadonlySet<number> {
    const found = this.#tab.network.writesMs.map(
      (sentMs) => this.#inputs.findLast(({ atMs }) => atMs <= sentMs)?.step ?? null,
    );
    return new Set(found.filter((step) => step !== null));
  }
}
