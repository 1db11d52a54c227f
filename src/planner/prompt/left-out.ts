import { fold } from '../language/words.ts';
import type { Deed, FieldValue, Mention } from './deed.ts';
import { type Lexicon, lexiconFor } from './lexicon.ts';
import { isName, type Token, tokens } from './tokens.ts';

/**
 * What a prompt names, quotes or counts, and a reading has no place for. Such a reading does less than was asked, or something else.
 * @param done texts of what was done, which deal with what they say
 * @returns the words as the prompt has them; those that stand beside each other are one entry
 */
export function leftOut(prompt: string, deeds: readonly Deed[], done: readonly string[] = []): string[] {
  const all = tokens(prompt);
  const lexicon = lexiconFor(all);
  const placed = among([...deeds.flatMap(wordsOf), ...done]);
  const heard = among(deeds.map(({ said }) => said));
  const isOut = (token: Token, at: number) => {
    if (!isName(token) || token.text === 'I' || placed(token.text) || isFormer(all, at, lexicon))
      return false;
    if (token.kind !== 'word') return true;
    // A capital may only begin a sentence, or stand in a word for the kind of thing: "the 'zero' OpenType feature". In German each noun has one.
    return lexicon.inflects && !begins(all, at) && !heard(token.text);
  };
  const found: { from: number; to: number }[] = [];
  for (const [at, token] of all.entries()) {
    if (!isOut(token, at)) continue;
    const last = found.at(-1);
    if (last?.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found.map(({ from, to }) => prompt.slice(all[from]!.start, all[to - 1]!.end));
}

/** Whether some texts have these words in a row, whatever signs stand between: "600ms" is 600 ms. */
function among(texts: readonly string[]): (words: string) => boolean {
  const spaced = texts.map((text) => ` ${bare(text)} `);
  return (words) => {
    const wanted = bare(words);
    // Signs alone are nothing to look for by words.
    if (wanted === '') return true;
    return spaced.some(
      (text) =>
        text.includes(` ${wanted} `) || (/\d/.test(wanted) && squeezed(text).includes(squeezed(wanted))),
    );
  };
}

/** A text in lower case with single spaces for all signs. */
export const bare = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const squeezed = (text: string) => text.replaceAll(' ', '');

/** "Net 30, not Net 14": what something is not need not be dealt with. */
const isFormer = (all: readonly Token[], at: number, lexicon: Lexicon) =>
  all.slice(Math.max(0, at - 2), at).some((_, back, near) => lexicon.phraseAt('not', near, back) > 0);

/** Whether a token begins a sentence. */
export const begins = (all: readonly Token[], at: number) =>
  at === 0 || /^[.!?:;\n]$/.test(all[at - 1]!.text);

const wordsOf = ({ verb, thing, places, fields }: Deed): string[] => [
  verb,
  ...[...(thing ? [thing] : []), ...places].map(ofMention),
  ...fields.map(ofField),
];
const ofMention = ({ name, kind, qualifiers }: Mention) => [kind, name ?? '', ...qualifiers].join(' ');
const ofField = ({ field, value, from }: FieldValue) =>
  `${field} ${value.to === 'text' ? `${value.text} ${value.unit ?? ''}` : ''} ${from ?? ''}`;
