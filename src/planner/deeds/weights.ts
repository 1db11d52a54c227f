/**
 * What speaks for a candidate and how much, as log-odds. The candidate's confidence is the logistic function of the sum.
 */
export type Weights<F extends string> = Readonly<Record<F | 'bias', number>>;
export type Features<F extends string> = Readonly<Record<F, number>>;

export function confidence<F extends string>(features: Features<F>, weights: Weights<F>): number {
  let sum = weights.bias;
  for (const name of Object.keys(features) as F[]) sum += features[name] * weights[name];
  return 1 / (1 + Math.exp(-sum));
}

/** Below these confidences nothing is pressed: a wrong press in somebody's application is worse than "not found". */
export const least = { press: 0.5, field: 0.5, inContainer: 0.3 };
