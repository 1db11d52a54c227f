import type { FieldValue } from './deed.ts';
import type { Lexicon } from './lexicon.ts';
import { isName, type Token, textOf } from './tokens.ts';
import { readValue } from './values.ts';

/** The fields and values of a list: "sig 'x', quantity 30, and priority high". */
export function pairsOf(
  prompt: string,
  list: readonly Token[],
  lexicon: Lexicon,
  marker: string,
): FieldValue[] {
  const pairs: FieldValue[] = [];
  const items = itemsOf(list, lexicon);
  for (const item of items) {
    const pair = pairOf(prompt, item, lexicon);
    const before = pairs.at(-1);
    // A value alone goes on with the field before: "amounts of $0.12 and $0.34".
    if (pair && (pair.field !== '' || !before))
      pairs.push(
        pair.field === '' && !item.some(({ kind }) => kind === 'exact') ? { ...pair, field: marker } : pair,
      );
    else if (before)
      pairs.push({
        ...before,
        value: pair?.value ?? readValue(prompt, item, lexicon),
        said: textOf(prompt, item),
      });
    else
      pairs.push({
        field: marker,
        value: readValue(prompt, item, lexicon),
        from: null,
        said: textOf(prompt, item),
      });
  }
  return pairs;
}

function itemsOf(list: readonly Token[], lexicon: Lexicon): Token[][] {
  const items: Token[][] = [[]];
  let runs = false;
  for (const token of list) {
    // Behind a colon stands one value, which may contain commas.
    if (token.text === ':') runs = true;
    if (!runs && (token.text === ',' || lexicon.has('and', token))) items.push([]);
    else items.at(-1)!.push(token);
  }
  return items.map((item) => withoutSmallWords(item, lexicon)).filter((item) => item.length > 0);
}

function withoutSmallWords(item: readonly Token[], lexicon: Lexicon): Token[] {
  let from = 0;
  const isSmall = (token: Token | undefined) =>
    lexicon.has('determiners', token) ||
    lexicon.has('owned', token) ||
    (lexicon.has('states', token) && !lexicon.has('roles', token));
  while (from < item.length - 1 && isSmall(item[from])) from++;
  return item.slice(from);
}

/** One field and its value. Null where the words hold no pair; the field is empty where only a value is there. */
export function pairOf(prompt: string, item: readonly Token[], lexicon: Lexicon): FieldValue | null {
  const said = textOf(prompt, item);
  const pair = (field: readonly Token[], value: readonly Token[]): FieldValue => ({
    field: fieldText(prompt, field, lexicon),
    value: readValue(prompt, value, lexicon),
    from: null,
    said,
  });
  const last = item.at(-1)!;
  if (item.length > 1 && lexicon.has('not', item[0]))
    return { field: textOf(prompt, item.slice(1)), value: { to: 'off' }, from: null, said };
  if (item.length > 1 && (lexicon.has('on', last) || lexicon.has('off', last)))
    return pair(item.slice(0, -1), [last]);
  const colon = item.findIndex(({ text }) => text === ':');
  if (colon > 0 && colon < item.length - 1) return pair(item.slice(0, colon), item.slice(colon + 1));
  const value = valueIn(item, lexicon);
  if (value) {
    const [field, behind] = [item.slice(0, value.from), item.slice(value.to)];
    const isUnit = behind.length > 0 && (field.length > 0 || !lexicon.has('fields', behind.at(-1)));
    if (isUnit || behind.length === 0) return pair(field, item.slice(value.from));
    return pair(behind, item.slice(value.from, value.to));
  }
  const known = item.findIndex((token) => !lexicon.has('fields', token));
  if (known > 0) return pair(item.slice(0, known), withoutSmallWords(item.slice(known), lexicon));
  const noun = item.findLastIndex((token) => !lexicon.has('fields', token)) + 1;
  if (noun > 0 && noun < item.length) return pair(item.slice(noun), item.slice(0, noun));
  return null;
}

/** Where the exact value of a pair stands: the last quotation, number or name, with what belongs to it. */
function valueIn(item: readonly Token[], lexicon: Lexicon): { from: number; to: number } | null {
  const quoted = item.findLastIndex(({ kind }) => kind === 'quote');
  // "'Dispense as written' 3" has a quoted field; a lone quotation behind words is the value.
  if (quoted >= 0) return { from: quoted, to: quoted + 1 };
  const exact = item.findLastIndex((token) => token.kind === 'exact');
  const isDated = (token: Token | undefined) => token?.kind === 'exact' || lexicon.has('months', token);
  if (exact >= 0) {
    let [from, to] = [exact, exact + 1];
    while (from > 0 && isDated(item[from - 1])) from--;
    while (isDated(item[to]) || (item[to]?.text === ',' && isDated(item[to + 1]))) to++;
    return from === 0 && to < item.length && /^#/.test(item[0]!.text)
      ? { from, to: item.length }
      : { from, to };
  }
  const named = item.findIndex(
    (token, index) => index > 0 && isName(token) && !item.slice(0, index).some(isName),
  );
  if (named > 0) return { from: named, to: item.length };
  return item.length > 0 && item.every((token) => isName(token) || lexicon.has('months', token))
    ? { from: 0, to: item.length }
    : null;
}

/** The words for a field, without what joins it to its value and without words that every field could have. */
export function fieldText(prompt: string, field: readonly Token[], lexicon: Lexicon): string {
  let tokens = field.slice(
    field.findIndex(
      (token, index) =>
        index === field.length - 1 || !(lexicon.has('determiners', token) || lexicon.has('owned', token)),
    ),
  );
  const quoted = tokens.findIndex(({ kind }) => kind === 'quote');
  const isEmptyWord = (token: Token | undefined) =>
    token?.text === ':' || token?.text === '=' || lexicon.has('joins', token);
  while (tokens.length > 1 && isEmptyWord(tokens.at(-1))) tokens = tokens.slice(0, -1);
  while (tokens.length > 1 && lexicon.has('switches', tokens.at(-1))) tokens = tokens.slice(0, -1);
  if (quoted >= 0) {
    // A quotation is the field's name. Words for any option or setting around it say nothing more.
    const behind = tokens.slice(quoted + 1).filter((token) => token.kind !== 'quote');
    const isOption = field.slice(quoted + 1).some((token) => lexicon.has('switches', token));
    const aside = behind[0]?.kind === 'aside' ? ` (${behind[0].text})` : '';
    const kind = isOption
      ? ''
      : textOf(
          prompt,
          behind.filter(({ kind }) => kind === 'word'),
        );
    return `${tokens[quoted]!.text}${aside}${kind && ` ${kind}`}`;
  }
  return textOf(prompt, tokens);
}
