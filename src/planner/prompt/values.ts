import type { Value } from './deed.ts';
import type { Lexicon } from './lexicon.ts';
import { isName, type Token, textOf } from './tokens.ts';

/** What a field is set to. */
export function readValue(prompt: string, said: readonly Token[], lexicon: Lexicon): Value {
  const tokens = withoutArticle(
    said.at(-1)?.kind === 'aside' && said.length > 1 ? said.slice(0, -1) : said,
    lexicon,
  );
  const [first, ...others] = tokens;
  if (!first) return { to: 'text', text: '', exact: false, unit: null };
  if (others.length === 0 && lexicon.has('on', first)) return { to: 'on' };
  if (others.length === 0 && lexicon.has('off', first)) return { to: 'off' };
  if (first.kind === 'quote') {
    const unit =
      others.length > 0 && others.length < 3 && others.every(({ kind }) => kind === 'word')
        ? textOf(prompt, others)
        : null;
    return { to: 'text', text: first.text, exact: true, unit };
  }
  const text = textOf(prompt, tokens);
  const number = /^([-+−]?\d+(?:[.,]\d+)*)(%|°|ms|s|px|pt|em|rem|kg|g|cm|mm|m|km|h|min)?$/u.exec(first.text);
  const units = others.filter((_, index) => index > 0 || others[0]!.low !== 'in');
  const isUnit = units.every(
    ({ kind, text }) => kind === 'word' && /^\p{Ll}|^[A-Z][a-z]+$|^[a-zA-Z]{1,3}$/u.test(text),
  );
  const isDate = units.some((token) => lexicon.has('months', token));
  if (number && isUnit && !isDate && units.length < 4)
    return { to: 'text', text: number[1]!, exact: true, unit: number[2] ?? (textOf(prompt, units) || null) };
  const isExact = (token: Token) =>
    token.kind === 'quote' || token.kind === 'exact' || token.kind === 'mark' || lexicon.has('months', token);
  return {
    to: 'text',
    text,
    exact: tokens.every(isExact) && tokens.some(({ kind }) => kind === 'exact'),
    unit: null,
  };
}

function withoutArticle(tokens: readonly Token[], lexicon: Lexicon): readonly Token[] {
  let from = 0;
  while (from < tokens.length - 1 && (lexicon.has('determiners', tokens[from]) || tokens[from]!.text === ':'))
    from++;
  return from > 0 && isName(tokens[0]!) && tokens[0]!.kind === 'quote' ? tokens : tokens.slice(from);
}
