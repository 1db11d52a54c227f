import type { Item } from '../../page/screen.ts';
import type { Value } from '../../prompt/deed.ts';
import { isoDateOf } from './dates.ts';
import { coverageAmong, isSameText, likeness, says } from './likeness.ts';

/** How well what a control offers fits the value that the prompt asks for. All figures are from 0 to 1. */

/** What a choice stands for: a swatch for its colour. */
export const calledAsChoice = ({ kind, name, value, labels }: Item) =>
  kind === 'swatch' ? value || name : name || (labels[0] ?? '');

/** A swatch has the code of its colour, and perhaps a name. */
export const namesAsChoice = (item: Item) =>
  item.kind === 'swatch' ? [item.value, item.name] : [calledAsChoice(item)];

/** How well a choice fits a value. */
export const choiceFit = (item: Item, wanted: string) =>
  Math.max(...namesAsChoice(item).map((called) => optionFit(called, wanted)));

/** How well the label of an option fits a value. A longer label that begins with the value still fits: "Annual (save 20 %)". */
export function optionFit(label: string, wanted: string): number {
  if (isSameText(label, wanted)) return 1;
  const date = isoDateOf(wanted);
  if (date !== null && isoDateOf(label) !== null) return isoDateOf(label) === date ? 1 : 0;
  if (isInitials(wanted, label) || isInitials(label, wanted)) return 0.9;
  // "The interview stage" is the option "Interview".
  if (label.length > 2 && /^ \p{Ll}+$/u.test(behind(label, wanted))) return leastTold;
  const like = likeness(wanted, label);
  const back = likeness(label, wanted);
  return says(label, wanted) ? Math.max(like, 0.8) : 0.9 * Math.min(like, Math.max(back, 0.75 * like));
}

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
  const fits = labels.map((label) => optionFit(label, value.text));
  if (value.exact || Math.max(0, ...fits) >= 0.7) return fits;
  const told = coverageAmong(value.text, labels);
  const [best = 0, next = 0] = [...told].sort((a, b) => b - a);
  const isTold = best >= 0.6 && best - next >= 0.3;
  return fits.map((fit, index) => (isTold && told[index] === best ? Math.max(fit, leastTold) : fit));
}
const leastTold = 0.72;
