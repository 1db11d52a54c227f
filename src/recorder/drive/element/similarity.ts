import { shorten } from '../../../text.ts';
import type { Identity } from '../../contract/identity.ts';
import { compareTraits, plainText, type Trait, textTraits } from './traits.ts';

/** What an element is like now: its identity without what the page had beside it. */
export type ElementFingerprint = Omit<Identity, 'others' | 'peers' | 'twins'>;

// A page that has kept a smaller part of its old names than this speaks another language, or is another page.
const leastKept = 0.35;

/**
 * Whether the page says the same as before in another language. Few of its names have stayed, and either it declares another
 * language, or (where no language was or is declared) it has about as many elements as before.
 */
export function isTranslated(identity: Identity, pool: readonly ElementFingerprint[]): boolean {
  const now = new Set(pool.map(({ name }) => plainText(name)));
  const before = identity.others.map(nameOf).filter(Boolean);
  const kept = before.filter((name) => now.has(plainText(name))).length;
  if (before.length < 3 || kept / before.length >= leastKept) return false;
  const lang = pool[0]?.lang ?? '';
  if (lang !== '' || identity.lang !== '') return lang !== identity.lang;
  return Math.abs(pool.length - identity.peers) <= identity.peers * 0.15;
}

/** What tells one element from others of its kind, in the form in which an identity's `others` are stored. */
export const keyOf = ({ role, name }: Pick<ElementFingerprint, 'role' | 'name'>) =>
  shorten(`${role} ${name}`, 200);
const nameOf = (key: string) => key.slice(key.indexOf(' ') + 1);

/** How much each trait counts. Words and what authors wrote on purpose count most, appearance and position least. */
const weights: Record<Trait | 'selectors', number> = {
  name: 3,
  text: 0.8,
  role: 1.5,
  tag: 0.6,
  id: 1.5,
  test: 2.5,
  href: 2,
  field: 1.6,
  type: 0.8,
  class: 0.6,
  alt: 0.5,
  source: 1,
  heading: 1.3,
  region: 0.8,
  near: 1.2,
  place: 1,
  path: 0.8,
  box: 0.6,
  selectors: 1,
};

/** Traits of an element's position: a new order of the page changes them. */
const positionTraits = new Set<string>(['place', 'path', 'box', 'selectors']);

export interface Similarity {
  /** 0 to 1. Traits that the identity does not have are not counted. */
  score: number;
  /** The page still has its old language, but neither the words nor anything an author wrote on the element are the same. */
  sharesNothing: boolean;
  /** Something that an author wrote on the element is different, such as its id or its address. */
  contradicted: boolean;
}

/**
 * How similar an element is to the one that was filmed.
 * @param evidence.translated the page speaks another language now: words count little then, order and addresses count as before
 * @param evidence.twins several elements have its role and name: what stands around an element counts more then, its place less
 * @param evidence.selectors the part of the step's selectors that match this element alone
 */
export function similarityOf(
  identity: Identity,
  fingerprint: ElementFingerprint,
  evidence: { translated: boolean; twins: boolean; selectors: number },
): Similarity {
  let [sum, total] = [0, 0];
  const traits = compareTraits(identity, fingerprint);
  for (const [trait, similarity] of Object.entries({ ...traits, selectors: evidence.selectors })) {
    if (similarity === null) continue;
    const weight = weights[trait as Trait | 'selectors'] * emphasis(trait, evidence);
    sum += weight * similarity;
    total += weight;
  }
  const authored = [traits.id, traits.test, traits.field, traits.href, traits.source].filter(
    (one) => one !== null,
  );
  const words = traits.name ?? traits.text ?? 0;
  return {
    score: total === 0 ? 0 : sum / total,
    sharesNothing:
      !evidence.translated && words < chanceSimilarity(identity.name) && Math.max(0, ...authored) < 0.5,
    contradicted: authored.some((similarity) => similarity < 0.5),
  };
}

function emphasis(trait: string, { translated, twins }: { translated: boolean; twins: boolean }): number {
  if (translated) return textTraits.has(trait) ? 0.25 : 1;
  if (!twins) return 1;
  return trait === 'heading' || trait === 'near' ? 2 : positionTraits.has(trait) ? 0.4 : 1;
}

/** How similar any two texts of a language are. Long texts share more sequences of letters. */
const chanceSimilarity = (name: string) => (name.length > 40 ? 0.42 : 0.2);
