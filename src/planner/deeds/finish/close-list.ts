import { newItems, placeOf, sameItem } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';

/**
 * Closes the list that the last value was chosen from, by what has opened it. A list of several values may stay open, and be kept when it is closed.
 * @param own the acts of the deed
 * @returns whether a list was closed
 */
export async function closeList(performer: Performer, own: Performer['path']): Promise<boolean> {
  const chosen = own.at(-1);
  if (chosen?.part !== 'field' || chosen.do !== 'press') return false;
  const opener = own.slice(0, -1).findLast(({ part, do: how, item, before }, at) => {
    const after = own[at + 1]!.before;
    return (
      part === 'field' &&
      how === 'press' &&
      (item.kind !== chosen.item.kind || item.name !== chosen.item.name) &&
      newItems({ before, after }, placeOf).some(
        (one) => one.kind === chosen.item.kind && (one.kind !== item.kind || one.name === chosen.item.name),
      )
    );
  });
  const { screen } = performer;
  const present = opener && sameItem(screen, opener.before, opener.item);
  if (!present?.isPressable || sameItem(screen, chosen.before, chosen.item) === null) return false;
  const what = `Close “${present.labels[0] || present.name}”`;
  return (await performer.act({ do: 'press', item: present, part: 'finish', what, opens: [] })).changed;
}
