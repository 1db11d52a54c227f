import type { Lexicon, Reading } from '../lexicon.ts';
import type { Token } from '../tokens.ts';

/** A verb as the lists have it: "turn off" for "turning off". What no list has stays as it was said. */
export function baseOf(words: readonly Token[], { lexicon }: Reading): string {
  const said = words.map(({ low }) => low).join(' ');
  return basesOf(lexicon).get(said) ?? said;
}

/** Looking through all verbs for each reading of a prompt took a third of the time of reading it. */
const known = new WeakMap<Lexicon, ReadonlyMap<string, string>>();

function basesOf(lexicon: Lexicon): ReadonlyMap<string, string> {
  const ready = known.get(lexicon);
  if (ready) return ready;
  const bases = new Map<string, string>();
  for (const { said } of [...lexicon.verbs.values()].flat()) {
    const [base = '', ...particles] = said.split(' ');
    for (const form of formsOf(base)) {
      const whole = [form, ...particles].join(' ');
      if (!bases.has(whole)) bases.set(whole, said);
    }
  }
  known.set(lexicon, bases);
  return bases;
}

const formsOf = (base: string) => [
  base,
  ...[base, base.replace(/e$/, ''), `${base}${base.at(-1)}`].flatMap((stem) => [
    `${stem}s`,
    `${stem}es`,
    `${stem}ing`,
    `${stem.replace(/y$/, 'i')}es`,
  ]),
];
