import { readFile } from 'node:fs/promises';
import { featuresOf } from '../../src/planner/prompt/labels/features.ts';
import { type LabelRole, labelsOfPieces, type Piece, roles } from '../../src/planner/prompt/labels/label.ts';
import { lexiconFor } from '../../src/planner/prompt/lexicon.ts';
import { type Token, tokens } from '../../src/planner/prompt/tokens.ts';
import type { Lesson } from './crf.ts';

export interface Order extends Lesson {
  prompt: string;
  tokens: Token[];
  pieces: Piece[];
}

/** Labelled orders, one a line: `{change|Set} the {field|priority} to {value|High}`. */
export async function readOrders(path: string): Promise<Order[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map(orderOf);
}

export function orderOf(line: string): Order {
  let prompt = '';
  const spans: { role: LabelRole; start: number; end: number }[] = [];
  let last = 0;
  for (const match of line.matchAll(/\{([^{}|]*)\|([^{}]*)\}/g)) {
    prompt += line.slice(last, match.index);
    const role = roles.find((one) => one === match[1]);
    if (!role) throw new Error(`“${match[1]}” in “${line}”: expected one of ${roles.join(', ')}.`);
    spans.push({ role, start: prompt.length, end: prompt.length + match[2]!.length });
    prompt += match[2];
    last = match.index + match[0].length;
  }
  prompt += line.slice(last);
  const all = tokens(prompt);
  const pieces = spans.flatMap(({ role, start, end }) => {
    const inside = all.flatMap((token, index) => (token.start < end && token.end > start ? [index] : []));
    return inside.length > 0 ? [{ role, from: inside[0]!, to: inside.at(-1)! + 1 }] : [];
  });
  return {
    prompt,
    tokens: all,
    pieces,
    features: featuresOf(all, lexiconFor(all)),
    labels: labelsOfPieces(pieces, all.length),
  };
}
