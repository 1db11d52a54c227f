import type { Lexicon, Reading } from '../lexicon.ts';
import { piecesOf } from '../mentions.ts';
import { isName, type Token } from '../tokens.ts';
import type { Clause } from './clause.ts';
import { slotsOf } from './slots.ts';

/** An order for each part of a list of things: "'A', 'B' and the draft 'C'", "the tags summer and outdoor". A single thing is its own list. */
export function oneEach(clause: Clause, reading: Reading): Clause[] {
  const { rest } = clause;
  const object = slotsOf(rest, reading.lexicon, 'on')[0]!.tokens;
  const pieces = piecesOf(object, reading);
  if (pieces.length < 2) return [clause];
  const kind = kindOf(pieces, reading.lexicon);
  if (!kind) return [clause];
  const behind = rest.filter(({ start }) => start >= object.at(-1)!.end);
  const isBare = (piece: readonly Token[]) => piece.every((token) => isName(token) || kind.isPlural);
  return pieces.map((piece, index) => {
    const own = index === 0 && kind.isPlural ? piece.slice(kind.length) : piece;
    const front = index === 0 && !kind.isPlural ? [] : isBare(piece) ? kind.tokens : [];
    return { ...clause, rest: [...front, ...own, ...behind] };
  });
}

/** "The limit for Ann to 5 and the one for Bo to 6": an order each, where "the one" says again what the first is about. */
export function withOnes(clause: Clause, { lexicon }: Reading): Clause[] {
  const { rest } = clause;
  const isOne = (at: number) =>
    lexicon.has('and', rest[at - 1]) &&
    lexicon.has('determiners', rest[at]) &&
    lexicon.has('ones', rest[at + 1]);
  const starts = rest.flatMap((_, at) => (isOne(at) ? [at] : []));
  if (starts.length === 0) return [clause];
  // Both are told by what stands behind the same word.
  const isJoint = (token: Token) => lexicon.means(token, /^(?:for|of|on|in)$/);
  const front = rest.slice(0, Math.max(0, rest.findIndex(isJoint)));
  if (front.length === 0 || !starts.every((at) => rest[at + 2] && isJoint(rest[at + 2]!))) return [clause];
  const ends = [...starts.slice(1).map((at) => at - 1), rest.length];
  return [
    { ...clause, rest: rest.slice(0, starts[0]! - 1) },
    ...starts.map((at, index) => ({ ...clause, rest: [...front, ...rest.slice(at + 2, ends[index])] })),
  ];
}

interface Kind {
  /** In the singular. */
  tokens: Token[];
  /** How many tokens of the first part say it. */
  length: number;
  /** "The labels a and b": it is said once, for all of them. */
  isPlural: boolean;
}

/** The word for what all parts of a list are. Null where the words are no list of things. */
function kindOf(pieces: readonly Token[][], { has, inflects }: Lexicon): Kind | null {
  const [first, ...others] = pieces as [Token[], ...Token[][]];
  const start = first.findIndex((token) => !has('determiners', token));
  const noun = first[start];
  const isPlural =
    inflects &&
    start < first.length - 1 &&
    noun?.kind === 'word' &&
    /^\p{Ll}+[^s]s$/u.test(noun.text) &&
    !has('nouns', noun) &&
    others.every((piece) => piece.length === 1 || piece.every(isName)) &&
    (first.length === start + 2 || first.slice(start + 1).every(isName));
  if (isPlural) {
    const text = noun.low.endsWith('ies')
      ? `${noun.low.slice(0, -3)}y`
      : /(?:ss|x|ch)es$/.test(noun.low)
        ? noun.low.slice(0, -2)
        : noun.low.slice(0, -1);
    return { tokens: [{ ...noun, text, low: text }], length: start + 1, isPlural };
  }
  const isDetermined = (piece: readonly Token[]) => piece.length > 1 && has('determiners', piece[0]);
  if (pieces.every(isDetermined)) return { tokens: [], length: 0, isPlural: false };
  if (!pieces.every((piece) => piece.some(isName))) return null;
  const kind = first.filter((token) => token.kind === 'word' && !isName(token));
  return { tokens: kind, length: 0, isPlural: false };
}
