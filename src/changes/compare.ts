import { shorten } from '../text.ts';
import { isMomentOf, namesOf, wordsOf } from './movement.ts';

export interface DescribedSection {
  kind: string;
  heading: string | null;
  /** Its visible text, truncated where it is long. */
  text: string;
}

/** A page in a few kilobytes: the text that a viewer reads, from top to bottom. */
export interface PageDescription {
  url: string;
  title: string;
  sections: DescribedSection[];
  /** Role and name of each control that can be pressed or filled in. */
  controls: string[];
}

export interface Change {
  change: 'added' | 'gone' | 'reworded' | 'looks';
  /** The section's heading, or its kind where it has no heading; null for the page as a whole. */
  section: string | null;
  /** The words that differ, at most 200 characters each. */
  before: string | null;
  after: string | null;
}

// Two sections with a smaller share of common words are not two states of one section.
const leastKinship = 0.3;
const mostWords = 200;
// A single new price changes every state of the page that shows it.
const mostAlongTheWay = 10;

/**
 * The sections that were added, were removed, or have another text. A section that only moved is no change.
 * @param others other looks at the current page: what moves by itself between them is no change
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

/** The text of a page between two acts of a film: after a press, or on a later page of the film. */
export interface SaidThen {
  /** What the film shows there: the intent of its step. */
  scene: string | null;
  text: string;
  /** Other texts that the page showed by itself before the next act. */
  later?: string[];
}

/** How the texts of two films differ, stop by stop. A film with more or fewer stops differs as a whole. */
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

/** At some stops a film stays too briefly to see movement. So the looks of both films count, the previous one and this one. */
const isSameStop = (one: SaidThen, other: SaidThen) =>
  momentsOf(one).some((moment) => isMomentOf(moment, momentsOf(other)));
const momentsOf = ({ text, later = [] }: SaidThen) => [text, ...later];

/** Controls that no section's text mentions. */
function controlChanges(before: PageDescription, looks: readonly PageDescription[]): Change[] {
  const [was, now] = [new Set(before.controls), namesOf(looks.map(({ controls }) => controls))];
  const gone = before.controls.filter((one) => !now.isStill(one) && !now.moves(one));
  const added = looks[0]!.controls.filter((one) => !was.has(one) && now.isStill(one));
  if (gone.length + added.length === 0) return [];
  const list = (names: string[]) => (names.length > 0 ? cut(names.join(', ')) : null);
  return [{ change: 'reworded', section: null, before: list(gone), after: list(added) }];
}

/** Pairs each current section with its earlier state, the most similar pair first. */
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

/** The words between the common beginning and the common end of two texts. */
function difference(was: DescribedSection, now: DescribedSection): { before: string; after: string } {
  const [a, b] = [was, now].map(({ heading, text }) => wordsOf(`${heading ?? ''} ${text}`));
  const [one, other] = [a ?? [], b ?? []];
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++;
  let end = 0;
  const room = Math.min(one.length, other.length) - start;
  while (end < room && one.at(-1 - end) === other.at(-1 - end)) end++;
  // One more word on either side helps a reader to find the place on the page.
  const from = Math.max(0, start - 1);
  const part = (words: string[]) => cut(words.slice(from, words.length - Math.max(0, end - 1)).join(' '));
  return { before: part(one), after: part(other) };
}

const words = (text: string) => wordsOf(text).join(' ');
const plain = ({ heading, text }: DescribedSection) => words(`${heading ?? ''} ${text}`);
const nameOf = ({ heading, kind }: DescribedSection) => cut(heading ?? kind);
const cut = (text: string) => (text.length <= mostWords ? text : `${shorten(text, mostWords - 1)}…`);
