import type { Deed, Mention } from './deed.ts';
import { bare, begins } from './left-out.ts';
import { lexiconFor } from './lexicon.ts';
import { readingsOf } from './read-deeds.ts';
import { type Token, tokens } from './tokens.ts';

/**
 * The likeliest reading of a prompt, once it is known what the application calls its things. "The Patient Passport settings" are no settings of a patient where the screen
 * says “Patient Passport”: a name that the reading has parted, or run together with other words, is read as if it were quoted.
 * @param known texts that stand on the screen by themselves
 * @returns null where the reading has nothing against what is known
 */
export function readWithNames(
  prompt: string,
  reading: readonly Deed[],
  known: Iterable<string>,
): Deed[] | null {
  if (prompt.includes(marks[0])) return null;
  const quoted = withQuotations(prompt, reading, new Set([...known].map(bare)));
  const [found = []] = quoted === prompt ? [] : readingsOf(quoted);
  const told = withoutMarks(found);
  return found.length > 0 && slotsOf(told) !== slotsOf(reading) ? told : null;
}

const slotsOf = (deeds: readonly Deed[]) =>
  JSON.stringify(deeds, (key, value: unknown) => (key === 'said' ? undefined : value));

/** Prompts in most languages quote with others. They are taken out of what was read. */
const marks = ['「', '」'] as const;

const mostWords = 7;

function withQuotations(prompt: string, reading: readonly Deed[], known: ReadonlySet<string>): string {
  const all = tokens(prompt);
  let [out, last] = ['', 0];
  for (let at = 0; at < all.length; at++) {
    // A sentence begins with its order.
    const name = begins(all, at) ? null : nameAt(all, at, prompt, known);
    if (!name) continue;
    const isOne = name.to === at + 1;
    const isApart = isOne && !isIdentifier.test(name.text);
    if (isApart ? runsOn(name.text, reading, prompt) : isBroken(name.text, reading, all[0]!.text)) {
      out += prompt.slice(last, name.start) + marks[0] + name.text + marks[1];
      last = name.end;
    }
    at = name.to - 1;
  }
  return out + prompt.slice(last);
}

/** "docs-site", "api_v2": what programmers call their things. */
export const isIdentifier = /^[\p{Ll}\d]+(?:[-_.][\p{Ll}\d]+)+$/u;

/** The longest name that begins at a word with a capital, or is an identifier, and stands on the screen. */
function nameAt(all: readonly Token[], at: number, prompt: string, known: ReadonlySet<string>) {
  const { text, start, end } = all[at]!;
  if (isIdentifier.test(text)) return known.has(bare(text)) ? { text, start, end, to: at + 1 } : null;
  if (!/^[\p{Lu}\d]/u.test(text)) return null;
  for (let to = Math.min(all.length, at + mostWords); to > at; to--) {
    const own = all.slice(at, to);
    const [start, end] = [own[0]!.start, own.at(-1)!.end];
    const text = prompt.slice(start, end);
    const isName =
      own.every(({ kind }) => kind !== 'quote' && kind !== 'aside') &&
      /^(?:word|exact)$/.test(own.at(-1)!.kind) &&
      own.some(({ kind, text }) => kind === 'word' && /^\p{Lu}/u.test(text));
    if (isName && known.has(bare(text))) return { text, start, end, to };
  }
  return null;
}

/** Whether a reading has a name neither as a whole, nor within a value or a longer name. */
function isBroken(text: string, reading: readonly Deed[], first: string): boolean {
  const has = (one: string) => ` ${bare(one)} `.includes(` ${bare(text)} `);
  const values = reading.flatMap(({ fields }) =>
    fields.flatMap(({ value, from }) => [value.to === 'text' ? value.text : '', from ?? '']),
  );
  const mentions = mentionsIn(reading);
  const isLonger = ({ name }: Mention) => name !== null && has(name) && isName(name, text, first);
  const isWhole = (one: string) => bare(one) === bare(text);
  return !(
    values.some(has) ||
    mentions.some(isLonger) ||
    mentions.some(({ name, kind }) => isWhole(name ?? '') || isWhole(kind)) ||
    // "Of the Oak Lane project" is hardly longer.
    mentions.some(({ qualifiers }) =>
      qualifiers.some((one) => has(one) && wordsOf(one) <= wordsOf(text) + 2),
    ) ||
    reading.some(({ fields }) => fields.some(({ field }) => isWhole(field)))
  );
}

const wordsOf = (text: string) => bare(text).split(' ').length;

/** "Oak Lane Phase Two" is a name that has another one in it. "Oak Lane account ending in 12" is not, nor is what begins with the order itself. */
const isName = (longer: string, text: string, first: string) =>
  !longer.startsWith(`${first} `) && !/(?:^|\s)\p{Ll}/u.test(longer.replace(text, ''));

/** Whether a name of one word runs on over a small word: "hide Views from my sidebar" is nothing called “Views from my sidebar”. */
function runsOn(text: string, reading: readonly Deed[], prompt: string): boolean {
  const lexicon = lexiconFor(tokens(prompt));
  return mentionsIn(reading).some(({ name }) => {
    const own = tokens(name ?? '');
    return (
      own[0]?.kind === 'word' &&
      own[0].text === text &&
      lexicon.means(own[1], /^(?:from|in|on|for|to|with)$/) &&
      lexicon.has('determiners', own[2])
    );
  });
}

const mentionsIn = (reading: readonly Deed[]): Mention[] =>
  reading.flatMap(({ thing, places }) => [...(thing ? [thing] : []), ...places]);

/** The same deeds without the marks. What is one mention stays one. */
function withoutMarks(deeds: readonly Deed[]): Deed[] {
  const plain = (text: string) => text.replace(new RegExp(marks.join('|'), 'gu'), '');
  const known = new Map<Mention, Mention>();
  const mention = (one: Mention): Mention => {
    const found = known.get(one) ?? {
      ...one,
      said: plain(one.said),
      name: one.name && plain(one.name),
      kind: plain(one.kind),
      qualifiers: one.qualifiers.map(plain),
    };
    known.set(one, found);
    return found;
  };
  return deeds.map((deed) => ({
    ...deed,
    said: plain(deed.said),
    thing: deed.thing && mention(deed.thing),
    places: deed.places.map(mention),
    fields: deed.fields.map((one) => ({
      ...one,
      field: plain(one.field),
      value: one.value.to === 'text' ? { ...one.value, text: plain(one.value.text) } : one.value,
      from: one.from && plain(one.from),
      said: plain(one.said),
    })),
  }));
}
