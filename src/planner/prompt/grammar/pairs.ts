import type { FieldValue } from '../deed.ts';
import type { Lexicon, Reading } from '../lexicon.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';

/**
 * The fields and values of a list: "title 'x', quantity 30, and priority high".
 *
 * @param marker the word in front of the list, which is the field of a name that has none: "with Ann Lee"
 */
export function pairsOf(list: readonly Token[], marker: string, reading: Reading): FieldValue[] {
  const pairs: FieldValue[] = [];
  for (const item of itemsOf(list, reading.lexicon)) {
    const pair = pairOf(item, reading);
    const before = pairs.at(-1);
    const isExact = item.some(({ kind }) => kind === 'exact');
    if (pair && pair.field !== '') pairs.push(pair);
    // A value alone goes on with the field before: "amounts of $2 and $3". "At 14:30, 45 minutes long" has two.
    else if (before && isExact && isTimeOfDay(before) && !isTimeOfDay(pair))
      pairs.push(fieldValue('', item, reading));
    else pairs.push(fieldValue(before?.field ?? (pair && isExact ? '' : marker), item, reading));
  }
  return pairs;
}

const isTimeOfDay = (pair: FieldValue | null) =>
  pair?.value.to === 'text' && /^\d{1,2}:\d{2}/.test(pair.value.text);

function itemsOf(list: readonly Token[], lexicon: Lexicon): Token[][] {
  const items: Token[][] = [[]];
  // Behind a colon stands one value, which may contain commas.
  const colon = list.findIndex(({ text }) => text === ':');
  for (const [index, token] of list.entries()) {
    const cuts = colon < 0 || index < colon;
    if (cuts && (token.text === ',' || lexicon.has('and', token))) items.push([]);
    else items.at(-1)!.push(token);
  }
  return items.map((item) => withoutSmallWords(item, lexicon)).filter((item) => item.length > 0);
}

/** "A modified price" and "the price" are the price. */
function withoutSmallWords(item: readonly Token[], lexicon: Lexicon): Token[] {
  let from = 0;
  const isSmall = (token: Token | undefined) =>
    lexicon.has('determiners', token) ||
    lexicon.has('owned', token) ||
    (lexicon.has('states', token) && !lexicon.has('roles', token));
  while (from < item.length - 1 && isSmall(item[from])) from++;
  return item.slice(from);
}

/** One field and its value. Null where the words hold no value; the field is empty where only a value is there. */
export function pairOf(item: readonly Token[], reading: Reading): FieldValue | null {
  const { prompt, lexicon } = reading;
  const pair = (field: readonly Token[], value: readonly Token[]) =>
    fieldValue(fieldText(field, reading), value, reading, item);
  const last = item.at(-1);
  if (item.length > 1 && lexicon.has('not', item[0]))
    return {
      field: textOf(prompt, item.slice(1)),
      value: { to: 'off' },
      from: null,
      said: textOf(prompt, item),
    };
  if (item.length > 1 && (lexicon.has('on', last) || lexicon.has('off', last)))
    return pair(item.slice(0, -1), [last!]);
  const colon = item.findIndex(({ text }) => text === ':');
  if (colon > 0 && colon < item.length - 1) return pair(item.slice(0, colon), item.slice(colon + 1));
  const value = exactIn(item, lexicon);
  if (value) {
    const [field, behind] = [item.slice(0, value.from), item.slice(value.to)];
    // "Length 12 cm" ends in a unit, and "a 20% discount" in its field.
    const isUnit = field.length > 0 || !lexicon.has('fields', behind.at(-1));
    return isUnit ? pair(field, item.slice(value.from)) : pair(behind, item.slice(value.from, value.to));
  }
  const known = item.findIndex((token) => !lexicon.has('fields', token));
  if (known > 0) return pair(item.slice(0, known), withoutSmallWords(item.slice(known), lexicon));
  const noun = item.findLastIndex((token) => !lexicon.has('fields', token)) + 1;
  return noun > 0 && noun < item.length ? pair(item.slice(noun), item.slice(0, noun)) : null;
}

/** Where the exact value of a pair stands: the last quotation, number or name, with what belongs to it. */
function exactIn(item: readonly Token[], lexicon: Lexicon): { from: number; to: number } | null {
  const quoted = item.findLastIndex(({ kind }) => kind === 'quote');
  if (quoted >= 0) return { from: quoted, to: quoted + 1 };
  const exact = item.findLastIndex(({ kind }) => kind === 'exact');
  const isPart = (token: Token | undefined) => token?.kind === 'exact' || lexicon.has('months', token);
  if (exact >= 0) {
    let [from, to] = [exact, exact + 1];
    while (from > 0 && isPart(item[from - 1])) from--;
    // "Milestone Hardening Q2": the name has two words.
    const isField = item[0]!.kind === 'word' && !isName(item[0]!);
    while (isField && from > 1 && isName(item[from - 1]!)) from--;
    while (isPart(item[to])) to++;
    return { from, to };
  }
  const named = item.findIndex(isName);
  const isWhole = item.every((token) => isName(token) || lexicon.has('months', token));
  return named > 0 || isWhole ? { from: Math.max(named, 0), to: item.length } : null;
}

/** The words for a field, without what joins it to its value, and without words that every field could have. */
export function fieldText(field: readonly Token[], { prompt, lexicon }: Reading): string {
  const start = field.findIndex(
    (token) => !lexicon.has('determiners', token) && !lexicon.has('owned', token),
  );
  let tokens = field.slice(Math.max(start, 0));
  const isJoin = (token: Token) => /^[:=]$/.test(token.text) || lexicon.has('joins', token);
  while (tokens.length > 1 && isJoin(tokens.at(-1)!)) tokens = tokens.slice(0, -1);
  while (tokens.length > 1 && lexicon.has('switches', tokens.at(-1))) tokens = tokens.slice(0, -1);
  const quoted = tokens.findIndex(({ kind }) => kind === 'quote');
  if (quoted < 0) return textOf(prompt, tokens);
  // A quotation is the field's name. The words behind it belong to it, unless they only say that it is some option.
  const isOption = field.slice(quoted + 1).some((token) => lexicon.has('switches', token));
  const behind = tokens
    .slice(quoted + 1)
    .filter(({ kind }) => kind === 'aside' || (kind === 'word' && !isOption));
  return [
    tokens[quoted]!.text,
    ...behind.map(({ kind, text }) => (kind === 'aside' ? `(${text})` : text)),
  ].join(' ');
}
