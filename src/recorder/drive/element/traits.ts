import type { Identity } from '../../contract/identity.ts';

export type Trait =
  | 'name'
  | 'text'
  | 'role'
  | 'tag'
  | 'id'
  | 'test'
  | 'href'
  | 'field'
  | 'type'
  | 'class'
  | 'alt'
  | 'source'
  | 'heading'
  | 'region'
  | 'near'
  | 'place'
  | 'path'
  | 'box';

/** Traits made of words: a translation changes all of them at once. */
export const textTraits = new Set<string>(['name', 'text', 'heading', 'near', 'alt'] satisfies Trait[]);

/** How similar each trait of an element is to what it was, 0 to 1; null where the element did not have it then. */
export function compareTraits(
  was: Identity,
  is: Omit<Identity, 'others' | 'peers' | 'twins'>,
): Record<Trait, number | null> {
  const [before, now] = [was.attributes, is.attributes];
  const same = (name: string) => (before[name] ? Number(before[name] === now[name]) : null);
  const bestOf = (...names: string[]) => {
    const known = names.map(same).filter((similarity) => similarity !== null);
    return known.length > 0 ? Math.max(...known) : null;
  };
  return {
    name: was.name ? wordsAlike(was.name, is.name) : null,
    text: was.text && was.text !== was.name ? wordsAlike(was.text, is.text) : null,
    role: was.role === is.role ? 1 : arePressedAlike(was.role, is.role) ? 0.6 : 0,
    tag: Number(was.tag === is.tag),
    id: before.id && !/\d{3,}/.test(before.id) ? wordsAlike(before.id, now.id ?? '') : null,
    test: bestOf('data-testid', 'data-test', 'data-cy', 'data-qa', 'data-section'),
    href: before.href && isRealLink(before.href) ? hrefsAlike(before.href, now.href) : null,
    field: bestOf('name', 'autocomplete', 'aria-controls', 'for', 'data-target', 'data-bs-target'),
    type: same('type'),
    class: before.class ? tokensAlike(before.class, now.class ?? '') : null,
    alt: bestOf('alt', 'title', 'placeholder'),
    source: bestOf('src', 'inner'),
    heading: was.heading ? wordsAlike(was.heading, is.heading) : null,
    region: was.region ? regionsAlike(was.region, is.region) : null,
    near: was.near.length > 0 ? keptPart(was.near, is.near) : null,
    place: placesAlike(was.place, is.place),
    path: pathsAlike(was.path, is.path),
    box: boxesAlike(was.box, is.box),
  };
}

/** Roles that a person presses in the same way, whichever element has them. */
const arePressedAlike = (a: string, b: string) =>
  [a, b].every((role) => /^(link|button|menuitem|tab|switch|checkbox)$/.test(role));

/** The text in lower case, without accents and punctuation. */
export const plainText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

// The dots that replace hidden words in fingerprints and in scripts.
const redactionDots = /^[•\s]+$/;

/**
 * 1 where the words are the same. Otherwise the part of the words, or of the sequences of three letters, that both have. A text without
 * letters never matches ("..." is the name of every logo on some pages), except for the dots that replace hidden words.
 */
export function wordsAlike(a: string, b: string): number {
  const [one, other] = [plainText(a), plainText(b)];
  if (one === other) return one === '' ? Number(a === b && redactionDots.test(a)) : 1;
  if (!one || !other) return 0;
  const words = diceCoefficient(one.split(' '), other.split(' '));
  return 0.95 * Math.max(words, diceCoefficient(trigrams(one), trigrams(other)));
}

const trigrams = (text: string) => {
  const padded = ` ${text} `;
  return Array.from({ length: Math.max(1, padded.length - 2) }, (_, at) => padded.slice(at, at + 3));
};

function diceCoefficient(a: string[], b: string[]): number {
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
  diceCoefficient(a.split(/\s+/).filter(Boolean), b.split(/\s+/).filter(Boolean));

/** False for the `#` or `javascript:` of a link that is really a button. */
const isRealLink = (href: string) => !/^(#!?|javascript:.*)?$/.test(href);

/** Two addresses that differ only in a leading locale, the host or the query lead to the same page. */
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

const keptPart = (was: string[], is: string[]) =>
  was.filter((text) => is.some((other) => wordsAlike(text, other) > 0.8)).length / was.length;

function placesAlike(was: Identity['place'], is: Identity['place']): number {
  if (was.index === is.index) return was.count === is.count ? 1 : 0.7;
  // It may still have the same place, counted from the end.
  return was.count - was.index === is.count - is.index ? 0.6 : 0;
}

function pathsAlike(was: string, is: string): number {
  const [a, b] = [was.split('<'), is.split('<')];
  let inner = 0;
  while (inner < Math.min(a.length, b.length) && a[inner] === b[inner]) inner++;
  return Math.max(inner / Math.max(a.length, b.length), 0.9 * diceCoefficient(a, b));
}

function boxesAlike(was: Identity['box'], is: Identity['box']): number {
  const far = Math.hypot(was.x - is.x, was.y - is.y);
  const ratio = (a: number, b: number) => Math.min(a, b) / Math.max(a, b, 1);
  const size = ratio(was.width, is.width) * ratio(was.height, is.height);
  return 0.6 / (1 + far / 200) + 0.4 * size;
}
