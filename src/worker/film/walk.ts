import type { SaidThen } from '../../changes/index.ts';
import type { Step } from '../../recorder/contract/script.ts';
import { type BrowserSession, playOffCamera } from '../../recorder/index.ts';
import type { FilmOrder, Walk } from './film.ts';
import { type Opening, openPage } from './open-page.ts';
import { isAct, readPageText } from './page/collect-page-text.ts';
import { createRedaction } from './page/redaction.ts';

type IsAsBefore = Parameters<Walk>[1];

/** The page's time after an act and before each further look. Texts that take turns show themselves meanwhile. */
const waitsMs = [1_000, 1_100, 2_300, 3_100, 5_300];

/**
 * Walks in a browser of its own: what is typed and opened on the way must not be left in the browser that films. Whatever the page would
 * write is held, also what it did not write when it was filmed last.
 * @throws the signal's reason when it aborts
 */
export function walkFrom(opening: Opening, order: FilmOrder): Walk {
  const { signal, log } = order;
  return async (steps, isAsBefore) => {
    try {
      await using opened = await openPage(
        { ...opening, isTriedOut: true },
        { ...order, onStep: () => undefined },
      );
      const { session } = opened;
      const { tab } = session;
      await tab.during(tab.writeHold.begin());
      try {
        const load = { explain: opening.guard.explain, signal, log };
        return await walk(session, steps, load, isAsBefore);
      } finally {
        // A browser that closes lets go of what is held.
        await tab.during(tab.writeHold.stop());
      }
    } catch (error) {
      signal.throwIfAborted();
      log.info({ err: error }, 'the way to the first deed cannot be walked any more');
      return false;
    }
  };
}

async function walk(
  session: BrowserSession,
  steps: readonly Step[],
  load: Parameters<typeof playOffCamera>[2],
  isAsBefore: IsAsBefore,
): Promise<boolean> {
  const looks = looksAt(session);
  let act = 0;
  let isOpen = false;
  for (const step of steps) {
    load.signal?.throwIfAborted();
    // The page is open: its own `navigate` would load it once more.
    if (step.type !== 'navigate' || isOpen) await playOffCamera(session, step, load);
    if (isAct(step.type, isOpen) && !(await looks(++act, isAsBefore))) return false;
    isOpen ||= step.type === 'navigate';
  }
  return true;
}

/** Looks at the page until it is as before, for as long as what moves may take. */
function looksAt(session: BrowserSession) {
  const redaction = createRedaction(session.tab.mask);
  return async (act: number, isAsBefore: IsAsBefore): Promise<boolean> => {
    const texts: string[] = [];
    for (const waitMs of waitsMs) {
      await session.tab.clock.idle(waitMs);
      const text = await readPageText(session);
      if (text === null) continue;
      texts.push(redaction.apply(text));
      const now: SaidThen = { scene: null, text: texts[0]!, later: texts.slice(1) };
      if (await isAsBefore(act, now)) return true;
    }
    return false;
  };
}
