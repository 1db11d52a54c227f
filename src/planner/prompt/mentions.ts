import { ordinals } from '../language/vocabulary.ts';
import { fold } from '../language/words.ts';
import type { Mention } from './deed.ts';
import type { Lexicon, Reading } from './lexicon.ts';
import { isName, type Token, textOf } from './tokens.ts';

/** What a phrase names, its owners first: "Ann's list" names Ann and the list. */
export function mentionsOf(said: readonly Token[], reading: Reading): Mention[] {
  const owner = said.findIndex(({ kind }) => kind === 'owner');
  if (owner > 0 && owner < said.length - 1)
    return [mentionOf(said.slice(0, owner), reading), ...mentionsOf(said.slice(owner + 1), reading)];
  return said.length > 0 ? [mentionOf(said, reading)] : [];
}

/** What a phrase names: articles go, words for a state become qualifiers, the rest is a name and a kind. */
function mentionOf(said: readonly Token[], { prompt, lexicon }: Reading): Mention {
  const { tokens, qualifiers, ordinal, determined } = withoutFront(said, lexicon);
  const asides = tokens.filter((token, index) => token.kind === 'aside' && !isPartOfName(tokens, index));
  const kept = tokens.filter((token) => !asides.includes(token));
  const { name, kind: own } = nameAndKind(prompt, kept, determined, lexicon);
  // "The draft 'x'": the only word for what it is.
  const kind =
    own === '' && name !== null && qualifiers.length > 0 && tokens[0]!.kind === 'quote'
      ? qualifiers.pop()!
      : own;
  return {
    said: textOf(prompt, tokens.length > 0 ? tokens : said),
    name,
    kind: kind.toLowerCase(),
    qualifiers: [...qualifiers, ...asides.map(({ text }) => text)],
    ordinal,
  };
}

/** "Grippe (G4)" and "Krona (SEK)" are names. "(it is skipped now)" is a remark. */
const isPartOfName = (tokens: readonly Token[], index: number) =>
  index > 0 &&
  isName(tokens[index - 1]!) &&
  tokens[index - 1]!.kind !== 'quote' &&
  /^[\p{Lu}\d][^\s]*$/u.test(tokens[index]!.text);

function withoutFront(said: readonly Token[], lexicon: Lexicon) {
  const qualifiers: string[] = [];
  let ordinal: number | null = null;
  let determined = false;
  let from = 0;
  for (; from < said.length; from++) {
    const token = said[from]!;
    const isLast = from === said.length - 1;
    const counted = token.kind === 'word' || token.kind === 'exact' ? ordinalOf(token) : null;
    if (lexicon.has('determiners', token) || lexicon.has('owned', token)) determined = true;
    else if (counted !== null && !isLast) ordinal = counted;
    else if (lexicon.has('states', token) && !isLast && !/^\p{Lu}/u.test(token.text))
      qualifiers.push(token.text);
    else break;
  }
  return { tokens: said.slice(from), qualifiers, ordinal, determined };
}

const places = new Map([...ordinals].map(([word, place]) => [fold(word), place]));

function ordinalOf({ low }: Token): number | null {
  const numeric = /^(\d{1,2})(?:st|nd|rd|th|\.)$/.exec(low);
  return numeric ? Number(numeric[1]) : (places.get(low) ?? null);
}

function nameAndKind(
  prompt: string,
  tokens: readonly Token[],
  determined: boolean,
  lexicon: Lexicon,
): { name: string | null; kind: string } {
  const quoted = tokens.findIndex(({ kind }) => kind === 'quote');
  const words = (some: readonly Token[]) => some.map((token) => textOf(prompt, [token])).join(' ');
  if (quoted >= 0) {
    const around = [...tokens.slice(0, quoted), ...tokens.slice(quoted + 1)];
    return {
      name: tokens[quoted]!.text,
      kind: words(around.filter(({ kind }) => kind !== 'aside' && kind !== 'mark')),
    };
  }
  const first = tokens.findIndex(isName);
  if (first < 0) return { name: null, kind: words(tokens.filter(({ kind }) => kind === 'word')) };
  if (first > 0) {
    // "Guest Ann Lee", "step 4". Where a kind follows as well, the words in front belong to it: "default EUR account".
    const kind = tokens.slice(0, first).filter(({ text }) => text !== ':');
    return { name: textOf(prompt, tokens.slice(first)), kind: words(kind) };
  }
  if (lexicon.words.nounsAreCapital && tokens.length === 1 && determined && tokens[0]!.kind === 'word')
    return { name: null, kind: words(tokens) };
  if (lexicon.words.nounsAreCapital && tokens.length > 1 && isName(tokens[1]!))
    return { name: textOf(prompt, tokens.slice(1)), kind: words(tokens.slice(0, 1)) };
  let end =
    tokens.findLastIndex((token, index) => isName(token) || (token.kind === 'aside' && index > 0)) + 1;
  const lower = tokens.slice(end);
  const measured = tokens.slice(0, end).some(({ kind }) => kind === 'exact') && tokens[0]!.kind === 'word';
  const isKind = (determined && !measured) || (lower.length > 0 && lexicon.has('places', lower.at(-1)));
  if (!isKind) end = tokens.length;
  return { name: textOf(prompt, tokens.slice(0, end)), kind: words(tokens.slice(end)) };
}

/** "Read receipts and typing indicators", cut at the "and". */
export function piecesOf(tokens: readonly Token[], { lexicon }: Reading): Token[][] {
  const pieces: Token[][] = [[]];
  const isProper = (token: Token | undefined) => token?.kind === 'word' && isName(token);
  // "Oak & Ash Ltd" is one name.
  const isInName = (at: number) =>
    tokens[at]!.text === '&' && isProper(tokens[at - 1]) && isProper(tokens[at + 1]);
  for (const [at, token] of tokens.entries())
    if (token.text === ',' || (lexicon.has('and', token) && !isInName(at))) pieces.push([]);
    else pieces.at(-1)!.push(token);
  return pieces.filter(({ length }) => length > 0);
}

/** Whether a phrase is a pronoun for what was named before. */
export const isPronoun = (tokens: readonly Token[], { lexicon }: Reading) =>
  tokens.length > 0 && lexicon.phraseAt('pronouns', tokens, 0) === tokens.length;

/** Whether a phrase belongs to what was named before: "its width". */
export const isOwned = (tokens: readonly Token[], { lexicon }: Reading) => lexicon.has('owned', tokens[0]);

/** Whether a phrase names a page or a part of one: "the 'Billing' tab", "the tab 'Billing'". */
export const isPlace = (tokens: readonly Token[], { lexicon }: Reading) =>
  lexicon.has('places', tokens.at(-1)) ||
  (tokens.at(-1)?.kind === 'quote' && lexicon.has('places', tokens.at(-2)));
