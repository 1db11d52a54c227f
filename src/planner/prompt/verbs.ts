import type { VerbKind } from '../language/deed-words.ts';
import { isSlip } from '../language/typo.ts';
import { commonVerbs } from '../language/vocabulary.ts';
import { stem } from '../language/words.ts';
import type { Lexicon, VerbEntry } from './lexicon.ts';
import { isName, type Token } from './tokens.ts';

export interface LeadingVerb {
  kind: VerbKind;
  /** Its base form with its particle. */
  verb: string;
  /** What stands behind it, without the particle. */
  rest: Token[];
  /** It is on the list of verbs. Otherwise its place in the sentence makes it one. */
  known: boolean;
}

/** How the words before a verb let it end, and what they leave open. */
export interface VerbPlace {
  /** "Somebody who archives it", "a video of archiving it". */
  inflected: boolean;
  /** Behind an "and" or a comma, words may also go on with what was said before. */
  joined: boolean;
}

/** The verb with which an order begins. Null where the words order nothing. */
export function leadingVerb(said: readonly Token[], lexicon: Lexicon, place: VerbPlace): LeadingVerb | null {
  const first = said[0];
  if (first?.kind !== 'word') return null;
  const key = lexicon.inflects ? stem(first.low) : first.low;
  for (const entry of lexicon.verbs.get(key) ?? []) {
    if (!isForm(first, entry.words[0]!, said, lexicon, place)) continue;
    const rest = restAfter(said, entry, lexicon);
    if (rest === null || isNoun(rest, lexicon)) continue;
    if (entry.kind === 'letter' && !isSomebody(rest[0], lexicon)) continue;
    const verb = entry.said.split(' ').slice(0, verbLength(entry, lexicon));
    return { kind: entry.kind, verb: verb.join(' '), rest, known: true };
  }
  return unknownVerb(said, lexicon);
}

function isForm(
  first: Token,
  base: string,
  said: readonly Token[],
  { inflects, has }: Lexicon,
  place: VerbPlace,
) {
  if (first.low === base) return true;
  if (!inflects || has('nouns', first)) return false;
  if (place.inflected) return /(?:ing|s)$/.test(first.low);
  return (
    first.low.endsWith('ing') && !place.joined && (has('determiners', said[1]) || said[1]?.kind === 'quote')
  );
}
/** What stands behind the words of a verb. The particle may stand at the end of what the verb is about: "turn dark mode off". */
function restAfter(said: readonly Token[], { words }: VerbEntry, lexicon: Lexicon): Token[] | null {
  const isAt = (word: string, index: number) =>
    word === '…' ? said[index]?.kind === 'quote' : said[index]?.low === word && said[index]!.kind !== 'quote';
  const length = verbLength({ words }, lexicon);
  if (words.slice(1).every((word, index) => isAt(word, index + 1))) return said.slice(length);
  const particle = words[1];
  if (words.length !== 2 || length < 2) return null;
  const at = said.findIndex(
    ({ low, kind }, index) =>
      index > 1 && kind === 'word' && low === particle && endsAt(said, index + 1, lexicon),
  );
  return at < 0 ? null : [...said.slice(1, at), ...said.slice(at + 1)];
}

/** How many words of an entry are the verb itself: what stands behind "make a" and "check the box" only tells its meaning. */
function verbLength({ words }: Pick<VerbEntry, 'words'>, lexicon: Lexicon): number {
  const end = words.findIndex(
    (word, index) => index > 0 && (word === '…' || lexicon.words.determiners.includes(word)),
  );
  return end < 0 ? words.length : end;
}

const endsAt = (said: readonly Token[], index: number, lexicon: Lexicon) => {
  const next = said[index];
  return (
    next === undefined ||
    next.kind === 'mark' ||
    lexicon.markersAt(said, index).length > 0 ||
    lexicon.has('and', next)
  );
};

/** Whether words that look like a verb are the name of a part of the page: "contact form", "order page". */
const isNoun = ([next, after]: readonly Token[], lexicon: Lexicon) =>
  lexicon.has('places', next) && !isName(next!) && (after === undefined || after.kind === 'mark');

/** A word where only a verb can stand: before an article, a pronoun or a quotation. Slips in common verbs are read as meant. */
function unknownVerb(said: readonly Token[], lexicon: Lexicon): LeadingVerb | null {
  const [first, next] = said;
  if (!lexicon.inflects || !first || !next || !/^\p{Ll}{3,}$/u.test(first.low)) return null;
  const meant = first.low.length > 3 ? commonVerbs.find((verb) => isSlip(first.low, verb)) : undefined;
  if (meant)
    return leadingVerb([{ ...first, text: meant, low: meant }, ...said.slice(1)], lexicon, {
      inflected: false,
      joined: false,
    });
  // "Limit it to 5": what else is a field is a verb before a pronoun.
  const isOther = (list: (typeof notVerbs)[number]) => list !== 'fields' || !lexicon.has('pronouns', next);
  if (
    notVerbs.some((list) => isOther(list) && lexicon.has(list, first)) ||
    lexicon.markersAt(said, 0).length > 0
  )
    return null;
  if (lexicon.noVerb.test(first.low)) return null;
  // "Notify me on my phone" says how, and "keep me posted" is no deed.
  if (lexicon.has('speakers', next) && lexicon.markersAt(said, 2).length === 0) return null;
  const follows = next.kind === 'quote' || beforeNames.some((list) => lexicon.has(list, next));
  return follows ? { kind: 'act', verb: first.low, rest: said.slice(1), known: false } : null;
}

/** "Email Ann Lee" and "text her", and no "email marketing". */
const isSomebody = (next: Token | undefined, lexicon: Lexicon) =>
  next !== undefined &&
  next.kind !== 'quote' &&
  (isName(next) || beforeNames.some((list) => lexicon.has(list, next)));

/**
 * The verb at the beginning of a sentence that no list knows: "excuse Ben Lee from gym", "receive 40 units of X-1". A name follows it,
 * small words go on, and no other verb says what the name is or does.
 */
export function openingVerb(said: readonly Token[], lexicon: Lexicon): LeadingVerb | null {
  const [first, next] = said;
  if (!lexicon.inflects || first?.kind !== 'word' || !next || !/^\p{L}\p{Ll}{2,}$/u.test(first.text))
    return null;
  if (next.kind === 'quote' || next.kind === 'mark' || !isName(next)) return null;
  if (lexicon.has('viewers', next)) return null;
  if (notVerbs.some((list) => lexicon.has(list, first)) || lexicon.noVerb.test(first.low)) return null;
  const goesOn = said.some(
    (token, index) => index > 1 && /^\p{Ll}/u.test(token.text) && lexicon.markersAt(said, index).length > 0,
  );
  const isSaid = said.some((token) => lexicon.has('copulas', token) || lexicon.has('modals', token));
  return goesOn && !isSaid ? { kind: 'act', verb: first.low, rest: said.slice(1), known: false } : null;
}

const beforeNames = ['determiners', 'owned', 'pronouns'] as const;
const notVerbs = [
  ...beforeNames,
  'states',
  'fields',
  'places',
  'switches',
  'months',
  'on',
  'off',
  'not',
  'polite',
  'questions',
] as const;
