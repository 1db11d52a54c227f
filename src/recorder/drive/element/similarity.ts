import { shorten } from '../../../text.ts';
import type { Identity } from '../../contract/identity.ts';

/** An element as it is now: all of an identity but what was beside it. */
export type ElementFingerprint = Omit<Identity, 'others' | 'peers' | 'twins'>;

// With fewer of its old names than this, a page speaks another language, or is another page.
const leastFamiliar = 0.35;

/**
 * Whether the page says the same in another language: hardly a name is what it was, and it says so itself, or there is as
 * much on it as there was.
 */
export function isTranslated(identity: Identity, pool: readonly ElementFingerprint[]): boolean {
  const now = new Set(pool.map(({ name }) => plain(name)));
  const before = identity.others.map(nameOf).filter(Boolean);
  const kept = before.filter((name) => now.has(plain(name))).length;
  if (before.length < 3 || kept / before.length >= leastFamiliar) return false;
  const lang = pool[0]?.lang ?? '';
  if (lang !== '' || identity.lang !== '') return lang !== identity.lang;
  return Math.abs(pool.length - identity.peers) <= identity.peers * 0.15;
}

/** What tells elements of a kind apart, as `others` keeps it. */
export const keyOf = ({ role, name }: Pick<ElementFingerprint, 'role' | 'name'>) =>
  shorten(`${role} ${name}`, 200);
const nameOf = (key: string) => key.slice(key.indexOf(' ') + 1);

/** How much each trait weighs: words and what authors wrote on purpose most, looks and position least. */
const weights = {
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
} as const;
type Trait = keyof typeof weights;

/** Traits of where it stands, which a new order changes. */
const placed = new Set<Trait>(['place', 'path', 'box', 'selectors']);

/** Traits made of words, which a translation changes all at once. */
const wordy = new Set<Trait>(['name', 'text', 'heading', 'near', 'alt']);

export interface Similarity {
  /** 0 to 1. A trait that the identity does not have is not counted. */
  score: number;
  /** On a page that still speaks its old words: neither the words nor anything an author wrote on it is the same. */
  stranger: boolean;
  /** Something that an author wrote on it says otherwise: another id, another address. */
  contradicted: boolean;
}

/**
 * How alike `portrait` is to what was filmed.
 * @param evidence.translated words tell nothing then; order and addresses still do
 * @param evidence.twins several have its role and name: what is around it tells them apart, not where they stand
 * @param evidence.selectors share of the step's selectors that find this element and no other
 */
export function similarityOf(
  identity: Identity,
  portrait: ElementFingerprint,
  evidence: { translated: boolean; twins: boolean; selectors: number },
): Similarity {
  let [sum, total] = [0, 0];
  const traits = compare(identity, portrait);
  for (const [trait, alike] of Object.entries({ ...traits, selectors: evidence.selectors })) {
    if (alike === null) continue;
    const weight = weights[trait as Trait] * emphasis(trait as Trait, evidence);
    sum += weight * alike;
    total += weight;
  }
  const authored = [traits.id, traits.test, traits.field, traits.href, traits.source].filter(
    (one) => one !== null,
  );
  const words = traits.name ?? traits.text ?? 0;
  return {
    score: total === 0 ? 0 : sum / total,
    stranger: !evidence.translated && words < byChance(identity.name) && Math.max(0, ...authored) < 0.5,
    contradicted: authored.some((alike) => alike < 0.5),
  };
}

function emphasis(trait: Trait, { translated, twins }: { translated: boolean; twins: boolean }): number {
  if (translated) return wordy.has(trait) ? 0.25 : 1;
  if (!twins) return 1;
  return trait === 'heading' || trait === 'near' ? 2 : placed.has(trait) ? 0.4 : 1;
}

/** So alike are any two texts of a language: long ones share more runs of letters. */
const byChance = (name: string) => (name.length > 40 ? 0.42 : 0.2);

function compare(was: Identity, is: ElementFingerprint): Record<Exclude<Trait, 'selectors'>, number | null> {
  const [before, now] = [was.attributes, is.attributes];
  const same = (name: string) => (before[name] ? Number(before[name] === now[name]) : null);
  const best = (...names: string[]) => {
    const told = names.map(same).filter((alike) => alike !== null);
    return told.length > 0 ? Math.max(...told) : null;
  };
  return {
    name: was.name ? wordsAlike(was.name, is.name) : null,
    text: was.text && was.text !== was.name ? wordsAlike(was.text, is.text) : null,
    role: was.role === is.role ? 1 : kin(was.role, is.role) ? 0.6 : 0,
    tag: Number(was.tag === is.tag),
    id: before.id && !/\d{3,}/.test(before.id) ? wordsAlike(before.id, now.id ?? '') : null,
    test: best('data-testid', 'data-test', 'data-cy', 'data-qa', 'data-section'),
    href: before.href && leads(before.href) ? hrefsAlike(before.href, now.href) : null,
    field: best('name', 'autocomplete', 'aria-controls', 'for', 'data-target', 'data-bs-target'),
    type: same('type'),
    class: before.class ? tokensAlike(before.class, now.class ?? '') : null,
    alt: best('alt', 'title', 'placeholder'),
    source: best('src', 'inner'),
    heading: was.heading ? wordsAlike(was.heading, is.heading) : null,
    region: was.region ? regionsAlike(was.region, is.region) : null,
    near: was.near.length > 0 ? shareOf(was.near, is.near) : null,
    place: placesAlike(was.place, is.place),
    path: pathsAlike(was.path, is.path),
    box: boxesAlike(was.box, is.box),
  };
}

/** What a person presses in the same way, whichever element it is made of. */
const kin = (a: string, b: string) =>
  [a, b].every((role) => /^(link|button|menuitem|tab|switch|checkbox)$/.test(role));

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

// What stands for hidden words, in portraits and in scripts.
const veiled = /^[•\s]+$/;

/**
 * 1 where the words are the same, else how many of them are shared, or how many runs of three letters. What has no letters says
 * nothing ("..." names every logo of a page), but for the dots that hidden words are kept as.
 */
export function wordsAlike(a: string, b: string): number {
  const [one, other] = [plain(a), plain(b)];
  if (one === other) return one === '' ? Number(a === b && veiled.test(a)) : 1;
  if (!one || !other) return 0;
  const words = dice(one.split(' '), other.split(' '));
  return 0.95 * Math.max(words, dice(trigrams(one), trigrams(other)));
}

const trigrams = (text: string) => {
  const padded = ` ${text} `;
  return Array.from({ length: Math.max(1, padded.length - 2) }, (_, at) => padded.slice(at, at + 3));
};

function dice(a: string[], b: string[]): number {
  const left = [...b];
  let shared = 0;
  for (const piece of a) {
    const at = left.indexOf(piece);
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length);
}

const tokensAlike = (a: string, b: string) =>
  dice(a.split(/\s+/).filter(Boolean), b.split(/\s+/).filter(Boolean));

/** Not the `#` of a link that is really a button. */
const leads = (href: string) => !/^(#!?|javascript:.*)?$/.test(href);

/** A locale in front, a host or a query do not make it another page. */
function hrefsAlike(was: string, is: string | undefined): number {
  if (!is) return 0;
  if (was === is) return 1;
  const parts = (href: string) => {
    const { pathname, hash } = new URL(href, 'http://page.invalid/');
    return `${pathname}${hash}`.replace(/^\/[a-z]{2}(-[a-z]{2})?(?=\/|$)/i, '').replace(/\/$|\.html?$/, '');
  };
  if (!URL.canParse(was, 'http://page.invalid/') || !URL.canParse(is, 'http://page.invalid/')) return 0;
  const [one, other] = [parts(was), parts(is)];
  if (one === other && one !== '') return 0.95;
  const last = (path: string) => path.split(/[/#]/).at(-1) ?? '';
  return last(one) !== '' && last(one) === last(other) ? 0.6 : 0;
}

function regionsAlike(was: string, is: string): number {
  if (was === is) return 1;
  return was.split(' ')[0] === is.split(' ')[0] ? 0.7 : 0;
}

const shareOf = (was: string[], is: string[]) =>
  was.filter((text) => is.some((other) => wordsAlike(text, other) > 0.8)).length / was.length;

function placesAlike(was: Identity['place'], is: Identity['place']): number {
  if (was.index === is.index) return was.count === is.count ? 1 : 0.7;
  // Counted from the end it may still be the same one.
  return was.count - was.index === is.count - is.index ? 0.6 : 0;
}

function pathsAlike(was: string, is: string): number {
  const [a, b] = [was.split('<'), is.split('<')];
  let inner = 0;
  while (inner < Math.min(a.length, b.length) && a[inner] === b[inner]) inner++;
  return Math.max(inner / Math.max(a.length, b.length), 0.9 * dice(a, b));
}

function boxesAlike(was: Identity['box'], is: Identity['box']): number {
  const far = Math.hypot(was.x - is.x, was.y - is.y);
  const ratio = (a: number, b: number) => Math.min(a, b) / Math.max(a, b, 1);
  const size = ratio(was.width, is.width) * ratio(was.height, is.height);
  return 0.6 / (1 + far / 200) + 0.4 * size;
}
