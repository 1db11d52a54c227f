import { fold } from '../language/words.ts';
import { addressAt } from './address.ts';
import { momentAt } from './moments.ts';
import { quotationAt } from './quotations.ts';

/**
 * A piece of a prompt.
 *
 * - `quote`: a quotation; `text` is what stands between the marks.
 * - `exact`: a number, a sum of money, a code, a colour, an address, also a postal one, a date or a time with all its words.
 * - `aside`: a remark in brackets; `text` is what stands between them.
 * - `owner`: the `'s` behind the owner of something.
 * - `mark`: a sign between words.
 */
export interface Token {
  kind: 'word' | 'quote' | 'exact' | 'aside' | 'owner' | 'mark';
  text: string;
  /** In lower case and without accents. */
  low: string;
  start: number;
  end: number;
}

export function tokens(prompt: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  const add = (kind: Token['kind'], text: string, end: number) => {
    found.push({ kind, text, low: fold(text), start: at, end });
    at = end;
  };
  while (at < prompt.length) {
    const rest = prompt.slice(at);
    const space = /^\s+/.exec(rest);
    if (space) {
      if (space[0].includes('\n')) found.push({ kind: 'mark', text: '\n', low: '\n', start: at, end: at });
      at += space[0].length;
      continue;
    }
    const quotation = quotationAt(prompt, at);
    const phone = /^\(\d{2,5}\)\s?\d{2,5}(?:[\s-]\d{2,5})*(?![\p{L}\p{N}])/u.exec(rest)?.[0];
    const aside = phone ? null : /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(rest);
    const owner = /^['’]s?(?=[\s,.;:!?]|$)/.exec(rest);
    const elided = /^(?:[ldnsmtcj]|qu|un|(?:d|n|s|qu)?[ae]ll|[dc]all)['’](?=\p{L})/iu.exec(rest);
    if (quotation) add('quote', quotation.text, quotation.end);
    else if (aside) add('aside', aside[1]!.trim(), at + aside[0].length);
    else if (owner && found.length > 0 && found.at(-1)!.end === at)
      add('owner', owner[0], at + owner[0].length);
    else if (elided && !isLetter(prompt[at - 1]))
      add('word', elided[0].replace('’', "'"), at + elided[0].length);
    else {
      const exact = phone ?? addressAt(rest) ?? momentAt(rest) ?? exacts.exec(rest)?.[0];
      const word = exact ?? wordPattern.exec(rest)?.[0] ?? null;
      const sign = /^(?:->|=>|[\s\S])/u.exec(rest)![0];
      if (word !== null) add(exact ? 'exact' : 'word', word, at + word.length);
      else add('mark', sign, at + sign.length);
    }
  }
  return found;
}

const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign);

const wordPattern =
  /^[\p{L}\p{M}&*][\p{L}\p{M}\p{N}*]*(?:(?:[-/'’&.+]|::)(?!s\b)[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*[+]*|^[\p{Script=Han}]/u;

/** Addresses, e-mail addresses, telephone numbers, colours and numbers with a `#`, handles, sums, numbers with their units, and codes with digits. */
const exacts = new RegExp(
  [
    'https?:\\/\\/[^\\s"”»]*[^\\s"”».,;:!?)]',
    "[\\w.+'-]+@[\\w-]+(?:\\.[\\w-]+)+",
    // A domain, by the commonest endings: "node.js" is none.
    '(?:[\\p{Ll}\\d](?:[\\p{Ll}\\d-]*[\\p{Ll}\\d])?\\.)+(?:com|org|net|edu|gov|io|dev|app|shop|store|site|cloud|co|ai|eu|de|fr|es|it|nl|pt|uk|us|info|example|test)(?![\\p{L}\\p{N}@-]|\\.[\\p{L}\\p{N}])(?:\\/[^\\s"”»]*[^\\s"”».,;:!?)])?',
    '\\+\\d{1,3}(?:[\\s-]?\\(?\\d{1,5}\\)?){2,6}',
    '0\\d{2,4}(?:[\\s-]\\d{3,8}){1,2}(?![\\p{L}\\p{N}]|[.,:/-]\\d)',
    '[#@][\\p{L}\\p{N}][\\p{L}\\p{N}_./-]*[\\p{L}\\p{N}]|#\\p{N}',
    '[-+−]?[$€£¥₹]\\s?\\d[\\d.,]*\\d[kKmM]?|[-+−]?[$€£¥₹]\\d',
    '\\d+(?:[.,]\\d+)*\\s?[€£¥₹](?!\\d)',
    '[-+−]?\\d+(?:[.,:/–-]\\d+)*(?:\\p{L}+(?:\\/\\p{L}+)?|%|°|º)?(?:\\/\\p{L}+)?(?!\\.?[\\p{L}\\p{N}])',
    '(?=[\\p{L}:-]*\\d)[\\p{L}\\d]+(?:(?:[-./:]|::)[\\p{L}\\d]+)*',
  ]
    .map((one) => `(?:${one})`)
    .join('|')
    .replace(/^/, '^(?:')
    .concat(')'),
  'u',
);

/** What is named: capitals, digits, quotations. */
export const isName = ({ kind, text }: Token) =>
  kind === 'quote' || kind === 'exact' || (kind === 'word' && /^\*?\p{Lu}|\p{Ll}\p{Lu}/u.test(text));

/** Their words as they stand in the prompt, without marks around a single quotation. Words that stand apart are put together. */
export function textOf(prompt: string, some: readonly Token[]): string {
  const first = some[0];
  if (!first) return '';
  if (some.length === 1 && first.kind !== 'mark') return first.text;
  const isApart = some.some(({ start }, index) => index > 0 && Math.abs(start - some[index - 1]!.end) > 2);
  return isApart ? some.map(({ text }) => text).join(' ') : prompt.slice(first.start, some.at(-1)!.end);
}
