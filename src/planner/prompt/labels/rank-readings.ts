import { readFileSync } from 'node:fs';
import type { Token } from '../tokens.ts';
import { featuresOfReading, type ReadingOfLabels } from './reading-features.ts';

/** How much each feature of a whole reading speaks for it, and how much the likelihood of its labels does. */
export interface RankWeights {
  feature(name: string): number;
  behind: number;
}

/** The readings of a prompt with what speaks for each, the best first. */
export function ranked<T extends ReadingOfLabels>(
  readings: readonly T[],
  prompt: string,
  all: readonly Token[],
  weights = rankWeights(),
): { reading: T; score: number }[] {
  return readings
    .map((reading) => {
      const features = featuresOfReading(reading, prompt, all);
      const score = features.reduce(
        (sum, name) => sum + weights.feature(name),
        -weights.behind * reading.behind,
      );
      return { reading, score };
    })
    .sort((a, b) => b.score - a.score);
}

let ready: RankWeights | undefined;

/** The weights of `ranking.json`, in hundredths, which `scripts/train-reader.ts` writes. */
function rankWeights(): RankWeights {
  if (ready) return ready;
  const path = new URL('./ranking.json', import.meta.url);
  const { behind, features } = JSON.parse(readFileSync(path, 'utf8')) as {
    behind: number;
    features: Record<string, number>;
  };
  const known = new Map(Object.entries(features));
  ready = { behind: behind / 100, feature: (name) => (known.get(name) ?? 0) / 100 };
  return ready;
}
