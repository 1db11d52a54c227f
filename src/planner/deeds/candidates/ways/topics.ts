import { wordsFor } from '../../../language/vocabulary.ts';
import { fold, stem, words } from '../../../language/words.ts';

/**
 * What is found behind a part of an application is often called otherwise than the part: "comments" stand behind "Activity", and a
 * "checking account" behind "Banks". Words that belong together are data (`offers.topics`).
 */
const groups = new Map<string, Set<number>>();
for (const [index, group] of wordsFor('offers', 'topics').entries())
  for (const word of group.split('|')) {
    const key = stem(fold(word));
    groups.set(key, (groups.get(key) ?? new Set()).add(index));
  }

const known = new Map<string, ReadonlySet<number>>();

function topicsOf(text: string): ReadonlySet<number> {
  const found = known.get(text) ?? new Set(keysIn(text).flatMap((key) => [...(groups.get(key) ?? [])]));
  if (known.size > 5_000) known.clear();
  known.set(text, found);
  return found;
}

/** Its words, and each two that stand beside each other: "time off" is `time-off` in the data. */
function keysIn(text: string): string[] {
  const all = words(text);
  return all.flatMap(({ stem: own, raw }, at) => {
    const next = all[at + 1];
    return next ? [own, stem(fold(`${raw}-${next.raw}`))] : [own];
  });
}

/** Whether a name is about the same as what is asked for, though it may share no word with it. */
export const sharesTopic = (said: string, name: string): boolean => {
  const asked = topicsOf(said);
  return [...topicsOf(name)].some((topic) => asked.has(topic)) || undoes(said, name);
};

/** Who unblocks an address looks among the blocked ones, and who re-enables something where it is disabled. */
function undoes(said: string, name: string): boolean {
  const asked = words(said).map(rootOf);
  const shown = words(name).map(rootOf);
  return shown.some(({ root, isNegated }) =>
    asked.some((one) => one.root === root && one.isNegated !== isNegated),
  );
}

const rootOf = ({ stem }: { stem: string }) => {
  const root = negating.exec(stem)?.[1];
  return { root: root ?? stem, isNegated: root !== undefined };
};
const negating = new RegExp(`^(?:${wordsFor('offers', 'negating').join('|')})(\\p{L}{4,})$`, 'u');
