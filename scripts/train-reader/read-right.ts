import { readByGrammar } from '../../src/planner/prompt/grammar/read-by-grammar.ts';
import { deedsOfPieces } from '../../src/planner/prompt/labels/deeds-of-labels.ts';
import { piecesOfLabels } from '../../src/planner/prompt/labels/label.ts';
import { labelled } from '../../src/planner/prompt/labels/labeller.ts';
import { lexiconFor } from '../../src/planner/prompt/lexicon.ts';
import { isSameReading } from '../../src/planner/prompt/same-reading.ts';
import type { Trained } from './crf.ts';
import type { Order } from './orders.ts';

/** How many orders are read right, of those that ask for a deed. */
export interface ReadRight {
  orders: number;
  grammar: number;
  first: number;
  inFive: number;
}

export function figureOf(orders: readonly Order[], { features, steps }: Trained): ReadRight {
  const figure: ReadRight = { orders: 0, grammar: 0, first: 0, inFive: 0 };
  for (const order of orders) {
    const reading = { prompt: order.prompt, lexicon: lexiconFor(order.tokens) };
    const right = deedsOfPieces(order.pieces, order.tokens, reading);
    if (right.length === 0) continue;
    const weights = { feature: (name: string) => features.get(name), steps };
    const found = labelled(order.features, weights, 5).map((one) =>
      isSameReading(deedsOfPieces(piecesOfLabels(one.labels), order.tokens, reading), right),
    );
    figure.orders++;
    if (isSameReading(readByGrammar(order.prompt), right)) figure.grammar++;
    if (found[0]) figure.first++;
    if (found.some(Boolean)) figure.inFive++;
  }
  return figure;
}

export const lineOf = (name: string, { orders, grammar, first, inFive }: ReadRight) =>
  `${name.padEnd(28)} ${[grammar, first, inFive].map((count) => `${((100 * count) / orders).toFixed(1)} %`.padStart(8)).join('')} of ${orders} (grammar, first, in five)`;
