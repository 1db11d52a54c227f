import type { Deed } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import type { Token } from '../tokens.ts';
import { deedsOfPieces } from './deeds-of-labels.ts';
import { featuresOf } from './features.ts';
import { piecesOfLabels } from './label.ts';
import { labelled } from './labeller.ts';
import { labelWeights } from './weights.ts';

/** The likeliest readings of a prompt, the best first. English alone: other languages have no labelled orders. */
export function readLabelled(all: readonly Token[], reading: Reading, count: number): Deed[][] {
  if (!reading.lexicon.inflects) return [];
  const found = labelled(featuresOf(all, reading.lexicon), labelWeights(), count);
  return found.map(({ labels }) => deedsOfPieces(piecesOfLabels(labels), all, reading));
}
