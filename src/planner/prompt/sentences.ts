import type { Lexicon } from './lexicon.ts';
import type { Token } from './tokens.ts';

/** One sentence of a prompt, with what is needed to read it. */
export interface Sentence {
  prompt: string;
  tokens: readonly Token[];
  lexicon: Lexicon;
}

/** Cuts a prompt into sentences. A question asks for something to be shown, so it is left out, unless it is an order: "can you …?". */
export function sentencesOf(prompt: string, all: readonly Token[], lexicon: Lexicon): Sentence[] {
  const sentences: Token[][] = [[]];
  for (const [index, token] of all.entries()) {
    const isEnd = token.kind === 'mark' && ends.test(token.text);
    if (!isEnd || (token.text === '.' && shortened.test(all[index - 1]?.low ?? '')))
      sentences.at(-1)!.push(token);
    else {
      if (token.text === '?' && lexicon.has('questions', sentences.at(-1)![0])) sentences.pop();
      sentences.push([]);
    }
  }
  return sentences.filter(({ length }) => length > 0).map((tokens) => ({ prompt, tokens, lexicon }));
}

const ends = /^(?:[.!?;\n。！？；•]|->|=>|→)$/;
/** Words that are written with a full stop: "Dr. Lee", "no. 4", "Roe v. Wade". */
const shortened = /^(?:dr|mr|mrs|ms|st|no|inc|co|v|vs|e\.?g|i\.?e)$/;
