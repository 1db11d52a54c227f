import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import type { FieldWay } from './field-value.ts';
import { coverage, says, wordsIn } from './likeness.ts';

/** Controls that by their own words are for something else, whatever stands around them. */

/** Whether a switch has a name of its own without a word of what is asked for: “Speed Insights”, whatever the words below it, are no "Web Analytics". */
export function saysOther({ name, labels }: Item, field: string, way: FieldWay): boolean {
  const own = name || (labels[0] ?? '');
  return way === 'turn' && wordsIn(own) > 1 && coverage(own, field) === 0 && coverage(field, own) === 0;
}

/** "The summary weekly instead of daily" is no text of several words that says neither. */
export function saysSentence({ name, value, kind }: Item, from: string | null, way: FieldWay): boolean {
  const shown = value || (kind === 'field' ? '' : name);
  return (
    from !== null &&
    (way === 'type' || way === 'open') &&
    wordsIn(from) < 3 &&
    wordsIn(shown) > 3 &&
    !says(shown, from)
  );
}

/** "Change 'Weekly print' to 'Monthly print'": a field that shows anything else than what was quoted is another one's. */
export const showsOther = ({ value, kind }: Item, from: string | null, way: FieldWay): boolean =>
  from !== null &&
  way === 'type' &&
  kind === 'field' &&
  value !== '' &&
  wordsIn(from) > 1 &&
  Math.max(coverage(value, from), coverage(from, value)) < 0.5;

/** "Ends on 28 February" is no “Start date”: a label with the counterpart of a word of the field is another one's. */
export function saysOpposite({ name, labels }: Item, field: string): boolean {
  const own = labels[0] ?? name;
  return (
    field !== '' &&
    counterparts.some(
      ([one, other]) => saysOnly(field, one, other) && saysOnly(own, other, one) && !says(name, field),
    )
  );
}
const saysOnly = (text: string, words: readonly string[], others: readonly string[]) =>
  words.some((word) => says(text, word)) && !others.some((word) => says(text, word));
const counterparts = wordsFor('fields', 'opposed').flatMap((pair) => {
  const [one = [], other = []] = pair.split(' / ').map((side) => side.split('|'));
  return [
    [one, other],
    [other, one],
  ] as const;
});
