import type { Feature } from './features.ts';
import hundredths from './weights.json' with { type: 'json' };

/** How much some features speak for what they are features of, as a logarithm of odds. A feature without a weight says nothing. */
export const weigherOf =
  (weights: ReadonlyMap<string, number>) =>
  (features: readonly Feature[]): number =>
    features.reduce((sum, [name, value]) => sum + (weights.get(name) ?? 0) * value, 0);

/** By the weights that `make train-chooser` has written. */
export const weigh = weigherOf(
  new Map(Object.entries(hundredths).map(([name, weight]) => [name, weight / 100])),
);
