import type { ElementHandle, Frame, JSHandle } from 'puppeteer-core';
import { textInPage } from '../../../text.ts';
import type { Tab } from '../../browser/index.ts';
import { redact } from '../../page/redact.ts';
import { ElementProbe } from './element-probe.ts';
import type { ElementFingerprint } from './similarity.ts';

// Of a page with more elements to press than this, only the first ones are compared.
const mostElements = 1_200;

interface Others {
  peers: number;
  twins: string[];
  named: { role: string; name: string }[];
}

/** Calls the `ElementProbe` in one frame of the page. See there for what the methods answer. */
export interface Fingerprints {
  fingerprint(element: ElementHandle<Element>): Promise<ElementFingerprint>;
  /** All elements that the element of a step could be. `element`, `indexOf` and `areNested` count in this list. */
  pool(press: boolean, tag: string): Promise<ElementFingerprint[]>;
  others(press: boolean, like: ElementFingerprint, most: number): Promise<Others>;
  element(index: number): Promise<ElementHandle<Element> | null>;
  indexOf(element: ElementHandle<Element>): Promise<number>;
  areNested(a: number, b: number): Promise<boolean>;
  selectors(element: ElementHandle<Element>): Promise<string[]>;
}

/**
 * Starts an `ElementProbe` in the frame, and disposes of it when `work` is done. Hidden words are redacted from every fingerprint.
 * Fingerprints are stored with the script, and a stored one must be similar to the next film's, so both are redacted. No call waits
 * for a frame to be drawn.
 */
export async function withFingerprints<T>(
  tab: Tab,
  frame: Frame,
  work: (fingerprints: Fingerprints) => Promise<T>,
): Promise<T> {
  const source = `(() => { ${textInPage}
    const ElementProbe = ${String(ElementProbe)}; return new ElementProbe(shorten); })()`;
  const handle = (await tab.answer(frame.evaluateHandle(source))) as JSHandle<ElementProbe>;
  const ask = <A extends unknown[], R>(inPage: (held: ElementProbe, ...given: A) => R, ...given: A) =>
    tab.answer(handle.evaluate(inPage as (held: ElementProbe, ...given: unknown[]) => R, ...given));
  const redacted = async <R>(answer: Promise<R>) => redact(await answer, tab.mask.words);
  try {
    return await work({
      fingerprint: (element) =>
        redacted(ask((held, given) => held.fingerprint(given as unknown as Element), element)),
      pool: (press, tag) => redacted(ask((held, ...given) => held.pool(...given), press, tag, mostElements)),
      others: (press, like, most) =>
        redacted(ask((held, ...given) => held.others(...given), press, like, most)),
      indexOf: (element) => ask((held, given) => held.indexOf(given as unknown as Element), element),
      areNested: (a, b) => ask((held, ...given) => held.areNested(...given), a, b),
      selectors: (element) => ask((held, given) => held.selectors(given as unknown as Element), element),
      async element(index) {
        const found = await tab.answer(handle.evaluateHandle((held, at) => held.element(at), index));
        return found.asElement() as ElementHandle<Element> | null;
      },
    });
  } finally {
    await handle.dispose().catch(() => undefined);
  }
}
