import { wholeWords } from '../../../language/patterns.ts';
import { wordsFor } from '../../../language/vocabulary.ts';
import type { Item, Screen } from '../../../page/screen.ts';
import type { Deed } from '../../../prompt/deed.ts';
import { isInside, topmost } from '../chain.ts';

/** The words that buttons have. */

export const creating = wordsFor('offers', 'creates');
/** Whether a verb asks for something new, and says no more than that. */
export const isMaking = (verb: string) => creating.includes(verb) || makes.includes(verb);
const makes = wordsFor('offers', 'makes');
export const saving = wordsFor('offers', 'saves');
/** What says nothing but that it keeps what was changed: “Save”, “Apply changes”. */
export const keeping = wordsFor('offers', 'keeps').join('|');
/** What says besides what it keeps: “Update view”, “Save as loan template”. */
export const beginsWithKeeping = new RegExp(`^(?:${keeping})\\s`, 'iu');
export const refusing = new RegExp(`^(?:${wordsFor('offers', 'refuses').join('|')})$`, 'iu');

/** The button that closes what lies above the page, and does nothing else. Undefined where nothing lies above it. */
export function closerOf(screen: Screen): Item | undefined {
  const top = topmost(screen);
  return screen.items.find(
    (item) =>
      top !== null &&
      item.kind === 'button' &&
      item.isPressable &&
      isInside(screen, item, top) &&
      (crosses.test(item.name.trim()) || isClosing(item.name, { said: '', thing: null })),
  );
}

/** Whether a button closes what stands in front of the page and does nothing else, and the deed is about something else. */
export function isClosing(name: string, { said, thing }: Pick<Deed, 'said' | 'thing'>): boolean {
  const [, after, before] = closing.exec(name.trim()) ?? [];
  const asked = thing?.name ? said.replaceAll(thing.name, '') : said;
  return (after ?? before) !== undefined && !cover.test(asked);
}
/** A cross without a word is called by a word in lower case. */
export const isCross = ({ name, box }: Item, { said, thing }: Pick<Deed, 'said' | 'thing'>) =>
  name === 'close' && box.width <= 44 && !cover.test(thing?.name ? said.replaceAll(thing.name, '') : said);
const [closes, covers] = [wordsFor('offers', 'closes').join('|'), wordsFor('offers', 'covers').join('|')];
const crosses = new RegExp(`^(?:${closes}|[×✕✖])$`, 'iu');
const closing = new RegExp(
  `^(?:(?:${closes})\\s+(?:\\p{L}{1,4}\\s+)?(${covers})|(${covers})\\s+(?:${closes}))$`,
  'iu',
);
const cover = new RegExp(wholeWords(wordsFor('offers', 'covers')), 'iu');

/** Other words for a verb: "duplicate" is "copy" on some buttons. */
export function synonymsOf(verb: string): string[] {
  return sameDeeds.filter((group) => group.includes(verb)).flat();
}
const sameDeeds = wordsFor('offers', 'same').map((group) => group.split('|'));
