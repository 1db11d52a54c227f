import { nameFor, personIn } from './persons.ts';
import { terms } from './terms.ts';
import type { Control } from './view.ts';
import { fold, words } from './words.ts';

/** One thing that a prompt gives: what is put into which field, chosen from which list, ticked in which box. */
export interface Detail {
  control: Control;
  /** What to type, or the value of the option; null for a box, which is pressed. */
  value: string | null;
  /** Where the prompt speaks of it. */
  at: number;
}

/**
 * What a prompt gives for the fields of a form, in the prompt's order: "name Ann, email a@b.c and 4 people at 19:30". A field is
 * known by its label, an address by its look, an option and a box by what they are called.
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
  const taken = found.map(({ at }) => at);
  found.push(...free.flatMap((control) => counted(figured, control, taken)));
  const kept: Detail[] = [];
  for (const detail of found)
    if (!kept.some((one) => one.control === detail.control || isSame(one, detail))) kept.push(detail);
  return kept.sort((a, b) => a.at - b.at);
}

/** One address goes into one field. */
const isSame = (one: Detail, other: Detail) =>
  one.value !== null && one.value === other.value && /@/.test(one.value);

const quoted = /^["“„«'‘「](.+?)["”“»'’」](?=$|[\s,.;!?)])/u;
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** "subject: Broken lamp", "the name Rossi", "phone is 555-0101", and the other way round: "Ann as name". */
function labelled(text: string, fields: Control[]): Detail[] {
  const mentions = mentionsOf(text, fields);
  return mentions.flatMap(({ control, from, to }, index) => {
    if (control.purpose !== 'input' || control.inputType === 'range') return [];
    const next = mentions[index + 1]?.from ?? text.length;
    const value =
      valueAfter(text.slice(to, next)) ?? valueBefore(text.slice(mentions[index - 1]?.to ?? 0, from));
    // "Send a message as Bob Lee" says who sends it, and not what it says.
    const person = personIn(text);
    const isName = person !== null && value?.startsWith(person.full);
    const isWho = isName && nameFor(asksOf(control), person) === null;
    return value === null || isWho ? [] : [{ control, value, at: from }];
  });
}

interface Mention {
  control: Control;
  from: number;
  to: number;
}

/** Where a text calls fields by their label; of two that share a word, the one that more of its words speak for. */
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

const generic = new Set(['field', 'box', 'enter', 'type', 'input', 'here', 'optional', 'required', 'form']);
const synonyms: Record<string, string> = {
  phone: 'phone telephone tel mobile number',
  telephone: 'phone telephone tel mobile number',
  mobile: 'phone mobile number',
  email: 'email mail e-mail',
  message: 'message comment note',
  comment: 'comment message note',
  birth: 'birth born birthday birthdate',
};

/** The stems that a field is called by: of its label, or of what stands in it where it has none. */
function labelOf({ name, hint }: Control): string[] {
  const own = words(name || hint)
    .map(({ stem }) => stem)
    .filter((word) => /\p{L}{2}/u.test(word) && !generic.has(word) && terms(word).length > 0);
  const more = own.flatMap((word) => (synonyms[word] ?? '').split(' ').filter(Boolean));
  return [...own, ...more].flatMap((word) => words(word).map(({ stem }) => stem));
}

const wordsIn = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: raw, index }) => ({
    stem: words(raw)[0]?.stem ?? fold(raw),
    from: index,
    to: index + raw.length,
  }));
const withoutQuotes = (text: string) =>
  text
    .replace(/["“„«「][^"“”„«»「」]+["”“»」]/gu, (inner) => ' '.repeat(inner.length))
    .replace(new RegExp(address, 'g'), (inner) => ' '.repeat(inner.length));

const lead =
  /^\s*(?:field|box|address|number)?\s*(?:[:=]|(?:is|as|of|it|to|with|saying|that says|reading|called|named|set to|lautet|ist|est|es|è|é)\s)?\s*(?:[:=]\s*)?/iu;
/** What follows a label up to the next one. */
function valueAfter(rest: string): string | null {
  const after = rest.replace(lead, '');
  const inQuotes = quoted.exec(after)?.[1];
  if (inQuotes) return inQuotes;
  const mail = address.exec(after);
  if (mail && mail.index < 3) return mail[0];
  if (/^[,.;]|^(?:and|und|et|y|e)\s/iu.test(after)) return null;
  const plain = after
    .split(/[,;]|\.\s|\s(?:and|und|et|y|with|using|then|as|for|in|into|at|on)(?:\s|$)/iu)[0]!
    .replace(/[\s.!?]+$/, '')
    .trim();
  // A name, a number or a word: not the rest of a sentence.
  return /^[\p{Lu}\p{N}+]/u.test(plain) && plain.length <= 60 ? plain : null;
}

/** "Ann as name", "“Hello” into the message". */
function valueBefore(before: string): string | null {
  const joint =
    /\s(?:as|for|in|into|als|in das|comme|como|come)\s+(?:(?:the|a|my|your|his|her|their|customer)\s+)?$/iu.exec(
      before,
    );
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

/** What a field is called that holds how much. */
const sums = /\bamount|betrag|montant|importe\b|importo|\bvalor\b|budget|\bsum\b/i;

/** What a field is called that holds how many. */
export const counts =
  /quantity|\bqty\b|how many|number of|anzahl|menge|quantité|cantidad|quantità|quantidade/i;

/** An address goes where addresses are asked for, a long number where a telephone is, a date where a day is. */
function addressed(text: string, control: Control): Detail[] {
  if (control.purpose !== 'input') return [];
  const asks = `${control.hint} ${control.name}`;
  const by: [boolean, RegExp][] = [
    [control.inputType === 'email' || /e-?mail|correo|courriel/i.test(asks), address],
    [
      control.inputType === 'tel' || /phone|mobile/i.test(asks),
      /(?!\d{4}-\d\d-\d\d\b)(?<![\d-])\+?\d[\d\s()/-]{5,}\d/,
    ],
    [control.inputType === 'date', /\b\d{4}-\d\d-\d\d\b/],
  ];
  const [, look] = by.find(([suits]) => suits) ?? [];
  const found = look?.exec(text);
  return found ? [{ control, value: found[0].trim(), at: found.index }] : [];
}

const asksOf = ({ hint, name }: Control) => `${name} ${hint}`;

/** "As Anna Berg", "for Jane Doe": whole or in parts, as the form asks for it. */
function isNamed(text: string, control: Control): Detail[] {
  const person =
    control.purpose === 'input' && /^(?:text|)$/.test(control.inputType ?? '') ? personIn(text) : null;
  const value = person && nameFor(asksOf(control), person);
  return person && value ? [{ control, value, at: person.at }] : [];
}

/** "Write a message from Tim: “Hello”": what stands in quotes and belongs to no other field is what is written. */
function saying(text: string, fields: Control[], found: Detail[]): Detail[] {
  const areas = fields.filter(({ inputType, purpose }) => purpose === 'input' && inputType === 'textarea');
  const quote = /["“„«「]([^"“”„«»「」]{2,})[”"»」]/u.exec(text);
  const isTaken = found.some(({ value }) => value === quote?.[1]);
  const [area] = areas;
  return quote && area && areas.length === 1 && !isTaken
    ? [{ control: area, value: quote[1]!, at: quote.index }]
    : [];
}

/** How many, where a number is said that means nothing else: the nine of "size 9" is not how many. */
function counted(text: string, control: Control, taken: number[]): Detail[] {
  const asks = `${control.hint} ${control.name}`;
  if (control.purpose !== 'input' || !(counts.test(asks) || sums.test(asks))) return [];
  const numbers = sums.test(asks)
    ? /(?<![\d:.,/@-])\d+(?:[.,]\d{1,2})?(?![\d:/@-])/g
    : /(?<![\d:.,/-])[1-9]\d?(?![\d:.,/-]\d|\d|\s*(?:€|£|\$|kg|cm|mm|%))/g;
  const free = [...text.matchAll(numbers)].find(({ index }) => !taken.includes(index));
  return free ? [{ control, value: free[0], at: free.index }] : [];
}

/** An option whose words are all said, and not the one that stands there already by chance alone. */
function chosen(text: string, control: Control): Detail[] {
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
function ticked(text: string, control: Control): Detail[] {
  if (control.purpose !== 'toggle' || control.checked !== false) return [];
  const plain = (said: string) =>
    ` ${fold(said)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const label = plain(control.name);
  const at = label.length < 6 ? -1 : plain(text).indexOf(label);
  return at < 0 ? [] : [{ control, value: null, at }];
}

const figures = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** "A table for four": figures are what lists and counts know. One is mostly an article. */
const numbered = (text: string) =>
  text.replace(/\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi, (word) =>
    String(figures.indexOf(word.toLowerCase()) + 1),
  );
