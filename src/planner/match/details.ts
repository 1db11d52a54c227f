import { alternatives, anyOf } from '../language/patterns.ts';
import { nameFor, personIn } from '../language/person-names.ts';
import { terms } from '../language/terms.ts';
import { numbers, synonyms, wordsFor } from '../language/vocabulary.ts';
import { words } from '../language/words.ts';
import type { Control } from '../page/view.ts';
import {
  address,
  addressed,
  asksOf,
  chosen,
  counted,
  type Detail,
  isNamed,
  saying,
  ticked,
  wordsIn,
} from './detail-kinds.ts';

/**
 * The values that a prompt gives for the fields of a form, in the prompt's order: "name Ann, email a@b.c and 4 people at
 * 19:30". A field is recognised by its label, an address by how it looks, an option and a box by their names.
 */
export function detailsIn(said: string, fields: Control[]): Detail[] {
  const text = said.normalize('NFKC').replace(/\s+/g, ' ');
  const figured = numbered(text);
  const free = fields.filter(({ visible, overlay }) => visible && !overlay);
  const found = [
    ...labelled(text, free),
    ...free.flatMap((control) => addressed(text, control)),
    ...free.flatMap((control) => chosen(figured, control)),
    ...free.flatMap((control) => ticked(text, control)),
  ];
  found.push(...free.flatMap((control) => isNamed(text, control)));
  found.push(...saying(text, free, found));
  const taken = found.map(({ position }) => position);
  found.push(...free.flatMap((control) => counted(figured, control, taken)));
  const kept: Detail[] = [];
  for (const detail of found)
    if (!kept.some((one) => one.control === detail.control || isSame(one, detail))) kept.push(detail);
  return kept.sort((a, b) => a.position - b.position);
}

/** Whether both details have the same email address. One address goes into one field only. */
const isSame = (one: Detail, other: Detail) =>
  one.value !== null && one.value === other.value && /@/.test(one.value);

const quoted = /^["“„«'‘「](.+?)["”“»'’」](?=$|[\s,.;!?)])/u;

/**
 * Values beside the label of their field: "subject: Broken lamp", "the name Rossi", "phone is 555-0101", or in the other order,
 * "Ann as name".
 */
function labelled(text: string, fields: Control[]): Detail[] {
  const mentions = mentionsOf(text, fields);
  return mentions.flatMap(({ control, from, to }, index) => {
    if (control.purpose !== 'input' || control.inputType === 'range') return [];
    const next = mentions[index + 1]?.from ?? text.length;
    const value =
      valueAfter(text.slice(to, next)) ?? valueBefore(text.slice(mentions[index - 1]?.to ?? 0, from));
    // In "send a message as Bob Lee" the name tells who sends the message, and not what the message says.
    const person = personIn(text);
    const isName = person !== null && value?.startsWith(person.full);
    const isWho = isName && nameFor(asksOf(control), person) === null;
    return value === null || isWho ? [] : [{ control, value, position: from }];
  });
}

interface Mention {
  control: Control;
  from: number;
  to: number;
}

/**
 * The places where a text names fields by their labels. Where two fields share a word, the one with more of its label in the
 * text counts.
 */
function mentionsOf(text: string, fields: Control[]): Mention[] {
  const spoken = wordsIn(withoutQuotes(text));
  const inputs = fields.filter(({ purpose }) => purpose === 'input');
  const labels = inputs.map((control) => ({ control, own: new Set(labelOf(control)) }));
  const mentions: Mention[] = [];
  for (let index = 0; index < spoken.length; ) {
    const best = labels
      .map(({ control, own }) => {
        let length = 0;
        while (index + length < spoken.length && own.has(spoken[index + length]!.stem)) length++;
        return { control, length, share: length / Math.max(1, own.size) };
      })
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length || b.share - a.share)[0];
    if (best && !mentions.some(({ control }) => control === best.control))
      mentions.push({
        control: best.control,
        from: spoken[index]!.from,
        to: spoken[index + best.length - 1]!.to,
      });
    index += best?.length ?? 1;
  }
  return mentions;
}

const generic = new Set(wordsFor('fields', 'generic'));

/** The stems of a field's label, or of its hint where it has no label, with their synonyms. */
function labelOf({ name, hint }: Control): string[] {
  const own = words(name || hint)
    .map(({ stem }) => stem)
    .filter((word) => /\p{L}{2}/u.test(word) && !generic.has(word) && terms(word).length > 0);
  const more = own.flatMap((word) => synonyms.get(word) ?? []);
  return [...own, ...more].flatMap((word) => words(word).map(({ stem }) => stem));
}

const withoutQuotes = (text: string) =>
  text
    .replace(/["“„«「][^"“”„«»「」]+["”“»」]/gu, (inner) => ' '.repeat(inner.length))
    .replace(new RegExp(address, 'g'), (inner) => ' '.repeat(inner.length));

const lead = new RegExp(
  `^\\s*(?:field|box|address|number)?\\s*(?:[:=]|${anyOf('prompt', 'is')}\\s)?\\s*(?:[:=]\\s*)?`,
  'iu',
);
const noValue = new RegExp(`^[,.;]|^${anyOf('prompt', 'and')}\\s`, 'iu');
const valueEnd = new RegExp(`[,;]|\\.\\s|\\s${anyOf('prompt', 'valueEnds')}(?:\\s|$)`, 'iu');
/** The value after a label. `rest` ends before the next label. */
function valueAfter(rest: string): string | null {
  const after = rest.replace(lead, '');
  const inQuotes = quoted.exec(after)?.[1];
  if (inQuotes) return inQuotes;
  const mail = address.exec(after);
  if (mail && mail.index < 3) return mail[0];
  if (noValue.test(after)) return null;
  const plain = after
    .split(valueEnd)[0]!
    .replace(/[\s.!?]+$/, '')
    .trim();
  // A value begins with a capital, a digit or a plus sign. Anything else is the rest of a sentence.
  return /^[\p{Lu}\p{N}+]/u.test(plain) && plain.length <= 60 ? plain : null;
}

const behindValue = new RegExp(
  `\\s${anyOf('prompt', 'behindValue')}\\s+(?:(?:the|a|my|your|his|her|their|customer)\\s+)?$`,
  'iu',
);

/** The value before a label: "Ann as name", "“Hello” into the message". */
function valueBefore(before: string): string | null {
  const joint = behindValue.exec(before);
  if (!joint) return null;
  const said = before.slice(0, joint.index);
  const inQuotes = /["“„«「]([^"“”„«»「」]+)["”“»」]\s*$/u.exec(said)?.[1];
  if (inQuotes) return inQuotes;
  const mail = new RegExp(`(${address.source})\\s*$`).exec(said)?.[1];
  if (mail) return mail;
  return (
    /(?:^|[\s,])(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,2}|[\d+][\d\s/().:+-]*)$/u.exec(said)?.[1] ?? null
  );
}

const severalOf = alternatives([...numbers].filter(([, count]) => count > 1).map(([word]) => word));
const severals = new RegExp(`\\b${severalOf}\\b`, 'gi');
/**
 * Writes number words as figures, which lists and counts use: "a table for four". "One" stays, since it is mostly an article.
 */
const numbered = (text: string) => text.replace(severals, (word) => String(numbers.get(word.toLowerCase())));
