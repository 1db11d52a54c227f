import { anyOf } from './language/patterns.ts';
import { nameFor, personIn } from './language/person-names.ts';
import { fold, words } from './language/words.ts';
import type { Control } from './view.ts';

/** One thing that a prompt gives: what is put into which field, chosen from which list, ticked in which box. */
export interface Detail {
  control: Control;
  /** What to type, or the value of the option; null for a box, which is pressed. */
  value: string | null;
  /** Where the prompt speaks of it. */
  at: number;
}

/** Details that are known without a label: by their look, by what a list offers, by what stands beside a box. */

export const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

export const wordsIn = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: raw, index }) => ({
    stem: words(raw)[0]?.stem ?? fold(raw),
    from: index,
    to: index + raw.length,
  }));

/** What a field is called that holds how much. */
const sums = new RegExp(anyOf('fields', 'sums'), 'i');

/** What a field is called that holds how many. */
export const counts = new RegExp(anyOf('fields', 'counts'), 'i');

const emails = new RegExp(anyOf('fields', 'givenEmail'), 'i');
const phones = new RegExp(anyOf('fields', 'givenPhone'), 'i');

/** An address goes where addresses are asked for, a long number where a telephone is, a date where a day is. */
export function addressed(text: string, control: Control): Detail[] {
  if (control.purpose !== 'input') return [];
  const asks = `${control.hint} ${control.name}`;
  const by: [boolean, RegExp][] = [
    [control.inputType === 'email' || emails.test(asks), address],
    [
      control.inputType === 'tel' || phones.test(asks),
      /(?!\d{4}-\d\d-\d\d\b)(?<![\d-])\+?\d[\d\s()/-]{5,}\d/,
    ],
    [control.inputType === 'date', /\b\d{4}-\d\d-\d\d\b/],
  ];
  const [, look] = by.find(([suits]) => suits) ?? [];
  const found = look?.exec(text);
  return found ? [{ control, value: found[0].trim(), at: found.index }] : [];
}

export const asksOf = ({ hint, name }: Control) => `${name} ${hint}`;

/** "As Anna Berg", "for Jane Doe": whole or in parts, as the form asks for it. */
export function isNamed(text: string, control: Control): Detail[] {
  const person =
    control.purpose === 'input' && /^(?:text|)$/.test(control.inputType ?? '') ? personIn(text) : null;
  const value = person && nameFor(asksOf(control), person);
  return person && value ? [{ control, value, at: person.at }] : [];
}

/** "Write a message from Tim: “Hello”": what stands in quotes and belongs to no other field is what is written. */
export function saying(text: string, fields: Control[], found: Detail[]): Detail[] {
  const areas = fields.filter(({ inputType, purpose }) => purpose === 'input' && inputType === 'textarea');
  const quote = /["“„«「]([^"“”„«»「」]{2,})[”"»」]/u.exec(text);
  const isTaken = found.some(({ value }) => value === quote?.[1]);
  const [area] = areas;
  return quote && area && areas.length === 1 && !isTaken
    ? [{ control: area, value: quote[1]!, at: quote.index }]
    : [];
}

/** How many, where a number is said that means nothing else: the nine of "size 9" is not how many. */
export function counted(text: string, control: Control, taken: number[]): Detail[] {
  const asks = `${control.hint} ${control.name}`;
  if (control.purpose !== 'input' || !(counts.test(asks) || sums.test(asks))) return [];
  const numbers = sums.test(asks)
    ? /(?<![\d:.,/@-])\d+(?:[.,]\d{1,2})?(?![\d:/@-])/g
    : /(?<![\d:.,/-])[1-9]\d?(?![\d:.,/-]\d|\d|\s*(?:€|£|\$|kg|cm|mm|%))/g;
  const free = [...text.matchAll(numbers)].find(({ index }) => !taken.includes(index));
  return free ? [{ control, value: free[0], at: free.index }] : [];
}

/** An option whose words are all said, and not the one that stands there already by chance alone. */
export function chosen(text: string, control: Control): Detail[] {
  if (control.purpose !== 'choose') return [];
  const spoken = wordsIn(text);
  const numbers = (label: string) => label.match(/\d+(?:[:.,]\d+)*/g) ?? [];
  const scored = control.options.flatMap((option) => {
    const own = words(option.label).filter(({ raw }) => /[\p{L}\p{N}]/u.test(raw));
    const at = own.map(({ stem }) => spoken.find((word) => word.stem === stem));
    const whole = own.length > 0 && at.every(Boolean);
    const [figure] = numbers(option.label);
    const within =
      figure === undefined ? null : new RegExp(`(?<![\\d:.,])${figure}(?![\\d:.,]\\d)`).exec(text);
    // Said in one breath: "2 people", and not a 2 here and people there.
    const together = fold(text).includes(fold(option.label).trim()) ? 2 : 0;
    if (whole) return [{ option, weight: 2 + own.length + together, at: at[0]!.from }];
    return within ? [{ option, weight: 1, at: within.index }] : [];
  });
  const [best, second] = scored.sort((a, b) => b.weight - a.weight);
  if (!best || (best.weight === 1 && second?.weight === 1)) return [];
  return [{ control, value: best.option.value, at: best.at }];
}

/** A box or one of several, where the prompt says what stands beside it. */
export function ticked(text: string, control: Control): Detail[] {
  if (control.purpose !== 'toggle' || control.checked !== false) return [];
  const plain = (said: string) =>
    ` ${fold(said)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const label = plain(control.name);
  const at = label.length < 6 ? -1 : plain(text).indexOf(label);
  return at < 0 ? [] : [{ control, value: null, at }];
}
