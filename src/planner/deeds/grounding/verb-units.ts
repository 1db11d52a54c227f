import type { VerbKind } from '../../language/deed-words.ts';
import { stopWords, wordsFor } from '../../language/vocabulary.ts';
import { fold, stem } from '../../language/words.ts';
import type { Lexicon } from '../../prompt/lexicon.ts';
import type { Token } from '../../prompt/tokens.ts';
import type { Unit } from './utterance.ts';

/** The verbs of a prompt, as units of an utterance. */

/** A verb that begins an order. */
interface FoundVerb {
  kind: VerbKind;
  said: string;
  length: number;
}

/** The verb that stands there. Null where none does. @param begins the verb of the first order, by the likeliest reading */
export function verbAt(
  all: readonly Token[],
  at: number,
  { verbs, inflects, markersAt, has }: Lexicon,
  begins: string,
): FoundVerb | null {
  const token = all[at]!;
  if (token.kind !== 'word') return null;
  const entries = verbs.get(inflects ? stem(token.low) : token.low) ?? [];
  for (const { kind, words, said } of entries) {
    const own = words.filter((word) => word !== '…');
    // "Refills 2" behind a comma is no order.
    const isAll = own.every((word, index) =>
      index === 0 && at === 0 ? true : all[at + index]?.low === word,
    );
    if (isAll && !/\s…|…\s/.test(said)) return { kind, said, length: own.length };
  }
  const isSmall =
    isWeak(token) || markersAt(all, at).length > 0 || has('polite', token) || has('determiners', token);
  const next = all[at + 1];
  const isOrder =
    next !== undefined &&
    (next.kind !== 'word' || has('determiners', next) || markersAt(all, at + 1).length > 0);
  return at === 0 && !isSmall && (isOrder || token.low === begins) && /^\p{Lu}?\p{Ll}+$/u.test(token.text)
    ? { kind: 'act', said: token.low, length: 1 }
    : null;
}

const sameDeeds = wordsFor('offers', 'same').map((group) => group.split('|'));
const creating = wordsFor('offers', 'creates');

/** How much a verb has to be found on the page: what only says that something is changed, or is to be seen, need not. */
const verbWeights: Partial<Record<VerbKind, number>> = {
  act: 2,
  create: 1,
  letter: 1,
  transfer: 1.5,
  rename: 0.3,
  move: 0.5,
  mark: 0.3,
};

export function verbUnit({ kind, said }: FoundVerb): Omit<Unit, 'order' | 'clause' | 'isNew' | 'start'> {
  const also = [
    ...sameDeeds.filter((group) => group.includes(said)).flat(),
    ...(kind === 'create' ? creating : []),
    ...(/^(?:change|rename|move|mark)$/.test(kind) ? ['edit'] : []),
  ];
  return {
    text: said,
    kind: 'verb',
    verb: kind,
    also: [...new Set(also)],
    weight: verbWeights[kind] ?? 0,
    marker: '',
  };
}

const weak = new Set(stopWords.map(fold));
export const isWeak = ({ low }: Token) => weak.has(low);
