import { conceptsOf } from '../language/concepts.ts';
import { anySentence } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { words } from '../language/words.ts';
import type { Part, Section, SectionKind } from '../page/view.ts';

export interface Ranked {
  section: Section;
  /** 0 where the query does not mention the section, about 1 for a word in its heading. */
  score: number;
  /** The words of the query that fit the section. */
  evidence: string[];
}

/** The kinds of sections that some concepts stand for. */
export const kindsOfConcept: Partial<Record<string, SectionKind[]>> = {
  pricing: ['pricing'],
  faq: ['faq'],
  features: ['features'],
  proof: ['proof'],
  signup: ['call-to-action', 'form'],
  contact: ['form', 'call-to-action'],
  form: ['form'],
  gallery: ['gallery'],
  hero: ['hero'],
  'call-to-action': ['call-to-action'],
  footer: ['footer'],
  header: ['header'],
  newsletter: ['form'],
  products: ['gallery', 'pricing', 'features'],
  reasons: ['features', 'proof', 'hero'],
};

/** Orders sections by how well they answer the query. The best comes first, and equal ones are in reading order. */
export function rankSections(sections: Section[], query: string): Ranked[] {
  const wanted = [...new Set(terms(query))];
  const bags = sections.map(bagOf);
  const rarity = rarityOf(bags);
  const ranked = sections.map((section, index) => {
    const bag = bags[index]!;
    let score = 0;
    const evidence: string[] = [];
    for (const term of wanted) {
      const weight = bag.get(term) ?? 0;
      if (weight === 0) continue;
      score += (weight / (weight + 1.5)) * rarity(term);
      evidence.push(saidAs(term, query));
    }
    const standing = section.kind === 'header' ? 0.3 : section.kind === 'footer' ? 0.6 : 1;
    return {
      section,
      score: standing * score * (0.95 + 0.05 * section.importance),
      evidence: [...new Set(evidence)],
    };
  });
  return ranked.sort((a, b) => b.score - a.score || a.section.box.y - b.section.box.y);
}

/** The word of the query behind a term. Evidence is shown to people, and stems are not meant for them. */
export function saidAs(term: string, query: string): string {
  const said = words(query);
  if (!term.startsWith('#')) return said.find(({ stem }) => stem === term)?.raw ?? term;
  const concept = term.slice(1);
  return said.find(({ raw }) => conceptsOf(raw).includes(concept))?.raw ?? concept;
}

/** The part of a section that the query names, if any: "the Pro plan", "the weather alerts". */
export function namedPart(section: Section, query: string): Part | null {
  const wanted = new Set(terms(query).filter((term) => !term.startsWith('#')));
  const cards = section.parts.filter((part) => part.kind === 'card');
  const bags = cards.map((part) => new Set(terms(part.text)));
  const telling = (bag: Set<string>) =>
    [...bag].filter((term) => wanted.has(term) && bags.filter((other) => other.has(term)).length === 1)
      .length;
  const best = cards
    .map((part, index) => ({ part, hits: telling(bags[index]!) }))
    .sort((a, b) => b.hits - a.hits)[0];
  return best && best.hits > 0 ? best.part : null;
}

/** A postal address gives the location, whatever the heading above it. */
const postal = anySentence('address');

/** The words of a section. A word weighs more the more prominently it is placed. */
function bagOf(section: Section): Map<string, number> {
  const bag = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of new Set(terms(text))) bag.set(term, (bag.get(term) ?? 0) + weight);
  };
  add(section.heading ?? '', 3);
  add(section.aliases.join(' '), 3);
  add(section.tokens.join(' '), 1.5);
  add(section.subheadings.join(' '), 1.2);
  // The first words of a section are often its label, in small letters.
  add(section.text.slice(0, 60), 0.8);
  add(section.text, 0.7);
  if (postal.test(section.text) && section.kind !== 'footer')
    bag.set('#location', (bag.get('#location') ?? 0) + 2);
  for (const [concept, kinds] of Object.entries(kindsOfConcept))
    if (kinds?.includes(section.kind)) bag.set(`#${concept}`, (bag.get(`#${concept}`) ?? 0) + 6);
  return bag;
}

/** Inverse document frequency, from about 0.4 to 1.2. A word that half of the sections use tells little. */
function rarityOf(bags: Map<string, number>[]): (term: string) => number {
  return (term) => {
    const holding = bags.filter((bag) => bag.has(term)).length;
    const base = Math.log(1 + bags.length / Math.max(1, holding)) / Math.log(1 + bags.length);
    return (term.startsWith('#') ? 1.4 : 1) * (0.3 + 0.9 * base);
  };
}
