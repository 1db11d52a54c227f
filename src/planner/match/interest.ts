import { shorten } from '../../text.ts';
import { conceptsOf } from '../language/concepts.ts';
import { terms } from '../language/terms.ts';
import type { PageView, Part, Section, SectionKind } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { rankPlaces } from './passages.ts';
import { namedPart, type Ranked, rankSections } from './rank.ts';

/** A section to show, and why. */
export interface Choice {
  section: Section;
  why: string;
  evidence: string[];
  value: number;
  /** The part to show in a close-up, where the prompt names one. */
  part?: Part | undefined;
}

/** The least score of a section that a prompt asks for. A word that is only in a section's small print scores about 0.25. */
export const leastNamedScore = 0.3;

export interface Interest {
  /** What the prompt asks to see, in the prompt's order. Empty where it asks for nothing in particular. */
  named: Choice[];
  /** Every section that is worth showing, with its value, in reading order. */
  story: Choice[];
}

/** Rates the sections of a page by what the prompt asks to see and what it asks to leave out. */
export function interestOf(
  view: PageView,
  clauses: Clause[],
  sectionHint: string | undefined,
  context: string | null,
): Interest {
  const shown = clauses.filter(({ verb, negated }) => verb === 'show' && !negated);
  const left = new Set(clauses.filter(({ negated }) => negated).flatMap((clause) => excluded(view, clause)));
  const usable = view.sections.filter((section) => !left.has(section));
  const named: Choice[] = [];
  for (const text of [sectionHint ?? '', ...shown.map(({ object }) => object)]) {
    if (terms(text).length === 0) continue;
    const found = namedBy(usable, text, text === sectionHint);
    // In "present the studio", a single word that only the page's headline has is the product itself.
    const product = text !== sectionHint && found.length === 1 && found[0]?.section.kind === 'hero';
    if (product && terms(text).length === 1) continue;
    for (const choice of found)
      if (!named.some(({ section, part }) => section === choice.section && part?.id === choice.part?.id))
        named.push(choice);
  }
  // A section that a prompt mentions in passing is worth more than one that it does not mention at all.
  const said = rankSections(usable, shown.map(({ object }) => object).join(' '));
  const meant = context ? rankSections(usable, context) : [];
  const backing = (section: Section) =>
    30 * Math.min(1, scoreIn(said, section)) + 8 * Math.min(1, scoreIn(meant, section));
  return { named, story: storyOf(usable, named, backing) };
}

function excluded(view: PageView, { object }: Clause): Section[] {
  const ranked = rankSections(view.sections, object).filter(({ score }) => score >= leastNamedScore);
  const best = ranked[0]?.score ?? 0;
  return ranked.filter(({ score }) => score >= 0.75 * best).map(({ section }) => section);
}

/** The section that fits a phrase best. Where the phrase names several, also the sections that fit nearly as well. */
function namedBy(sections: Section[], text: string, hinted: boolean): Choice[] {
  const ranked = rankPlaces(sections, text);
  const best = ranked[0];
  if (!best || best.score < leastNamedScore) return [];
  const covered = new Set<string>();
  const picked: Ranked[] = [];
  for (const one of ranked) {
    const news = one.evidence.filter((word) => !covered.has(word));
    // The links of a footer have a word of everything. So the footer is added only where the phrase asks for it.
    const asked = one.section.kind !== 'footer' || conceptsOf(text).includes('footer');
    const close = asked && one.score >= 0.5 * best.score && one.score >= leastNamedScore;
    if (picked.length > 0 && (!close || news.length === 0 || picked.length >= 4)) continue;
    picked.push(one);
    for (const word of one.evidence) covered.add(word);
  }
  // In the order in which the phrase mentions them.
  const mention = ({ evidence }: Ranked) =>
    Math.min(...evidence.map((word) => (text.includes(word) ? text.indexOf(word) : text.length)));
  picked.sort((a, b) => mention(a) - mention(b));
  const why = hinted ? 'The section asked for.' : 'The prompt speaks of it.';
  return picked.map(({ section, evidence, score }) => ({
    section,
    why,
    evidence: evidence.map(
      (word) =>
        `“${word}” in the prompt matches ${section.heading ? `“${shorten(section.heading, 60)}”` : `the ${section.kind} section`}`,
    ),
    value: 110 + Math.min(20, 10 * score),
    part: namedPart(section, text) ?? undefined,
  }));
}

const reasons: Partial<Record<SectionKind, string>> = {
  hero: 'It says what the product is.',
  features: 'It shows what the product does.',
  pricing: 'It says what it costs.',
  proof: 'Others speak for it.',
  'call-to-action': 'It says what to do next.',
  gallery: 'It lets the product be seen.',
  faq: 'It answers what buyers ask.',
  form: 'Here a visitor takes the next step.',
};

const scoreIn = (ranked: Ranked[], section: Section) =>
  ranked.find((one) => one.section === section)?.score ?? 0;

/**
 * The story that a page tells by itself: its opening, the best of what the product does, proof and price, what to do next.
 * @param backing points that prompt and context add to a section's own
 */
function storyOf(sections: Section[], named: Choice[], backing: (section: Section) => number): Choice[] {
  const seen = new Map<SectionKind, number>();
  const order = [...sections].sort((a, b) => b.importance - a.importance);
  const worth = new Map<Section, number>();
  for (const section of order) {
    const before = seen.get(section.kind) ?? 0;
    seen.set(section.kind, before + 1);
    // The second section of a kind tells viewers less than the first one of another kind.
    const own = 90 * section.importance * 0.8 ** (section.kind === 'content' ? 0.3 * before : before);
    // Always less than a section that the prompt asks for, which has 110 and more.
    worth.set(section, Math.min(99, own + backing(section)));
  }
  return sections
    .filter((section) => section.kind !== 'header' && section.kind !== 'footer' && section.box.height >= 40)
    .map((section) => {
      const chosen = named.find((choice) => choice.section === section);
      return (
        chosen ?? {
          section,
          why: reasons[section.kind] ?? 'It is part of what the page has to say.',
          evidence: [section.heading ?? shorten(section.text, 80)].filter(Boolean),
          value: worth.get(section) ?? 0,
        }
      );
    });
}

/**
 * The sections that the prompt asks for, or else the best of the page in reading order. The opening comes first, unless time is
 * too short for it.
 */
export function pickChoices({ named, story }: Interest, scenes: number): Choice[] {
  const hero = story.find(({ section }) => section.kind === 'hero');
  if (named.length > 0) {
    const opens = hero && named.length < scenes && !named.some(({ section }) => section === hero.section);
    const shown = named.slice(0, scenes);
    const rest =
      scenes > 4
        ? byWorth(story).filter((choice) => !shown.some(({ section }) => section === choice.section))
        : [];
    const extra = rest
      .slice(0, Math.max(0, Math.ceil(scenes / 2) - shown.length))
      .filter((choice) => choice !== hero);
    return [...(opens ? [hero] : []), ...shown, ...extra.sort(byPlace)];
  }
  const chosen = byWorth(story).slice(0, scenes);
  return chosen.sort(byPlace);
}

export const byWorth = (choices: Choice[]) => [...choices].sort((a, b) => b.value - a.value);
export const byPlace = (a: Choice, b: Choice) => a.section.box.y - b.section.box.y;

/** The choices of some kinds: first those that the prompt asks for, then the others. */
export function choicesOf({ named, story }: Interest, kinds: SectionKind[]): Choice[] {
  const asked = named.filter(({ section }) => kinds.includes(section.kind));
  const fitting = story.filter((choice) => kinds.includes(choice.section.kind) && !asked.includes(choice));
  fitting.sort((a, b) => kinds.indexOf(a.section.kind) - kinds.indexOf(b.section.kind) || b.value - a.value);
  return [...asked, ...fitting];
}
export const bestChoice = (interest: Interest, kinds: SectionKind[]) =>
  choicesOf(interest, kinds)[0] ?? byWorth(interest.story)[0];
