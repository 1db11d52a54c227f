import type { SaidThen } from '../changes/index.ts';
import type { BrowserSession } from '../recorder/browser/index.ts';

const most = { stops: 40, characters: 20_000 };

/**
 * Notes what the page says after each step of a film: all of it that can be seen, and only where it is something new. Asked
 * when a step's line is written, so that the answer is given before the next step does anything.
 */
export function listenAlong({ tab }: BrowserSession) {
  const heard: Promise<SaidThen | null>[] = [];
  return {
    note(scene: string | null): void {
      // A page that is being replaced says nothing; the next step asks again.
      const text = tab.ask(visibleText, most.characters).catch(() => null);
      heard.push(text.then((said) => (said === null ? null : { scene, text: said })));
    },
    async all(): Promise<SaidThen[]> {
      const said = (await Promise.all(heard)).filter((one) => one !== null);
      return said.filter(({ text }, at) => text !== said[at - 1]?.text).slice(0, most.stops);
    },
  };
}

function visibleText(characters: number): string {
  let text = '';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && text.length < characters; node = walker.nextNode())
    if (node.nodeValue?.trim() && node.parentElement?.checkVisibility({ visibilityProperty: true }))
      text += ` ${node.nodeValue}`;
  return text.replace(/\s+/g, ' ').trim().slice(0, characters);
}
