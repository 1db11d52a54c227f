import { conceptsOf } from '../../language/concepts.ts';
import { isSlip } from '../../language/typo.ts';
import { deedWords, stopWords } from '../../language/vocabulary.ts';
import { fold, isAkin, words } from '../../language/words.ts';

/**
 * How well a text on the screen says what a phrase of the prompt says, from 0 to 1. Equal texts have 1, a text that contains the
 * phrase about 0.9, a text that shares some of its words less. Each text is cut into words once, since a prompt is compared with every
 * item of every screen.
 */
export function likeness(said: string, shown: string): number {
  if (said === '' || shown === '') return 0;
  const key = `${said}\n${shown}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size > rememberedPairs) remembered.clear();
  const found = compare(cut(said), cut(shown));
  remembered.set(key, found);
  return found;
}

/** The share of the words of a phrase that a longer text has as well. */
export const coverage = (said: string, text: string) =>
  cut(said).total === 0 ? 0 : share(cut(said), cut(text));

/** The share of the words of a phrase that a text has, without its small words where it has others. */
export function shareOf(said: string, text: string, leastKin = 0): number {
  const [one, other] = [cut(said), cut(text)];
  const telling = one.tokens.filter(({ weight }) => weight === 1);
  return one.total === 0
    ? 0
    : share(
        { ...one, ...(telling.length > 0 && { tokens: telling, total: telling.length }) },
        other,
        leastKin,
      );
}

export const wordsIn = (text: string) => cut(text).tokens.length;

/**
 * As `coverage`, among several texts: a word that many of them have tells little, and a word that only one has tells which is meant.
 * @returns one share for each text
 */
export function coverageAmong(said: string, texts: readonly string[]): number[] {
  const { tokens } = cut(said);
  const found = texts.map((text) =>
    tokens.map(({ stem }) => {
      const { tokens: own, pieces } = cut(text);
      return Math.max(0, ...[...own, ...pieces].map((token) => kinship(stem, token.stem)));
    }),
  );
  const weights = tokens.map(({ weight }, at) => {
    const holding = found.filter((row) => (row[at] ?? 0) >= 0.75).length;
    return holding === 0 ? weight / 2 : weight / holding;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return found.map((row) =>
    total === 0 ? 0 : row.reduce((sum, one, at) => sum + one * (weights[at] ?? 0), 0) / total,
  );
}

/** Whether a text is, or contains as whole words, what was said. Letter case and punctuation do not count. */
export function says(shown: string, said: string): boolean {
  const wanted = cut(said).plain;
  return wanted !== '' && ` ${cut(shown).plain} `.includes(` ${wanted} `);
}

/** Whether two texts are the same but for letter case, punctuation and marks such as "*" and ":". */
export const isSameText = (one: string, other: string) =>
  cut(one).plain !== '' && cut(one).plain === cut(other).plain;

interface Cut {
  plain: string;
  tokens: { stem: string; weight: number }[];
  /** What an address is made of: it shows a name, "ann.lee@oak.example", and is no piece of another address. */
  pieces: { stem: string }[];
  total: number;
}
const rememberedPairs = 50_000;
const remembered = new Map<string, number>();
const cuts = new Map<string, Cut>();
const weak = new Set(stopWords.map(fold));

function cut(text: string): Cut {
  const known = cuts.get(text);
  if (known) return known;
  if (cuts.size > 20_000) cuts.clear();
  // "lineHeight" is two words, and so is "semi-bold".
  const apart = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[-_]+/g, ' ');
  const tokens = words(apart).map(({ raw, stem }) => ({ stem, weight: weak.has(fold(raw)) ? 0.3 : 1 }));
  const plain = fold(apart.normalize('NFKC'))
    .replace(/[^\p{L}\p{N}#%+$€£]+/gu, ' ')
    .trim();
  // The end of an address names nothing: ".dev" is no developer.
  const pieces = tokens.flatMap(({ stem }) => {
    const parts = stem.split('.');
    return parts.length > 1 ? parts.filter((part) => part.length > 3).map((part) => ({ stem: part })) : [];
  });
  const found = { plain, tokens, pieces, total: tokens.reduce((sum, { weight }) => sum + weight, 0) };
  cuts.set(text, found);
  return found;
}

function compare(said: Cut, shown: Cut): number {
  if (said.plain === '' || shown.plain === '') return 0;
  if (said.plain === shown.plain) return 1;
  if (said.total === 0 || shown.total === 0) return 0;
  const covered = share(said, shown);
  if (covered === 0) return 0;
  const used = share(shown, said);
  const like = covered * (0.6 + 0.35 * used);
  if (` ${shown.plain} `.includes(` ${said.plain} `)) return Math.max(like, 0.78 + 0.2 * used);
  // "Quill, Marta" is "Marta Quill".
  if (covered >= 0.999 && used >= 0.999) return 0.96;
  if (` ${said.plain} `.includes(` ${shown.plain} `)) return Math.max(like, 0.45 + 0.45 * covered);
  return like;
}

/** The share of the words of `one` that `other` has as well. */
function share(one: Cut, other: Cut, leastKin = 0): number {
  let found = 0;
  for (const { stem, weight } of one.tokens) {
    const kin = Math.max(0, ...[...other.tokens, ...other.pieces].map((token) => kinship(stem, token.stem)));
    if (kin > leastKin) found += weight * kin;
  }
  return found / one.total;
}

function kinship(one: string, other: string): number {
  if (one === other) return 1;
  if (isAkin(one, other)) return 0.85;
  if (one.length > 4 && isSlip(one, other)) return 0.75;
  if (abbreviates(one, other) || abbreviates(other, one)) return 0.85;
  if (one.length < 3 || other.length < 3) return 0;
  const shared = conceptsNear(one);
  return shared.length > 0 && conceptsNear(other).some((concept) => shared.includes(concept)) ? 0.5 : 0;
}

/** “Mar”, “Wed”: months and days of the week, as calendars shorten them. */
const shortDates = new Set(
  deedWords.flatMap(({ months = [] }) => months.map((name) => fold(name).slice(0, 3))),
);

/** "Off" is no "offline". */
const particles = new Set(
  deedWords
    .flatMap(({ off = [], on = [] }) => [...off, ...on])
    .flatMap((words) => words.split(' '))
    .map(fold),
);

/** "qty" is "quantity", "desc" is "description", "temp" is "temperature". */
function abbreviates(short: string, long: string): boolean {
  if (short.length < 3 || short.length > 5 || long.length < short.length + 3 || short[0] !== long[0])
    return false;
  // "Mar 7" is no marketing.
  if (shortDates.has(short) || particles.has(short)) return false;
  if (long.startsWith(short)) return short.length >= 4 || /[^aeiou]$/.test(short);
  if (/[aeiou]/.test(short.slice(1))) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

const near = new Map<string, string[]>();
function conceptsNear(word: string): string[] {
  const known = near.get(word) ?? conceptsOf(word);
  near.set(word, known);
  return known;
}
