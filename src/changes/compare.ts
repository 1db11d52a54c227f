import { shorten } from '../text.ts';
import { isMomentOf, namesOf, wordsOf } from './movement.ts';

export interface DescribedSection {
  kind: string;
  heading: string | null;
  /** Its visible text, cut where it gets long. */
  text: string;
}

/** A page in a few kilobytes: what a viewer would read, from top to bottom. */
export interface PageDescription {
  url: string;
  title: string;
  sections: DescribedSection[];
  /** Role and name of what can be pressed or filled in. */
  controls: string[];
}

export interface Change {
  change: 'added' | 'gone' | 'reworded' | 'looks';
  /** The heading of the section, else what kind of section it is; null for the page as a whole. */
  section: string | null;
  /** The words that differ, each at most 200 characters. */
  before: string | null;
  after: string | null;
}

// Below this share of common words two sections are not two states of one.
const leastKinship = 0.3;
const mostWords = 200;
// One new price changes every page state that shows it.
const mostAlongTheWay = 10;

/**
 * Sections that came, went or say something else. What only stands elsewhere is no change of its own.
 * @param others the page as it was at other moments of now: what moves by itself between them is no change
 */
export function compareSections(
  before: PageDescription,
  after: PageDescription,
  others: readonly PageDescription[] = [],
): Change[] {
  const pairs = pairUp(before.sections, after.sections);
  const moments = others.map(({ sections }) => pairUp(sections, after.sections));
  const changes: Change[] = [];
  for (const section of after.sections) {
    const was = pairs.get(section);
    const looks = [section, ...moments.flatMap((pairs) => pairs.get(section) ?? [])];
    if (was === undefined) {
      if (looks.length > others.length)
        changes.push({ change: 'added', section: nameOf(section), before: null, after: cut(section.text) });
    } else if (!isMomentOf(plain(was), looks.map(plain)))
      changes.push({ change: 'reworded', section: nameOf(section), ...difference(was, section) });
  }
  const kept = new Set(pairs.values());
  const seen = new Set(others.flatMap(({ sections }) => sections.map(plain)));
  for (const section of before.sections)
    if (!kept.has(section) && !seen.has(plain(section)))
      changes.push({ change: 'gone', section: nameOf(section), before: cut(section.text), after: null });
  return changes.length > 0 ? changes : controlChanges(before, [after, ...others]);
}

/** What a page says from one act of a film to the next: behind a press, or on a page that the film has come to. */
export interface SaidThen {
  /** What the film shows there, in words. */
  scene: string | null;
  text: string;
  /** What it said otherwise before the next act, by itself. */
  later?: string[];
}

/** What is said otherwise along the way of a film; a way with more or fewer stops is another way. */
export function compareWays(before: readonly SaidThen[], after: readonly SaidThen[]): Change[] {
  const changes = after.flatMap((now, at): Change[] => {
    const was = before[at];
    if (!was || isSameStop(was, now) || isSameStop(now, was)) return [];
    const told = [was, now].map(({ text }) => ({ kind: '', heading: null, text }));
    return [{ change: 'reworded', section: now.scene && cut(now.scene), ...difference(told[0]!, told[1]!) }];
  });
  if (changes.length > 0 || before.length === after.length) return changes.slice(0, mostAlongTheWay);
  return [{ change: 'looks', section: null, before: null, after: null }];
}

/** A film stays too short a time at some of its stops for anything to move there, the one before or this one. */
const isSameStop = (one: SaidThen, other: SaidThen) =>
  momentsOf(one).some((moment) => isMomentOf(moment, momentsOf(other)));
const momentsOf = ({ text, later = [] }: SaidThen) => [text, ...later];

/** Buttons and fields that no section's text tells of. */
function controlChanges(before: PageDescription, looks: readonly PageDescription[]): Change[] {
  const [was, now] = [new Set(before.controls), namesOf(looks.map(({ controls }) => controls))];
  const gone = before.controls.filter((one) => !now.isStill(one) && !now.moves(one));
  const added = looks[0]!.controls.filter((one) => !was.has(one) && now.isStill(one));
  if (gone.length + added.length === 0) return [];
  const list = (names: string[]) => (names.length > 0 ? cut(names.join(', ')) : null);
  return [{ change: 'reworded', section: null, before: list(gone), after: list(added) }];
}

/** Each section of now with what it was, the most alike first. */
function pairUp(
  before: DescribedSection[],
  after: DescribedSection[],
): Map<DescribedSection, DescribedSection> {
  const scored = after.flatMap((now) => before.map((was) => ({ now, was, score: kinship(was, now) })));
  const pairs = new Map<DescribedSection, DescribedSection>();
  const taken = new Set<DescribedSection>();
  for (const { now, was, score } of scored.sort((a, b) => b.score - a.score)) {
    if (score < leastKinship || pairs.has(now) || taken.has(was)) continue;
    pairs.set(now, was);
    taken.add(was);
  }
  return pairs;
}

function kinship(was: DescribedSection, now: DescribedSection): number {
  if (plain(was) === plain(now)) return 2;
  const heading = was.heading !== null && was.heading === now.heading ? 0.6 : 0;
  const kind = was.kind === now.kind ? 0.15 : 0;
  return heading + kind + 0.6 * shared(wordsOf(was.text), wordsOf(now.text));
}

function shared(a: string[], b: string[]): number {
  if (a.length + b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of a) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  return (2 * common) / (a.length + b.length);
}

/** What lies between the words that both begin and end with. */
function difference(was: DescribedSection, now: DescribedSection): { before: string; after: string } {
  const [a, b] = [was, now].map(({ heading, text }) => wordsOf(`${heading ?? ''} ${text}`));
  const [one, other] = [a ?? [], b ?? []];
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++;
  let end = 0;
  const room = Math.min(one.length, other.length) - start;
  while (end < room && one.at(-1 - end) === other.at(-1 - end)) end++;
  // A word on either side, so that it can be found on the page.
  const from = Math.max(0, start - 1);
  const part = (words: string[]) => cut(words.slice(from, words.length - Math.max(0, end - 1)).join(' '));
  return { before: part(one), after: part(other) };
}

const words = (text: string) => wordsOf(text).join(' ');
const plain = ({ heading, text }: DescribedSection) => words(`${heading ?? ''} ${text}`);
const nameOf = ({ heading, kind }: DescribedSection) => cut(heading ?? kind);
const cut = (text: string) => (text.length <= mostWords ? text : `${shorten(text, mostWords - 1)}…`);
