import { wholeWords } from '../language/patterns.ts';
import { wordsFor } from '../language/vocabulary.ts';
import type { Deed } from '../prompt/deed.ts';
import { isSameText } from './candidates/likeness.ts';
import { isSearching } from './candidates/searching.ts';
import { creates } from './candidates/ways/way-words.ts';
import type { Performed, SeenScreen } from './perform/performer.ts';

type Written = Pick<Performed, 'do' | 'value'> & { item: Pick<Performed['item'], 'name' | 'value'> };

/**
 * Whether the name of something new was written over what a field had: then something that was there before has that name now. What a button has
 * made may come with a name, "Untitled note".
 */
export const writesOver = (path: readonly Written[], deeds: readonly Deed[]): boolean =>
  !path.some(({ item }) => creates.test(item.name.trim())) &&
  path.some(
    ({ do: how, item, value }) =>
      how === 'type' &&
      item.value.trim() !== '' &&
      !isSameText(item.value, value ?? '') &&
      deeds.some(({ kind, thing }) => kind === 'create' && thing?.name === value),
  );

/**
 * Whether something new got the name of what is there already: who adds Ann Lee to an event means the Ann Lee who is listed, and no event that is
 * called so.
 */
export const takesKnownName = (path: readonly Performed[], seen: readonly SeenScreen[]): boolean =>
  path.some(
    ({ do: how, part, item, value = '' }) =>
      how === 'type' &&
      part === 'field' &&
      item.value.trim() === '' &&
      !isSearching(item) &&
      titles.test([item.name, ...item.labels.slice(0, 1)].join(' ')) &&
      seen.some(({ screen }) => isListed(value, screen)),
  );

const isListed = (name: string, { things, items }: SeenScreen['screen']) =>
  things.some(({ kind, name: own }) => /^(?:row|card)$/.test(kind) && isSameText(own, name)) ||
  items.some(({ kind, name: own }) => /^(?:body|link|button|text)$/.test(kind) && isSameText(own, name));
const titles = new RegExp(
  wholeWords([...wordsFor('fields', 'name'), ...wordsFor('fields', 'subject')]),
  'iu',
);
