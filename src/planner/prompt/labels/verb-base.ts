import type { Reading } from '../lexicon.ts';
import type { Token } from '../tokens.ts';

/** A verb as the lists have it: "turn off" for "turning off". What no list has stays as it was said. */
export function baseOf(words: readonly Token[], { lexicon }: Reading): string {
  const [first, ...others] = words.map(({ low }) => low);
  for (const entries of lexicon.verbs.values())
    for (const { said } of entries) {
      const [base, ...particles] = said.split(' ');
      if (particles.join(' ') === others.join(' ') && isForm(first!, base!)) return said;
    }
  return [first, ...others].join(' ');
}

const isForm = (word: string, base: string) =>
  word === base ||
  [base, base.replace(/e$/, ''), `${base}${base.at(-1)}`].some((stem) => forms(stem).includes(word));

const forms = (stem: string) => [`${stem}s`, `${stem}es`, `${stem}ing`, `${stem.replace(/y$/, 'i')}es`];
