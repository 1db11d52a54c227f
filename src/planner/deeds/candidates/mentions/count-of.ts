import { numbers, wordsFor } from '../../../language/vocabulary.ts';
import type { Deed } from '../../../prompt/deed.ts';

export const isOfSeveral = (deed: Deed) => countOf(deed) !== null;

/** How many things of a kind a deed is to be done to: infinite for "all". Null where it is one, or where they have a name. */
export function countOf(deed: Deed): number | null {
  const known = counts.get(deed) ?? { count: readCount(deed) };
  counts.set(deed, known);
  return known.count;
}
/** It is asked for each item of each screen. */
const counts = new WeakMap<Deed, { count: number | null }>();

function readCount({ said, kind, thing }: Deed): number | null {
  if ((kind !== 'change' && kind !== 'act') || !thing || thing.name !== null || thing.kind === '')
    return null;
  const [, word] =
    new RegExp(`(?<!\\p{L})(${quantifiers})\\s+(?:\\p{L}+\\s+){0,3}?${escaped(thing.kind)}`, 'iu').exec(
      said,
    ) ?? [];
  if (word === undefined) return null;
  const low = word.toLowerCase();
  if (pairs.includes(low)) return 2;
  const number = numbers.get(low) ?? Number.POSITIVE_INFINITY;
  return number === 1 ? null : number;
}
const pairs: readonly string[] = wordsFor('offers', 'pairs');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const quantifiers = [...wordsFor('offers', 'everything'), ...pairs, ...numbers.keys()].join('|');
