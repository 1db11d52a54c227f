import type { Tab } from '../../browser/index.ts';

// How long the film holds the last picture of a page that a click has led away from, so that the click can be seen.
const oldPageMs = 400;
const noDocument = -1;

/** The document that the film shows, and for how long it is still shown when another one takes its place. */
export class ShownDocument {
  readonly #tab: Tab;
  #document = 0;
  #leftMs = oldPageMs;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** From here on the film shows the document that is there now. */
  begin(): void {
    this.#document = this.#tab.network.documents;
    this.#leftMs = oldPageMs;
  }

  /** It is still there. Otherwise what the page shows and answers belongs to the next scene. */
  get isThere(): boolean {
    return this.#tab.network.documents === this.#document;
  }

  /** It is being replaced, or was replaced since the film began to show it. */
  get isLeaving(): boolean {
    return this.#tab.network.navigating || !this.isThere;
  }

  /** How long the film still holds it where a press has led away from it. */
  get leftMs(): number {
    return this.isLeaving ? Math.max(0, this.#leftMs) : 0;
  }

  /** It was held for `ms` more. */
  hold(ms: number): void {
    this.#leftMs -= ms;
  }

  /** From here on the film holds its last picture: the page that comes cannot be shown. */
  standStill(): void {
    this.#leftMs = Number.POSITIVE_INFINITY;
    this.#document = noDocument;
  }
  get standsStill(): boolean {
    return this.#document === noDocument;
  }
}
