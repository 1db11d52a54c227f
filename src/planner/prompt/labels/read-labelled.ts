import type { Deed } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import type { Token } from '../tokens.ts';
import { deedsOfPieces } from './deeds-of-labels.ts';
import { featuresOf } from './features.ts';
import { piecesOfLabels } from './label.ts';
import { labelled } from './labeller.ts';
import { labelWeights } from './weights.ts';

/** The likeliest readings of a prompt, the best first. */
export function readLabelled(all: readonly Token[], reading: Reading, count: number): Deed[][] {
  const found = labelled(featuresOf(all, reading.lexicon), labelWeights(), count);
  return found.map(({ labels }) => deedsOfPieces(piecesOfLabels(labels), all, reading));
}
