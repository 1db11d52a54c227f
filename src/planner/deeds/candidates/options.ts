import { isSameColour, wordForColour } from '../../language/colours.ts';
import { fieldMeanings } from '../../language/thesaurus/same-meaning.ts';
import type { Item } from '../../page/screen.ts';
import type { Value } from '../../prompt/deed.ts';
import { isoDateOf } from './days/dates.ts';
import { coverageAmong, isSameText, likeness, says } from './likeness.ts';

/** How well what a control offers fits the value that the prompt asks for. All figures are from 0 to 1. */

/** What a choice stands for: a swatch for its colour. */
export const calledAsChoice = ({ kind, name, value, labels }: Item) =>
  kind === 'swatch' ? value || name : name || (labels[0] ?? '');

/** A swatch has the code of its colour, and perhaps a name. Without one, it is called by the usual word for the colour. */
export const namesAsChoice = (item: Item) =>
  item.kind === 'swatch'
    ? [
        item.value,
        /\p{L}{2}/u.test(item.name) && !item.name.startsWith('#') ? item.name : wordForColour(item.value),
      ]
    : [calledAsChoice(item), ...withoutExample(calledAsChoice(item))];

/** “24-hour 13:30” is the choice "24-hour", with an example of it. */
const withoutExample = (called: string): string[] => example.exec(called)?.slice(1) ?? [];
const example = /^(.*\p{L}.*?)\s+\d{1,2}[:./]\d{2}(?:\s?[ap]m)?$/iu;

/** How well a choice fits a value. */
export const choiceFit = (item: Item, wanted: string, isExact = false) =>
  Math.max(
    ...namesAsChoice(item).map((called) => optionFit(called, wanted, isExact)),
    isOfColour(item, wanted) ? 1 : 0,
  );

/** Whether a swatch has the colour that a word of any language is for. */
export const isOfColour = (item: Item, word: string) =>
  item.kind === 'swatch' && namesAsChoice(item).some((called) => isSameColour(called, word));

/**
 * How well the label of an option fits a value. A longer label that begins with the value still fits: "Annual (save 20 %)".
 * @param isExact the value was quoted: “gift” is not 'gift wrap'
 */
export function optionFit(label: string, wanted: string, isExact = false): number {
  if (isSameText(label, wanted)) return 1;
  const date = isoDateOf(wanted);
  if (date !== null && isoDateOf(label) !== null) return isoDateOf(label) === date ? 1 : 0;
  if (isInitials(wanted, label) || isInitials(label, wanted)) return 0.9;
  // "The interview stage" is the option "Interview".
  if (!isExact && label.length > 2 && /^ \p{Ll}+$/u.test(behind(label, wanted))) return leastTold;
  // "25 conversations per page" is the option "25".
  if (!isExact && /^\d+$/.test(label) && /^ \p{Ll}{3,}/u.test(behind(label, wanted))) return leastTold;
  const like = likeness(wanted, label);
  const back = likeness(label, wanted);
  const meant = isExact ? 0 : fieldMeanings.likeness(wanted, label);
  return says(label, wanted)
    ? Math.max(like, 0.8)
    : Math.max(meant >= leastMeant ? meant : 0, 0.9 * Math.min(like, Math.max(back, 0.75 * like)));
}
/** "Mandatory" is the option “Required”. Who has to be told more of it in words that the option lacks may mean another one. */
const leastMeant = 0.9;

/** What stands behind a label that a text begins with. Empty where it does not. */
const behind = (label: string, text: string) =>
  text.toLowerCase().startsWith(label.toLowerCase()) ? text.slice(label.length) : '';

/** "RTL" is "Right to left". */
const isInitials = (short: string, long: string) =>
  /^\p{Lu}{2,5}$/u.test(short) &&
  long
    .split(/[^\p{L}]+/u)
    .map((word) => word.charAt(0).toUpperCase())
    .join('') === short;

/**
 * How well each of several options fits. Of what is not quoted, the words that only one option has say which is meant: "the Lyon
 * warehouse" is "Lyon Distribution Centre" where no other option is in Lyon.
 */
export function optionFits(labels: readonly string[], value: Value & { to: 'text' }): number[] {
  const fits = labels.map((label) =>
    value.unit === null
      ? optionFit(label, value.text, value.exact)
      : Math.max(
          optionFit(label, `${value.text} ${value.unit}`, value.exact),
          isOfUnit(label, value.unit) ? optionFit(label, value.text, value.exact) : 0,
        ),
  );
  if (value.exact || Math.max(0, ...fits) >= 0.7) return fits;
  const told = coverageAmong(value.text, labels);
  const [best = 0, next = 0] = [...told].sort((a, b) => b - a);
  const isTold = best >= 0.6 && best - next >= 0.3;
  return fits.map((fit, index) => (isTold && told[index] === best ? Math.max(fit, leastTold) : fit));
}
const leastTold = 0.72;

/** Whether an option says no other unit than the value has: “90 min” for "90 minutes", and “90”, but not “1 day” for "1 week". */
function isOfUnit(label: string, unit: string): boolean {
  const own = /\d[^\p{L}]*(\p{L}+)/u.exec(label)?.[1]?.toLowerCase();
  if (own === undefined) return true;
  const asked = unit.toLowerCase();
  return asked.startsWith(own) || own.startsWith(asked) || isSameText(own, asked);
}
