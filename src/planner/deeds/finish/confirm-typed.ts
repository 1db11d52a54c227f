import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import { sameItem } from '../candidates/chain.ts';
import type { Performed, Performer } from '../perform/performer.ts';

/** In how many fields Enter is tried, when a form does not take what was typed. */
const mostTried = 2;

/**
 * Confirms with Enter what stands in a field for several values, such as addresses to invite: until it does, the form counts it for nothing. A field tells so only by
 * emptying itself.
 * @param start where the deed begins on the path
 * @returns whether a field has taken its text as a value
 */
export async function confirmTyped(performer: Performer, start: number): Promise<boolean> {
  const typed = performer.path
    .slice(start)
    .filter(({ part, do: how }) => part === 'field' && how === 'type')
    .sort((a, b) => Number(takesSeveral(b)) - Number(takesSeveral(a)));
  for (const { item, value = '', before } of typed.slice(0, mostTried)) {
    const present = sameItem(performer.screen, before, item);
    if (!present || present.value !== value || !isLine(present)) continue;
    const mark = performer.path.length;
    await performer.act({ do: 'enter', item: present, part: 'field', what: `Confirm “${value}”`, opens: [] });
    const after = sameItem(performer.screen, performer.path.at(-1)!.before, present);
    if (after && after.value === '') return true;
    if (!(await performer.returnTo(mark))) return false;
  }
  return false;
}

/** Enter confirms a field of one line. In others it begins a line. */
export const isLine = ({ kind, inputType }: Item) => kind === 'field' && inputType !== 'textarea';

/** “Add a sub-issue and press Enter” */
export const saysEnter = ({ name, labels }: Item) => [name, ...labels].some((text) => entered.test(text));
const entered = new RegExp(wordsFor('offers', 'entered').join('|'), 'iu');

/** "Email addresses", "Tags". */
const takesSeveral = ({ item: { name, labels } }: Performed) =>
  [name, labels[0] ?? ''].some((called) => /\p{L}{2}s$/u.test(called.trim()));
