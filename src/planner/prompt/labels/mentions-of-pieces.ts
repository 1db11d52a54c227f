import { ordinals } from '../../language/vocabulary.ts';
import { fold } from '../../language/words.ts';
import type { Mention } from '../deed.ts';
import { begins } from '../left-out.ts';
import type { Reading } from '../lexicon.ts';
import { type Token, textOf } from '../tokens.ts';
import type { Piece } from './label.ts';

/** Mentions of places, the outermost first. */
export function mentionsOf(pieces: readonly Piece[], all: readonly Token[], reading: Reading): Mention[] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isSame =
      last && group && !group.some(({ role }) => role === piece.role) && isCloseTo(last, piece, all, reading);
    if (isSame) group.push(piece);
    else groups.push([piece]);
  }
  const found: { mention: Mention; group: Piece[] }[] = [];
  for (const group of groups) {
    const mention = mentionOf(group, all, reading);
    const last = found.at(-1);
    const between = last ? all.slice(last.group.at(-1)!.to, group[0]!.from) : [];
    // "The tab X of the page Y": the second is the outer one. "In X, under Y" says the outer one first.
    const isOuter =
      between.some((token) => reading.lexicon.means(token, /^(?:of|in|on|for|from)$/)) &&
      !between.some(({ text }) => text === ',');
    if (isOuter) found.splice(found.length - 1, 0, { mention, group });
    else found.push({ mention, group });
  }
  return found.map(({ mention }) => mention);
}

/** Nothing stands between them but words that name: "the board named 'Launch'". */
function isCloseTo(last: Piece, next: Piece, all: readonly Token[], { lexicon }: Reading): boolean {
  const between = all.slice(last.to, next.from);
  return between.every(
    (token) =>
      lexicon.has('determiners', token) || lexicon.means(token, /^(?:named|of)$/) || token.text === '(',
  );
}

/** What a deed is done to. Several names beside each other are several things, of the kind that is said once. */
export function thingsOf(found: readonly Piece[], all: readonly Token[], reading: Reading): Mention[] {
  const pieces = withCommas(found, all);
  const names = pieces.filter(({ role }) => role === 'name');
  if (names.length < 2) return pieces.length > 0 ? [mentionOf(pieces, all, reading)] : [];
  const groups: Piece[][] = names.map((name) => [name]);
  for (const piece of pieces) {
    if (piece.role === 'name') continue;
    const next = names.findIndex(({ from }) => from >= piece.to);
    if (piece.role === 'kind') {
      // "The tags a and b": until another kind is said.
      const first = next < 0 ? names.length - 1 : next;
      for (let at = first; at < names.length; at++)
        groups[at] = [...groups[at]!.filter(({ role }) => role !== 'kind'), piece];
      // "A and b tags"
      if (next < 0)
        for (const group of groups) if (!group.some(({ role }) => role === 'kind')) group.push(piece);
    } else groups[next < 0 ? names.length - 1 : next]!.push(piece);
  }
  return groups.map((group) => mentionOf(group, all, reading));
}

/** "Denver, CO" is one name. */
function withCommas(pieces: readonly Piece[], all: readonly Token[]): readonly Piece[] {
  const [one, two, ...others] = pieces.filter(({ role }) => role === 'name');
  const isCode = two && two.to === two.from + 1 && /^\p{Lu}{2,3}$/u.test(all[two.from]!.text);
  const isOne = isCode && others.length === 0 && two.from === one!.to + 1 && all[one!.to]!.text === ',';
  return isOne
    ? pieces.flatMap((piece) => (piece === two ? [] : piece === one ? { ...one, to: two.to } : piece))
    : pieces;
}

/** "The Kestrel Booking App": a capital in front of a name begins it, unless the word says what the thing is ("Patient James Fitzgerald"). */
function withWholeName(
  pieces: readonly Piece[],
  all: readonly Token[],
  { lexicon }: Reading,
): readonly Piece[] {
  const name = pieces.find(({ role }) => /^p?name$/.test(role));
  const kind = pieces.find(({ role, to }) => /^p?kind$/.test(role) && to === name?.from);
  const [word, first] = [all[kind?.from ?? -1], all[name?.from ?? -1]];
  const saysKind = (token: Token) =>
    lexicon.has('people', token) || lexicon.has('places', token) || lexicon.has('fields', token);
  const isName =
    lexicon.inflects &&
    name &&
    kind &&
    [word, first].every((token) => token?.kind === 'word' && /^\p{Lu}\p{Ll}/u.test(token.text)) &&
    !begins(all, kind.from) &&
    !all.slice(kind.from, kind.to).some(saysKind);
  if (!isName) return pieces;
  return pieces.flatMap((piece) =>
    piece === kind ? [] : piece === name ? { ...name, from: kind.from } : piece,
  );
}

function mentionOf(found: readonly Piece[], all: readonly Token[], reading: Reading): Mention {
  const { prompt } = reading;
  const pieces = withWholeName(found, all, reading);
  const text = (piece: Piece | undefined) => (piece ? textOf(prompt, all.slice(piece.from, piece.to)) : '');
  const of = (role: RegExp) => pieces.filter((piece) => role.test(piece.role));
  const name = of(/^p?name$/)[0];
  const kind = of(/^p?kind$/)
    .map(text)
    .join(' ');
  const ordinal = of(/^ord$/)[0];
  const qualifiers = of(/^p?qual$/).map(text);
  const counted = ordinal ? (places.get(fold(text(ordinal))) ?? numbered(text(ordinal))) : null;
  if (ordinal && counted === null) qualifiers.push(text(ordinal));
  return {
    said: [...pieces]
      .sort((a, b) => a.from - b.from)
      .filter(({ role }) => role !== 'ord')
      .map(text)
      .join(' '),
    name: name ? text(name) : null,
    kind: kind.toLowerCase(),
    qualifiers,
    ordinal: counted,
  };
}

const places = new Map([...ordinals].map(([word, place]) => [fold(word), place]));
const numbered = (text: string) => {
  const found = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(text.toLowerCase());
  return found ? Number(found[1]) : null;
};
