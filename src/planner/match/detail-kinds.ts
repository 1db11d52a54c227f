import { anyOf } from '../language/patterns.ts';
import { nameFor, personIn } from '../language/person-names.ts';
import { fold, words } from '../language/words.ts';
import type { Control } from '../page/view.ts';

/** One value that a prompt gives: what to type into which field, what to choose from which list, or which box to tick. */
export interface Detail {
  control: Control;
  /** What to type, or the value of the option. Null for a box, which is pressed. */
  value: string | null;
  /** The position in the prompt where the value or its field is mentioned. */
  position: number;
}

/** Details that are recognised without a label: by how the value looks, by what a list offers, by the text beside a box. */

export const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

export const wordsIn = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: raw, index }) => ({
    stem: words(raw)[0]?.stem ?? fold(raw),
    from: index,
    to: index + raw.length,
  }));

/** Names of fields that ask how much. */
const sums = new RegExp(anyOf('fields', 'sums'), 'i');

/** Names of fields that ask how many. */
export const counts = new RegExp(anyOf('fields', 'counts'), 'i');

const emails = new RegExp(anyOf('fields', 'givenEmail'), 'i');
const phones = new RegExp(anyOf('fields', 'givenPhone'), 'i');

/**
 * An email address goes into a field for such addresses, a long number into a field for telephone numbers, a date into a field
 * for days.
 */
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
  return found ? [{ control, value: found[0].trim(), position: found.index }] : [];
}

export const asksOf = ({ hint, name }: Control) => `${name} ${hint}`;

/** A person's name, as in "as Anna Berg" or "for Jane Doe": the whole name or a part of it, as the field asks for it. */
export function isNamed(text: string, control: Control): Detail[] {
  const person =
    control.purpose === 'input' && /^(?:text|)$/.test(control.inputType ?? '') ? personIn(text) : null;
  const value = person && nameFor(asksOf(control), person);
  return person && value ? [{ control, value, position: person.position }] : [];
}

/** A quotation that belongs to no other field is the message: "write a message from Tim: “Hello”". */
export function saying(text: string, fields: Control[], found: Detail[]): Detail[] {
  const areas = fields.filter(({ inputType, purpose }) => purpose === 'input' && inputType === 'textarea');
  const quote = /["“„«「]([^"“”„«»「」]{2,})[”"»」]/u.exec(text);
  const isTaken = found.some(({ value }) => value === quote?.[1]);
  const [area] = areas;
  return quote && area && areas.length === 1 && !isTaken
    ? [{ control: area, value: quote[1]!, position: quote.index }]
    : [];
}

/** A count, where the prompt has a number that belongs to nothing else. The nine of "size 9" is no count. */
export function counted(text: string, control: Control, taken: number[]): Detail[] {
  const asks = `${control.hint} ${control.name}`;
  if (control.purpose !== 'input' || !(counts.test(asks) || sums.test(asks))) return [];
  const numbers = sums.test(asks)
    ? /(?<![\d:.,/@-])\d+(?:[.,]\d{1,2})?(?![\d:/@-])/g
    : /(?<![\d:.,/-])[1-9]\d?(?![\d:.,/-]\d|\d|\s*(?:€|£|\$|kg|cm|mm|%))/g;
  const free = [...text.matchAll(numbers)].find(({ index }) => !taken.includes(index));
  return free ? [{ control, value: free[0], position: free.index }] : [];
}

/** The option whose words are all in the prompt. Otherwise the only option with a figure that is in the prompt. */
export function chosen(text: string, control: Control): Detail[] {
  if (control.purpose !== 'choose') return [];
  const spoken = wordsIn(text);
  const numbers = (label: string) => label.match(/\d+(?:[:.,]\d+)*/g) ?? [];
  const scored = control.options.flatMap((option) => {
    const own = words(option.label).filter(({ raw }) => /[\p{L}\p{N}]/u.test(raw));
    const hits = own.map(({ stem }) => spoken.find((word) => word.stem === stem));
    const whole = own.length > 0 && hits.every(Boolean);
    const [figure] = numbers(option.label);
    const within =
      figure === undefined ? null : new RegExp(`(?<![\\d:.,])${figure}(?![\\d:.,]\\d)`).exec(text);
    // The words in a row count more: "2 people", and not a 2 in one place and people in another.
    const together = fold(text).includes(fold(option.label).trim()) ? 2 : 0;
    if (whole) return [{ option, weight: 2 + own.length + together, position: hits[0]!.from }];
    return within ? [{ option, weight: 1, position: within.index }] : [];
  });
  const [best, second] = scored.sort((a, b) => b.weight - a.weight);
  if (!best || (best.weight === 1 && second?.weight === 1)) return [];
  return [{ control, value: best.option.value, position: best.position }];
}

/** A checkbox or a radio button, where the prompt contains the text beside it. */
export function ticked(text: string, control: Control): Detail[] {
  if (control.purpose !== 'toggle' || control.checked !== false) return [];
  const plain = (said: string) =>
    ` ${fold(said)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const label = plain(control.name);
  const position = label.length < 6 ? -1 : plain(text).indexOf(label);
  return position < 0 ? [] : [{ control, value: null, position }];
}
