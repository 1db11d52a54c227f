import type { FieldValue, Value } from './deed.ts';
import type { Reading } from './lexicon.ts';
import { isName, type Token, textOf } from './tokens.ts';

/** A field with the value that the words give it. `said` is both of them, where they stand together. */
export const fieldValue = (
  field: string,
  value: readonly Token[],
  reading: Reading,
  said: readonly Token[] = value,
  from: string | null = null,
): FieldValue => ({ field, value: readValue(value, reading), from, said: textOf(reading.prompt, said) });

/** What a field is set to. A number and its unit are told apart; a remark in brackets behind the value is left out. */
export function readValue(said: readonly Token[], { prompt, lexicon }: Reading): Value {
  const tokens = withoutFront(
    said.at(-1)?.kind === 'aside' && said.length > 1 ? said.slice(0, -1) : said,
    lexicon,
  );
  const [first, ...others] = tokens;
  if (!first) return { to: 'text', text: '', exact: false, unit: null };
  if (others.length === 0 && lexicon.has('on', first)) return { to: 'on' };
  if (others.length === 0 && lexicon.has('off', first)) return { to: 'off' };
  if (first.kind === 'quote') {
    const isUnit = others.length > 0 && others.length < 3 && others.every(({ kind }) => kind === 'word');
    return { to: 'text', text: first.text, exact: true, unit: isUnit ? textOf(prompt, others) : null };
  }
  const number = numberWithUnit.exec(first.text);
  const units = lexicon.means(others[0], /^in$/) ? others.slice(1) : others;
  // "14 Pier Rd" is an address, and no 14 of anything.
  const isPlace =
    !lexicon.words.nounsAreCapital &&
    units.length > 1 &&
    units.every(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));
  if (number && units.every(isUnitWord) && units.length < 4 && !isPlace)
    return { to: 'text', text: number[1]!, exact: true, unit: number[2] ?? (textOf(prompt, units) || null) };
  const isExact = (token: Token) =>
    token.kind === 'exact' || token.kind === 'mark' || token.kind === 'quote' || lexicon.has('months', token);
  const exact = tokens.every(isExact) && tokens.some(({ kind }) => kind === 'exact');
  return { to: 'text', text: textOf(prompt, tokens), exact, unit: null };
}

const numberWithUnit = /^([-+−]?\d+(?:[.,]\d+)*)(%|°|ms|s|px|pt|em|rem|kg|g|cm|mm|m|km|h|min)?$/u;
const isUnitWord = ({ kind, text }: Token) =>
  kind === 'word' && /^\p{Ll}|^[A-Z][a-z]+$|^[a-zA-Z]{1,3}$/u.test(text);

/** Without articles and colons in front: "all staff" and "this month" say more than "staff" and "month". */
function withoutFront(tokens: readonly Token[], { has }: Reading['lexicon']): readonly Token[] {
  const isIdle = (token: Token) =>
    token.text === ':' || (has('determiners', token) && !has('telling', token));
  let from = 0;
  while (from < tokens.length - 1 && isIdle(tokens[from]!)) from++;
  return tokens.slice(from);
}

/** Whether the words name something: a quotation, a number or a name. In German, a capital alone says nothing. */
export const hasName = (tokens: readonly Token[], { lexicon }: Reading) =>
  tokens.some((token) => isName(token) && !(lexicon.words.nounsAreCapital && token.kind === 'word'));
