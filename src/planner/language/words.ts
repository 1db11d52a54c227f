/** A word of a prompt or a page, prepared for comparison: lower case, no accents on Latin letters, a light English stem. */
export interface Word {
  /** As it was written. */
  raw: string;
  stem: string;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Cuts text of any language into words. Punctuation and emoji are left out. */
export function words(text: string): readonly Word[] {
  const known = remembered.get(text);
  if (known) return known;
  const found = cut(text);
  if (remembered.size >= mostRemembered) remembered.clear();
  if (text.length <= longestRemembered) remembered.set(text, found);
  return found;
}
/** The names on the screens of an application are compared with each verb and noun of a prompt. */
const remembered = new Map<string, readonly Word[]>();
const mostRemembered = 5_000;
const longestRemembered = 120;

function cut(text: string): Word[] {
  const found: Word[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC')))
    if (isWordLike) found.push({ raw: segment, stem: stem(fold(segment).replace(elision, '')) });
  return found;
}

/** Short words before an apostrophe: "l'avis", "s'inscrire", "dell'ordine". */
const elision = /^(?:[sldnmtjc]|qu|dell|nell|all|un)'(?=\p{L}{3})/u;

/**
 * Whether two words are forms of one word, as far as their beginnings tell: "ajoute" and "ajouter", "instala" and "instalar".
 */
export function isAkin(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 4 || long.length - short.length > 4 || !/^\p{L}+$/u.test(short)) return false;
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared++;
  return shared >= 4 && short.length - shared <= (shared >= 6 ? 2 : shared >= 5 ? 1 : 0);
}

/**
 * Lower case without accents and vowel marks, so that "cafe" finds "Café", and Arabic without vowel marks finds Arabic with
 * them.
 */
export function fold(word: string): string {
  const bare = word.normalize('NFKD').replace(/[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u0640]/g, '');
  return bare.normalize('NFC').toLowerCase().replaceAll('’', "'");
}

/**
 * A light stem: cuts plurals, -ing, -ed and -ation off English words. Only ASCII words of four letters and more are changed.
 * Deeper cuts (Porter) joined "universe" and "university", and broke German and French words with the same endings.
 */
export function stem(word: string): string {
  if (!/^[a-z]+('s)?$/.test(word)) return word;
  let bare = word.replace(/'s$/, '');
  if (bare === 'people') return 'person';
  if (bare.length < 4) return bare;
  if (bare.endsWith('ies') && bare.length > 4) bare = `${bare.slice(0, -3)}y`;
  else if (/(ss|sh|ch|x|z)es$/.test(bare)) bare = bare.slice(0, -2);
  else if (/[^su]s$/.test(bare)) bare = bare.slice(0, -1);
  if (bare.length > 5 && bare.endsWith('ing')) bare = undouble(bare.slice(0, -3));
  else if (bare.length > 4 && bare.endsWith('ed') && !bare.endsWith('eed'))
    bare = undouble(bare.slice(0, -2));
  if (bare.length >= 10 && bare.endsWith('ation')) bare = bare.slice(0, -5);
  if (bare.length > 4 && bare.endsWith('e')) bare = bare.slice(0, -1);
  // "Authenticate" and "authentication" have one stem.
  if (bare.length >= 8 && /[a-z]at$/.test(bare)) bare = bare.slice(0, -2);
  return bare;
}

const undouble = (word: string) => (/([b-df-hj-km-np-rtv-z])\1$/.test(word) ? word.slice(0, -1) : word);
