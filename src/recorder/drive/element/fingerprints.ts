import type { ElementHandle, Frame, JSHandle } from 'puppeteer-core';
import { textInPage } from '../../../text.ts';
import type { Tab } from '../../browser/index.ts';
import { redact } from '../../page/redact.ts';
import { ElementProbe } from './element-probe.ts';
import type { ElementFingerprint } from './similarity.ts';

// A page with more to press than this is searched from its top.
const mostElements = 1_200;

interface Others {
  peers: number;
  twins: string[];
  named: { role: string; name: string }[];
}

/** Our hold on the `ElementProbe` in one frame of the page. */
export interface Fingerprints {
  fingerprint(element: ElementHandle<Element>): Promise<ElementFingerprint>;
  /** What the element of a step could be; numbers in `element`, `indexOf` and `areNested` are places in this list. */
  pool(press: boolean, tag: string): Promise<ElementFingerprint[]>;
  others(press: boolean, like: ElementFingerprint, most: number): Promise<Others>;
  element(index: number): Promise<ElementHandle<Element> | null>;
  indexOf(element: ElementHandle<Element>): Promise<number>;
  areNested(a: number, b: number): Promise<boolean>;
  selectors(element: ElementHandle<Element>): Promise<string[]>;
}

/**
 * Lends the frame's `ElementProbe` to `work`. What no film may show is in no portrait: those are kept with the script, and a
 * kept one would not be like the one of the next film if only one of the two said it. Nothing in it waits for a
 * frame to be drawn.
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
  const veiled = async <R>(answer: Promise<R>) => redact(await answer, tab.mask.words);
  try {
    return await work({
      fingerprint: (element) =>
        veiled(ask((held, given) => held.fingerprint(given as unknown as Element), element)),
      pool: (press, tag) => veiled(ask((held, ...given) => held.pool(...given), press, tag, mostElements)),
      others: (press, like, most) =>
        veiled(ask((held, ...given) => held.others(...given), press, like, most)),
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
