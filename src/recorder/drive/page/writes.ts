import type { Protocol } from 'puppeteer-core';
import { monotonicMs, type Tab } from '../../browser/index.ts';
import { isWrite } from './sent-write.ts';

/**
 * Which steps of a take made the page send a write. A write belongs to the last press or key before it, however late it comes, since
 * applications save what was typed after a pause.
 */
export class Writes {
  readonly #cdp: Tab['cdp'];
  readonly #inputs: { step: number | null; atMs: number }[] = [];
  readonly #sentMs: number[] = [];

  constructor({ cdp }: Tab) {
    this.#cdp = cdp;
    cdp.on('Network.requestWillBeSent', this.#hear);
  }

  /** @param step the step that presses or types at this moment; null where the film opens another page by itself */
  note(step: number | null): void {
    if (this.#inputs.at(-1)?.step === step) return;
    this.#inputs.push({ step, atMs: monotonicMs() });
  }

  /** The indices of the steps. */
  get steps(): ReadonlySet<number> {
    const found = this.#sentMs.map(
      (sentMs) => this.#inputs.findLast(({ atMs }) => atMs <= sentMs)?.step ?? null,
    );
    return new Set(found.filter((step) => step !== null));
  }

  end(): void {
    this.#cdp.off('Network.requestWillBeSent', this.#hear);
  }

  // `sendBeacon` and pings of links report a visit.
  readonly #hear = ({ request, documentURL, type }: Protocol.Network.RequestWillBeSentEvent): void => {
    if (type !== 'Ping' && isWrite(request, documentURL)) this.#sentMs.push(monotonicMs());
  };
}
