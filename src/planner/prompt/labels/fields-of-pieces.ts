import type { FieldValue } from '../deed.ts';
import type { Clause } from '../grammar/clause.ts';
import type { Reading } from '../lexicon.ts';
import { isName, type Token, textOf, tokens } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import type { Piece } from './label.ts';

/**
 * The fields of a deed with their values. A field and its value are neighbours, whichever comes first.
 * @param verbAt the place of the verb among the tokens
 */
export function fieldsOf(
  pieces: readonly Piece[],
  clause: Clause,
  verbAt: number,
  all: readonly Token[],
  reading: Reading,
): FieldValue[] {
  const told = pieces.filter(({ role }) => role === 'field' || role === 'value' || role === 'from');
  const text = (piece: Span) => textOf(reading.prompt, all.slice(piece.from, piece.to));
  const found: FieldValue[] = [];
  let open: Piece[] = [];
  let last: { name: string; to: number } | null = null;
  let was: string | null = null;
  const close = () => {
    if (clause.kind === 'on' || clause.kind === 'off')
      for (const field of open)
        found.push({ field: text(field), value: { to: clause.kind }, from: null, said: text(field) });
    open = [];
  };
  for (let at = 0; at < told.length; at++) {
    const piece = told[at]!;
    if (piece.role === 'from') {
      // "From 4 to 5" has it before the value, "5, not 4" behind.
      if (last && told[at + 1]?.role !== 'value') found.push({ ...found.pop()!, from: text(piece) });
      else was = text(piece);
      continue;
    }
    if (piece.role === 'field') {
      if (clause.kind === 'on' || clause.kind === 'off') {
        open.push(piece);
        close();
      } else open.push(piece);
      continue;
    }
    // "It is called Bo and not Ann. Correct the name": what it had before may stand between the two.
    const former = told[at + 1]?.role === 'from' && told[at + 2]?.role === 'field' ? told[at + 1]! : null;
    const ahead = at + (former ? 2 : 1);
    const next = told[ahead];
    const isBehind =
      next?.role === 'field' &&
      open.length === 0 &&
      isNamedBehind(piece, next, told[ahead + 1], verbAt, all, reading);
    const field: Piece | undefined = open.shift() ?? (isBehind ? next : undefined);
    if (isBehind) {
      at = ahead;
      if (former) was = text(former);
    }
    const goesOn: boolean = !field && last !== null && joins(all.slice(last.to, piece.from), reading);
    const parts = field
      ? parted(field, piece, all, reading)
      : goesOn
        ? { name: null, value: piece }
        : labelApart(piece, all, reading);
    const name: string = parts.name
      ? text(parts.name)
      : goesOn
        ? last!.name
        : unnamed(piece, clause, all, reading);
    const said = field && field.to <= piece.from ? { from: field.from, to: piece.to } : piece;
    const [tokens, around] = [parts.value, said].map(({ from, to }) => all.slice(from, to));
    found.push(fieldValue(name, tokens!, reading, around!, was));
    was = null;
    last = { name, to: Math.max(piece.to, isBehind ? next.to : 0) };
  }
  close();
  return found.flatMap((field) => momentsOf(field, reading));
}

type Span = Pick<Piece, 'from' | 'to'>;

/**
 * The name of a field and its value, each with what belongs to it: the name of "saturation (SpO2) of 98" has the brackets, and in "using the 'Welcome'
 * template" the quotation is the value.
 */
function parted(
  field: Piece,
  value: Piece,
  all: readonly Token[],
  { lexicon }: Reading,
): { name: Span; value: Span } {
  const isNext = field.to === value.from;
  if (isNext && all[value.from]?.kind === 'aside') {
    const behind = value.from + 1;
    const from = behind + (lexicon.means(all[behind], /^(?:of|as|to)$/) ? 1 : 0);
    if (from < value.to) return { name: { from: field.from, to: behind }, value: { ...value, from } };
  }
  const isQuoted = ({ from, to }: Span) => all.slice(from, to).some(({ kind }) => kind === 'quote');
  const isTurned =
    isNext &&
    isQuoted(field) &&
    !isQuoted(value) &&
    lexicon.has('determiners', all[field.from - 1]) &&
    lexicon.has('fields', all[value.to - 1]);
  return isTurned ? { name: value, value: field } : { name: field, value };
}

/** "Give Ann the Admin role": the last word of a name may say which field it is for. */
function labelApart(value: Piece, all: readonly Token[], { lexicon }: Reading) {
  const end = value.to - 1;
  const isLabelled =
    end > value.from &&
    lexicon.has('fields', all[end]) &&
    /^\p{Ll}+$/u.test(all[end]!.text) &&
    all.slice(value.from, end).every((token) => token.kind === 'word' && isName(token));
  return isLabelled
    ? { name: { from: end, to: value.to }, value: { ...value, to: end } }
    : { name: null, value };
}

/**
 * "Put 40 in as the quantity", "a 15% discount": the name of the field stands behind its value, and has no other one. A joint between the two keeps them
 * apart, unless the order stands there too: "she charges 55 now, change the rate".
 */
function isNamedBehind(
  value: Piece,
  field: Piece,
  next: Piece | undefined,
  verbAt: number,
  all: readonly Token[],
  { lexicon }: Reading,
): boolean {
  const isStated = value.to <= verbAt && verbAt < field.from;
  const joint = all
    .slice(value.to, field.from)
    .some((token) => /^[,;.:]$/.test(token.text) || lexicon.has('and', token));
  if (joint && !isStated) return false;
  const isOwn =
    next?.role === 'value' &&
    all
      .slice(field.to, next.from)
      .every(
        (token) =>
          token.text === ':' ||
          lexicon.means(token, /^(?:to|of|as)$/) ||
          lexicon.has('determiners', token) ||
          lexicon.words.joins?.includes(token.low),
      );
  return !isOwn;
}

/** Nothing stands between but "and" and commas. */
const joins = (between: readonly Token[], { lexicon }: Reading) =>
  between.length > 0 &&
  between.every(
    (token) => token.text === ',' || lexicon.has('and', token) || lexicon.has('determiners', token),
  );

/** "June 3 at 10:00" is a date and a time. */
function momentsOf(field: FieldValue, reading: Reading): FieldValue[] {
  const { value } = field;
  if (value.to !== 'text' || (!value.exact && !/\d/.test(value.text))) return [field];
  const parts = tokens(value.text);
  const at = parts.findIndex((token) => token.low === 'at');
  if (at < 1 || at !== parts.length - 2 || parts.at(-1)!.kind !== 'exact') return [field];
  const own = { prompt: value.text, lexicon: reading.lexicon };
  return [
    { ...field, value: fieldValue('', parts.slice(0, at), own).value },
    { ...field, field: 'at', value: fieldValue('', parts.slice(at + 1), own).value },
  ];
}

/** The name of a field that has none: the small word in front of its value. */
function unnamed(value: Piece, { kind, verb }: Clause, all: readonly Token[], { lexicon }: Reading): string {
  if (verb === 'rename' || verb === 'retitle') return 'name';
  let at = value.from - 1;
  while (at > 0 && lexicon.has('determiners', all[at])) at--;
  const before = all[at];
  const [sum] = lexicon.words.sums ?? [];
  const isSum = all.slice(value.from, value.to).some(({ text }) => /^\p{Sc}\s?\d|\d\s?\p{Sc}$/u.test(text));
  if (sum && isSum && before && lexicon.words.measures?.includes(before.low)) return sum;
  if (!before || !lexicon.means(before, /./) || lexicon.means(before, /^(?:to|as|into|named|of)$/)) return '';
  return kind === 'change' && !lexicon.means(before, /^with$/) ? '' : before.low;
}
