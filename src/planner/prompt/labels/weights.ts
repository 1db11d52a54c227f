import { readFileSync } from 'node:fs';
import { labels } from './label.ts';
import type { LabelWeights } from './labeller.ts';

/** What `scripts/train-reader.ts` writes: weights in hundredths. Those of a feature stand behind their labels. */
interface WeightsFile {
  labels: string[];
  steps: number[];
  features: Record<string, number[]>;
}

let ready: LabelWeights | undefined;

/** The weights of `weights.json`. They are read with the first prompt, which takes 30 ms, and not by commands that plan nothing. */
export function labelWeights(): LabelWeights {
  ready ??= prepared(JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')));
  return ready;
}

function prepared(file: WeightsFile): LabelWeights {
  if (file.labels.join() !== labels.join())
    throw new Error(
      `weights.json: expected weights for the labels ${labels.join(', ')}, came ${file.labels.join(', ')}. “make train-reader” writes it anew.`,
    );
  const known = new Map<string, Float64Array | undefined>();
  const feature = (name: string) => {
    if (known.has(name)) return known.get(name);
    const own = Object.hasOwn(file.features, name) ? file.features[name] : undefined;
    const dense = own && new Float64Array(labels.length);
    if (own && dense) for (let at = 0; at < own.length; at += 2) dense[own[at]!] = own[at + 1]! / 100;
    // Words of prompts have no end, so only what is known is kept.
    if (dense) known.set(name, dense);
    return dense;
  };
  return { feature, steps: Float64Array.from(file.steps, (step) => step / 100) };
}
