import { conceptsOf } from '../language/concepts.ts';
import { anyOf } from '../language/patterns.ts';
import type { RawControl, RawSection, Section, SectionKind } from './view.ts';

interface Place {
  index: number;
  count: number;
  viewport: { width: number; height: number };
  pageHeight: number;
  /** It is the first section that is not a navigation bar. */
  first: boolean;
}

/** Finds the kind of each section, by its words first and by its looks second, and how much it matters. */
export function classify(
  raw: RawSection[],
  page: { viewport: Place['viewport']; pageHeight: number; url: string; controls: RawControl[] },
): Section[] {
  const firstContent = raw.findIndex((section) => !isBar(section, page.viewport.height));
  const kinds = raw.map((section, index) =>
    kindOf(section, linksTo(section, page), {
      index,
      count: raw.length,
      first: index === firstContent,
      ...page,
    }),
  );
  return raw.map((section, index) => {
    const { facts, id, box, parts, passages } = section;
    const kind = kinds[index]!;
    return {
      id,
      kind,
      box,
      parts,
      passages,
      heading: facts.heading,
      text: facts.text,
      subheadings: facts.subheadings,
      tokens: facts.quotes > 0 && kind === 'proof' ? [...facts.tokens, 'testimonials'] : facts.tokens,
      aliases: linksTo(section, page),
      importance: importanceOf(section, kind, kinds, page.viewport),
    };
  });
}

/** The names of the page's links to a section. They tell more about it than its headline does. */
function linksTo({ facts }: RawSection, page: { url: string; controls: RawControl[] }): string[] {
  const here = page.url.split('#')[0];
  const names = page.controls.flatMap(({ href, name, prominence }) => {
    const [path, fragment] = (href ?? '').split('#');
    // A button ("Start free") tells what to do in a section, and not what the section is.
    return fragment && path === here && prominence < 0.5 && facts.anchors.includes(fragment) ? [name] : [];
  });
  return [...new Set(names)].slice(0, 4);
}

const isBar = ({ facts, box }: RawSection, viewportHeight: number) =>
  (facts.sticky || facts.tag === 'nav' || facts.tag === 'header' || (facts.heading === null && box.y < 40)) &&
  box.height < 0.3 * viewportHeight &&
  facts.headingLevel !== 1;

function kindOf(section: RawSection, aliases: string[], place: Place): SectionKind {
  const { facts, box } = section;
  if (isBar(section, place.viewport.height) && box.y < 0.3 * place.viewport.height) return 'header';
  if (isFooter(section, place)) return 'footer';
  const scores = scoresOf(section, aliases, place);
  const [kind, score] = Object.entries(scores).sort((a, b) => b[1] - a[1])[0] as [SectionKind, number];
  if (place.first && score < 6 && box.y < place.viewport.height) return 'hero';
  // "Showcase your app beautifully" and "Incident reviews …" are headlines of pages, whatever these words stand for elsewhere.
  const isHeadline = facts.headingLevel === 1 && box.height < 1.3 * place.viewport.height;
  const isOnlyWords = facts.quotes === 0 && facts.inputs === 0 && facts.cards < 3 && facts.images < 8;
  if (place.first && isHeadline && isOnlyWords && !/pricing|faq/.test(kind)) return 'hero';
  if (facts.headingLevel === 1 && box.y < 0.6 * place.viewport.height && score < 6) return 'hero';
  return score >= 2 ? kind : 'content';
}

const smallPrint = new RegExp(`©|\\(c\\)|${anyOf('page', 'footer')}`, 'i');

function isFooter({ facts, box }: RawSection, place: Place): boolean {
  if (facts.tag === 'footer' || facts.role === 'contentinfo' || facts.tokens.includes('footer')) return true;
  const last = place.index === place.count - 1 && place.count > 2;
  const small = box.height < 0.6 * place.viewport.height && facts.largestFontPx < 26;
  return last && small && smallPrint.test(facts.text);
}

/** Points for each kind. From 6 on, the words leave no doubt. From 2 on, the looks speak for the kind. */
function scoresOf(
  { facts }: RawSection,
  aliases: string[],
  place: Place,
): Record<Exclude<SectionKind, 'header' | 'footer' | 'hero' | 'content'>, number> {
  const named = new Set(conceptsOf(`${facts.heading ?? ''} ${aliases.join(' ')} ${facts.tokens.join(' ')}`));
  const said = (concept: string, weight = 5) => (named.has(concept) ? weight : 0);
  const opening = conceptsOf(facts.text.slice(0, 120));
  const few = facts.textLength < 360;
  const asks = facts.buttons + facts.links;
  return {
    pricing:
      said('pricing') + Math.min(4, 1.5 * facts.prices) + (facts.prices >= 2 && facts.cards >= 2 ? 2 : 0),
    faq: said('faq') + Math.min(5, 1.4 * Math.max(facts.disclosures, facts.questions - 1)),
    proof:
      said('proof') +
      Math.min(5, 1.6 * facts.quotes) +
      // A quotation that stands alone vouches for something. Beside other text it may be anything.
      (facts.quotes > 0 && facts.textLength < 500 ? 2 : 0) +
      (facts.bigNumbers >= 3 && facts.prices === 0 ? 3 : 0) +
      (opening.includes('proof') && few ? 3 : 0),
    gallery: said('gallery') + (facts.images >= 4 && facts.textLength < 40 * facts.images ? 2.5 : 0),
    form:
      said('form', 2) +
      said('contact', 2) +
      said('newsletter', 2) +
      (facts.inputs > 0 ? 2.5 + facts.inputs : 0),
    'call-to-action':
      said('signup', 3) +
      (few && asks >= 1 && asks <= 4 && facts.cards < 3 && place.index > 0.5 * place.count ? 2.5 : 0),
    features:
      said('features') +
      said('integrations', 2) +
      said('security', 1.5) +
      (facts.cards >= 3 && facts.textLength > 80 ? 2 : 0),
  };
}

const kindWeight: Record<SectionKind, number> = {
  hero: 1,
  features: 0.8,
  pricing: 0.7,
  proof: 0.65,
  'call-to-action': 0.62,
  gallery: 0.55,
  form: 0.5,
  faq: 0.4,
  content: 0.45,
  header: 0.05,
  footer: 0.05,
};

function importanceOf(
  section: RawSection,
  kind: SectionKind,
  kinds: SectionKind[],
  viewport: Place['viewport'],
): number {
  const { facts, box } = section;
  const weight = kindWeight[kind];
  const size = Math.min(1, (box.width * box.height) / (viewport.width * viewport.height));
  const rich = Math.min(1, (facts.cards + facts.images + facts.videos * 3) / 6);
  const headed = facts.heading ? 0.08 : -0.15;
  const repeats = kinds.filter((other) => other === kind).length > 3 && kind !== 'hero' ? -0.05 : 0;
  return Math.max(0, Math.min(1, weight * (0.75 + 0.15 * size + 0.1 * rich) + headed + repeats));
}
