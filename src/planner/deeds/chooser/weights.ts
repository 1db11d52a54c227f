import type { Feature } from './features.ts';
import data from './weights.json' with { type: 'json' };

/** In hundredths. `make train-chooser` writes them. */
const weights = new Map<string, number>(Object.entries(data));

/** How much some features speak for what they are features of, as a logarithm of odds. */
export const weigh = (features: readonly Feature[]): number =>
  features.reduce((sum, [name, value]) => sum + (weights.get(name) ?? 0) * value, 0) / 100;
