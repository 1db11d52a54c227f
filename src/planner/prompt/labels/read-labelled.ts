import type { Deed } from '../deed.ts';
import { asKept } from '../favorites.ts';
import { withFieldOfPlace } from '../field-of-place.ts';
import type { Reading } from '../lexicon.ts';
import { withMailApart } from '../mail-beside-name.ts';
import { summary } from '../same-reading.ts';
import type { Token } from '../tokens.ts';
import { deedsOfPieces } from './deeds-of-labels.ts';
import { featuresOf } from './features.ts';
import { piecesOfLabels } from './label.ts';
import { type Labelling, labelled } from './labeller.ts';
import { ranked } from './rank-readings.ts';
import type { ReadingOfLabels } from './reading-features.ts';
import { labelWeights } from './weights.ts';

/** How many labellings are made into readings and compared. Of 1,979 orders, the right one is among the five likeliest labellings in 61 of 100, among thirty in 77. */
export const compared = 30;

/** The likeliest readings of a prompt with what speaks for each, the best first, each once. */
export function readLabelled(
  all: readonly Token[],
  reading: Reading,
  count: number,
): { deeds: Deed[]; score: number }[] {
  const labellings = labelled(featuresOf(all, reading.lexicon), labelWeights(), compared);
  const readings = labellings.map((labelling) => readingOf(labelling, all, reading));
  const found = ranked(readings, reading.prompt, all);
  const known = new Set<string>();
  const others = found.filter(({ reading: { deeds } }) => {
    const asked = summary(deeds);
    return !known.has(asked) && known.add(asked);
  });
  return others.slice(0, count).map(({ reading: { deeds }, score }) => ({ deeds: [...deeds], score }));
}

/** What a labelling of a prompt asks for. */
export function readingOf(
  { labels, behind }: Labelling,
  all: readonly Token[],
  reading: Reading,
): ReadingOfLabels {
  const pieces = piecesOfLabels(labels);
  return {
    pieces,
    behind,
    deeds: deedsOfPieces(pieces, all, reading).map((deed) =>
      asKept(withFieldOfPlace(withMailApart(deed), reading.lexicon)),
    ),
  };
}
