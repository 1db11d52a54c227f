import type { SaidThen } from '../changes/index.ts';
import type { BrowserSession } from '../recorder/browser/index.ts';
import type { StepLog } from '../recorder/index.ts';
import { shorten } from '../text.ts';

const most = { stops: 40, later: 6, characters: 20_000 };
/** What changes the page; what it says otherwise in between, it says by itself. */
const acts = new Set(['navigate', 'click', 'doubleClick', 'change', 'keyDown', 'keyUp', 'hover']);

/**
 * Notes what the page says after each step of a film: all of it that can be seen. Asked when a step's line is written, so that
 * the answer is given before the next step does anything.
 */
export function listenAlong({ tab }: BrowserSession) {
  let isOpen = false;
  const heard: Promise<{ scene: string | null; isAct: boolean; text: string | null }>[] = [];
  const listen = (scene: string | null, isAct: boolean) => {
    // A page that is being replaced says nothing; the next step asks again.
    const text = tab.ask(visibleText, most.characters).catch(() => null);
    heard.push(text.then((said) => ({ scene, isAct, text: said && shorten(said, most.characters) })));
  };
  return {
    note({ intent, type }: StepLog): void {
      // The first address of a script is that of the page which is open already.
      listen(intent, acts.has(type) && (type !== 'navigate' || isOpen));
      isOpen ||= type === 'navigate';
    },
    async all(): Promise<SaidThen[]> {
      // As the film leaves it: it may have moved since the last step began.
      listen(null, false);
      const stops: Required<SaidThen>[] = [];
      let isNext = true;
      for (const { scene, isAct, text } of await Promise.all(heard)) {
        // As many stops as acts, whatever moved meanwhile: the next film's are held against them one by one.
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
