import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { coverage, says } from '../candidates/likeness.ts';
import { isInFocus } from '../candidates/mentions/focus.ts';

/**
 * "Rename the tag 'x'": a field that shows another name renames another thing, whose row may say "x" as well. An empty one that is called by more than the word
 * for it and the kind of the thing, such as “Middle name”, has no name of a thing that is there.
 */
export const namesAnother = (
  item: Item,
  { field }: FieldValue,
  { kind, thing }: Deed,
  screen: Screen,
): boolean =>
  kind === 'change' &&
  /^(?:name|title)$/.test(field) &&
  thing?.name != null &&
  // A key or an address is not what the thing is called: "#214", "ann@example.com", "jdoe".
  !/[\d@_/]|^\p{Ll}+$/u.test(thing.name) &&
  (item.value === ''
    ? isCalledMore(item, `new ${field} ${thing.kind}`)
    : /\p{L}{2}/u.test(item.value) &&
      Math.min(coverage(item.value, thing.name), coverage(thing.name, item.value)) < leastAlike &&
      !isInFocus(thing, screen));
const isCalledMore = ({ kind, name, labels }: Item, words: string) =>
  kind === 'field' &&
  says(labels[0] ?? name, words.split(' ')[1]!) &&
  coverage(labels[0] ?? name, words) < 0.9;
const leastAlike = 0.6;
