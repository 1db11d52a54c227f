import type { SaidThen } from '../../../changes/index.ts';
import type { StepLog } from '../../../recorder/contract/take-frame.ts';
import type { BrowserSession } from '../../../recorder/index.ts';
import { shorten } from '../../../text.ts';

const most = { stops: 40, later: 6, characters: 20_000 };
/** Step types that change the page. Where the text changes between two of them, the page changed it by itself. */
const acts = new Set(['navigate', 'click', 'doubleClick', 'change', 'keyDown', 'keyUp', 'hover']);

/** Whether a step changes the page. A script's first `navigate` names the page that is open already. */
export const isAct = (type: string, isOpen: boolean) => acts.has(type) && (type !== 'navigate' || isOpen);

/** The visible text of the page as it is now; null where the page is being replaced and cannot answer. */
export async function readPageText({ tab }: Pick<BrowserSession, 'tab'>): Promise<string | null> {
  const seen = await tab.ask(visibleText, most.characters).catch(() => null);
  return seen && shorten(seen, most.characters);
}

/**
 * Collects the visible text of the page after each step of a film. It is read when the step's line is written, so that the answer comes
 * before the next step changes the page.
 */
export function collectPageText(session: Pick<BrowserSession, 'tab'>) {
  let isOpen = false;
  const readings: Promise<{ scene: string | null; isAct: boolean; text: string | null }>[] = [];
  // Where the page could not answer, the next step reads again.
  const read = (scene: string | null, isAct: boolean) => {
    readings.push(readPageText(session).then((text) => ({ scene, isAct, text })));
  };
  return {
    note({ intent, type }: StepLog): void {
      read(intent, isAct(type, isOpen));
      isOpen ||= type === 'navigate';
    },
    async all(): Promise<SaidThen[]> {
      // The text at the end of the film: the page may have changed since the last step.
      read(null, false);
      const stops: Required<SaidThen>[] = [];
      let isNext = true;
      for (const { scene, isAct, text } of await Promise.all(readings)) {
        // One stop for each act, whatever else changed: the next film's stops are compared with these one by one.
        isNext ||= isAct;
        if (text === null) continue;
        const stop = stops.at(-1);
        if (isNext) stops.push({ scene, text, later: [] });
        else if (stop && text !== stop.text && !stop.later.includes(text) && stop.later.length < most.later)
          stop.later.push(text);
        isNext = false;
      }
      return stops.slice(0, most.stops);
    },
  };
}

function visibleText(characters: number): string {
  let text = '';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && text.length < characters; node = walker.nextNode())
    if (node.nodeValue?.trim() && node.parentElement?.checkVisibility({ visibilityProperty: true }))
      text += ` ${node.nodeValue}`;
  // A little more than is kept: the last character may be cut in two here, and is cut off where text is shortened.
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, characters + 100);
}
