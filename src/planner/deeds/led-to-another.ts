import type { Screen } from '../page/screen.ts';
import type { Deed } from '../prompt/deed.ts';
import { rowOf } from './candidates/chain.ts';
import type { Performed, SeenScreen } from './perform/performer.ts';

/**
 * Whether a thing was opened that only mentions the one that is meant, where the application lists that one by its own name: the labels of "V-114" are not
 * those of the service order “SO-2032” for it.
 */
export const ledToAnother = (
  path: readonly Performed[],
  deeds: readonly Deed[],
  seen: readonly SeenScreen[],
): boolean =>
  deeds.some(({ kind, thing }) => {
    const name = thing?.name;
    if (!name || !/^(?:change|act)$/.test(kind) || !isCode.test(name)) return false;
    const opening = path.filter(({ item, before }) => rowOf(before, item)?.text.includes(name));
    const isOwn = ({ item, before }: Performed) =>
      [rowOf(before, item)!.name, rowOf(before, item)!.text.trim(), item.name].some((text) =>
        begins(text, name),
      );
    return opening.length > 0 && !opening.some(isOwn) && seen.some(({ screen }) => lists(screen, name));
  });

/** A code names one thing, and is mentioned with many. */
const isCode = /^(?=\S*\d)(?=\S*\p{L})\S+$/u;

const lists = ({ things }: Screen, name: string) =>
  things.some(
    (one) => /^(?:row|card)$/.test(one.kind) && (begins(one.name, name) || begins(one.text.trim(), name)),
  );

const begins = (text: string, name: string) =>
  text === name || (text.startsWith(name) && !/^[\p{L}\d]/u.test(text.slice(name.length)));
