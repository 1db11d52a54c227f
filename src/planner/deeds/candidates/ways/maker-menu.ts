import { wordsFor } from '../../../language/vocabulary.ts';
import type { Item, Screen } from '../../../page/screen.ts';
import { isInside } from '../chain.ts';
import { creates } from './way-words.ts';

/** Whether a button makes something, and does not say what: “+ Create”, “New ▾”. */
export const saysOnlyMaking = (name: string): boolean => onlyMaking.test(name.trim());
const onlyMaking = new RegExp(`^(?:(?:${wordsFor('offers', 'creates').join('|')}|new)[\\s▾▼⌄+]*)+$`, 'iu');

/** How far below its button a menu hangs at most. */
const mostGapPx = 60;

/**
 * A screen whose open menu of a button that says only “+ Create” tells of its entries what they do: the entry “Client” is “New client” there.
 * The items keep their ids.
 */
export function withMakerMenu(screen: Screen): Screen {
  const menu = menuOfMaker(screen);
  if (menu === null) return screen;
  const asMade = (item: Item) =>
    /^(?:menu-item|option|button|link)$/.test(item.kind) &&
    isInside(screen, item, menu) &&
    !creates.test(item.name.trim())
      ? { ...item, name: `New ${item.name.toLowerCase()}` }
      : item;
  return { ...screen, items: screen.items.map(asMade) };
}

function menuOfMaker({ things, items }: Screen): number | null {
  const makers = items.filter(({ kind, name }) => kind === 'button' && saysOnlyMaking(name));
  const at = things.findIndex(
    ({ kind, box }) =>
      kind === 'menu' &&
      makers.some(({ box: maker }) => {
        const gap = box.y - (maker.y + maker.height);
        return (
          gap > -maker.height &&
          gap < mostGapPx &&
          box.x < maker.x + maker.width &&
          maker.x < box.x + box.width
        );
      }),
  );
  return at < 0 ? null : at;
}
