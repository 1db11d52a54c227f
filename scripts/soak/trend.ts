/** The straight line through the samples of one figure that fits best (least squares). */
export interface Trend {
  first: number;
  last: number;
  mean: number;
  /** By how much the line rises from the first sample to the last one. */
  rise: number;
}

/** @param samples at even distances */
export function trendOf(samples: readonly number[]): Trend {
  const count = samples.length;
  const mean = samples.reduce((sum, value) => sum + value, 0) / count;
  const middle = (count - 1) / 2;
  let together = 0;
  let alone = 0;
  for (const [index, value] of samples.entries()) {
    together += (index - middle) * (value - mean);
    alone += (index - middle) ** 2;
  }
  const slope = alone === 0 ? 0 : together / alone;
  return { first: samples[0]!, last: samples.at(-1)!, mean, rise: slope * (count - 1) };
}

/** How far the line may rise before a figure counts as one that grows: a share of its mean, and never less than `least`. */
export interface Tolerance {
  share: number;
  least: number;
}

export const grows = ({ rise, mean }: Trend, { share, least }: Tolerance): boolean =>
  rise > Math.max(share * mean, least);
