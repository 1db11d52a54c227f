import type { Deed } from '../../src/planner/prompt/deed.ts';
import { readByGrammar } from '../../src/planner/prompt/grammar/read-by-grammar.ts';
import { deedsOfPieces } from '../../src/planner/prompt/labels/deeds-of-labels.ts';
import type { Labelling } from '../../src/planner/prompt/labels/labeller.ts';
import { ranked } from '../../src/planner/prompt/labels/rank-readings.ts';
import { readingOf } from '../../src/planner/prompt/labels/read-labelled.ts';
import { lexiconFor } from '../../src/planner/prompt/lexicon.ts';
import { isSameReading, summary } from '../../src/planner/prompt/same-reading.ts';
import type { Order } from './orders.ts';
import type { TrainedRank } from './rank.ts';

/** How many orders are read right, of those that ask for a deed: by the grammar, by the likeliest labelling, and as the readings are ranked. */
export interface ReadRight {
  orders: number;
  grammar: number;
  likeliest: number;
  first: number;
  inFive: number;
}

/** @param labellings of each order, by weights that have not seen it */
export function figureOf(
  orders: readonly Order[],
  labellings: readonly Labelling[][],
  { features, behind }: TrainedRank,
): ReadRight {
  const figure: ReadRight = { orders: 0, grammar: 0, likeliest: 0, first: 0, inFive: 0 };
  const weights = { behind, feature: (name: string) => features.get(name) ?? 0 };
  for (const [index, { prompt, tokens, pieces }] of orders.entries()) {
    const reading = { prompt, lexicon: lexiconFor(tokens) };
    const right = deedsOfPieces(pieces, tokens, reading);
    if (right.length === 0) continue;
    const found = labellings[index]!.map((labelling) => readingOf(labelling, tokens, reading));
    const isRight = (deeds: readonly Deed[]) => isSameReading(deeds, right);
    const inOrder = ranked(found, prompt, tokens, weights).map(({ reading: { deeds } }) => summary(deeds));
    figure.orders++;
    if (isRight(readByGrammar(prompt))) figure.grammar++;
    if (isRight(found[0]!.deeds)) figure.likeliest++;
    if (inOrder[0] === summary(right)) figure.first++;
    if ([...new Set(inOrder)].slice(0, 5).includes(summary(right))) figure.inFive++;
  }
  return figure;
}

export const lineOf = (name: string, { orders, grammar, likeliest, first, inFive }: ReadRight) =>
  `${name.padEnd(28)} ${[grammar, likeliest, first, inFive].map((count) => `${((100 * count) / orders).toFixed(1)} %`.padStart(8)).join('')} of ${orders} (grammar, likeliest labelling, ranked first, in five)`;
