import { terms } from '../language/terms.ts';
import { isAkin, words } from '../language/words.ts';
import type { Box, Passage, Section } from '../page/view.ts';
import { kindsOfConcept, type Ranked, rankSections } from './rank.ts';

/**
 * Ranks sections as `rankSections` does. Where a smaller heading fits the query better than every section's names do, the
 * passage under it comes first: "the video size methods" are a chapter of a page that is one long section.
 */
export function rankPlaces(sections: Section[], query: string): Ranked[] {
  const ranked = rankSections(sections, query);
  const found = passageFor(sections, query);
  return found ? [found, ...ranked] : ranked;
}

/** The least likeness of a passage: most words of the query are in its heading. */
const leastLikeness = 0.6;

function passageFor(sections: Section[], query: string): Ranked | null {
  const all = new Set(terms(query));
  const asked = words(query).filter(({ raw }) => terms(raw).some((term) => all.has(term)));
  if (asked.length === 0) return null;
  let best: { home: Section; passage: Passage; likeness: number } | null = null;
  for (const home of sections) {
    if (home.kind === 'header') continue;
    for (const passage of home.passages) {
      const likeness = likenessOf(asked, terms(passage.heading)) * (home.kind === 'footer' ? 0.8 : 1);
      if (likeness >= leastLikeness && likeness > (best?.likeness ?? 0) && !isOfCard(passage, home))
        best = { home, passage, likeness };
    }
  }
  if (!best) return null;
  const { home, passage, likeness } = best;
  const named = Math.max(...sections.map((section) => likenessOf(asked, namesOf(section))));
  if (likeness <= named + 0.04) return null;
  const own = terms(passage.heading);
  const evidence = asked.filter(({ raw }) => isIn(raw, own)).map(({ raw }) => raw);
  return { section: asSection(passage, home), score: likeness, evidence };
}

type Asked = ReturnType<typeof words>;

/**
 * How alike a query and a heading are, up to 1. A word of the query that the heading lacks costs more than the other way round.
 */
function likenessOf(asked: Asked, own: string[]): number {
  const plain = own.filter((term) => !term.startsWith('#'));
  const hits = asked.filter(({ raw }) => isIn(raw, own)).length;
  if (hits === 0) return 0;
  const said = asked.flatMap(({ raw }) => terms(raw));
  const spoken = plain.filter((term) => said.some((other) => isAkin(term, other))).length;
  return (0.75 * hits) / asked.length + (0.25 * Math.min(spoken, plain.length)) / Math.max(1, plain.length);
}

const isIn = (raw: string, own: string[]) =>
  terms(raw).some((term) =>
    term.startsWith('#') ? own.includes(term) : own.some((other) => isAkin(term, other)),
  );

/** All names of a section: its heading, the page's links to it, and the concepts of its kind. */
function namesOf({ heading, aliases, kind }: Section): string[] {
  const kinds = Object.entries(kindsOfConcept).filter(([, of]) => of?.includes(kind));
  return [
    ...terms(heading ?? ''),
    ...aliases.flatMap((alias) => terms(alias)),
    ...kinds.map(([concept]) => `#${concept}`),
  ];
}

/** Whether a passage is a card with a title. A card is a part of its section, which is shown around it. */
const isOfCard = ({ box }: Passage, { parts }: Section) =>
  parts.some(({ kind, box: card }) => kind === 'card' && card.height < 700 && holds(card, box));

const holds = (outer: Box, inner: Box) =>
  inner.x >= outer.x - 4 &&
  inner.y >= outer.y - 4 &&
  inner.x + inner.width <= outer.x + outer.width + 4 &&
  inner.y + Math.min(inner.height, 60) <= outer.y + outer.height + 4;

function asSection({ id, heading, box, part }: Passage, home: Section): Section {
  const within = home.parts.filter(({ kind, box: own }) => kind !== 'heading' && holds(box, own));
  return {
    id,
    heading,
    box,
    importance: home.importance,
    kind: home.kind === 'faq' || home.kind === 'pricing' ? home.kind : 'content',
    text: heading,
    parts: [part, ...within],
    passages: [],
    subheadings: [],
    tokens: [],
    aliases: [],
  };
}
