import file from './weights.json' with { type: 'json' };

/** What speaks for a candidate and how much, as log-odds. */
export type Weights<F extends string> = Readonly<Record<F | 'bias', number>>;
export type Features<F extends string> = Readonly<Record<F, number>>;

/** What is ranked: presses that do a deed, controls of fields, and ways on. */
export type Ranking = 'press' | 'field' | 'way';

/** The candidate's confidence is the logistic function of the sum of what speaks for it. */
export function confidence<F extends string>(features: Features<F>, weights: Weights<F>): number {
  let sum = weights.bias;
  for (const name of Object.keys(features) as F[]) sum += features[name] * weights[name];
  return 1 / (1 + Math.exp(-sum));
}

/**
 * The weights of a ranking from `weights.json`, which says how they were made.
 * @throws where a feature has no weight there, or a weight has no feature: such a file belongs to other code
 */
export function weightsFor<F extends string>(
  ranking: Ranking,
  features: readonly F[],
  given: Readonly<Record<string, number>> = file[ranking],
): Weights<F> {
  const names = new Set<string>([...features, 'bias']);
  for (const name of names)
    if (!Number.isFinite(given[name]))
      throw new Error(
        `weights.json: expected a number for “${ranking}.${name}”, came ${JSON.stringify(given[name])}.`,
      );
  for (const name of Object.keys(given))
    if (!names.has(name))
      throw new Error(`weights.json: “${ranking}.${name}” is no feature of the candidates for “${ranking}”.`);
  return given as Weights<F>;
}

/**
 * The confidences below which nothing is pressed or filled, since a wrong press in somebody's application is worse than "not found", and
 * below which a way is not tried.
 */
export const { least } = file;
