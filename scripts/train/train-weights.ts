/** Finds the weights that explain lessons best. */
import type { Lesson } from './decisions.ts';

export type Weights = Readonly<Record<string, number>>;
export type Lessons = readonly Pick<Lesson, 'candidates' | 'right'>[];

export interface Pull {
  /** The weights that hold where the lessons say nothing. */
  prior: Weights;
  /** How strongly each weight is held there. */
  pull: number;
}

/**
 * A screen chooses among its candidates and “none of them”, whose log-odds are 0. So what a candidate is worth beside the others and how
 * likely it is by itself are learned together, and its confidence is a probability. Newton's method finds the weights in a few steps.
 */
export function trainWeights(lessons: Lessons, { prior, pull }: Pull): Weights {
  const names = Object.keys(prior);
  const start = names.map((name) => prior[name]!);
  const screens = lessons.map(({ candidates, right }) => ({
    right,
    rows: candidates.map((features) => rowOf(features, names)),
  }));
  let at = start;
  let here = slopeAt(at);
  for (let step = 0; step < mostSteps; step++) {
    const way = solve(here.bend, here.gradient);
    const gain = way.reduce((sum, one, index) => sum + one * here.gradient[index]!, 0);
    if (gain < 1e-8) break;
    let size = 1;
    let next = at.map((weight, index) => weight - way[index]!);
    while (slopeAt(next).loss > here.loss && size > 1e-6) {
      size /= 2;
      next = at.map((weight, index) => weight - size * way[index]!);
    }
    [at, here] = [next, slopeAt(next)];
  }
  return Object.fromEntries(names.map((name, index) => [name, at[index]!]));

  function slopeAt(weights: readonly number[]): Slope {
    const away = weights.map((weight, index) => weight - start[index]!);
    const slope: Slope = {
      loss: away.reduce((sum, one) => sum + 0.5 * pull * one * one, 0),
      gradient: away.map((one) => pull * one),
      bend: away.map((_, index) => away.map((_, other) => (index === other ? pull : 0))),
    };
    for (const screen of screens) learn(screen, weights, slope);
    return slope;
  }
}

const mostSteps = 50;

interface Screen {
  rows: Row[];
  right: readonly number[];
}

/** The features of a candidate that are not 0, by their place among the weights. */
type Row = readonly (readonly [index: number, value: number])[];

function rowOf(features: Readonly<Record<string, number>>, names: readonly string[]): Row {
  const given: Readonly<Record<string, number>> = { ...features, bias: 1 };
  return names.flatMap((name, index) => (given[name] ? [[index, given[name]] as const] : []));
}

/** The loss with its first and second derivatives. */
interface Slope {
  loss: number;
  gradient: number[];
  bend: number[][];
}

/** Adds what one screen says. */
function learn({ rows, right }: Screen, weights: readonly number[], slope: Slope): void {
  const scores = rows.map((row) => row.reduce((sum, [index, value]) => sum + weights[index]! * value, 0));
  const most = Math.max(0, ...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const none = Math.exp(-most);
  const all = odds.reduce((sum, one) => sum + one, none);
  const good = right.length === 0 ? none : right.reduce((sum, place) => sum + odds[place]!, 0);
  slope.loss += Math.log(all / good);
  const mean = new Map<number, number>();
  for (const [place, row] of rows.entries()) {
    const share = odds[place]! / all;
    const wrong = share - (right.includes(place) ? odds[place]! / good : 0);
    for (const [index, value] of row) {
      slope.gradient[index]! += wrong * value;
      mean.set(index, (mean.get(index) ?? 0) + share * value);
      for (const [other, beside] of row) slope.bend[index]![other]! += share * value * beside;
    }
  }
  for (const [index, one] of mean) for (const [other, two] of mean) slope.bend[index]![other]! -= one * two;
}

/** Solves `matrix · x = vector` for a positive definite matrix, by elimination. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, vector[index]!]);
  for (const [at, row] of rows.entries())
    for (const other of rows.slice(at + 1)) {
      const factor = other[at]! / row[at]!;
      for (let column = at; column < row.length; column++) other[column]! -= factor * row[column]!;
    }
  const found: number[] = new Array(vector.length).fill(0);
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]!;
    const known = found.reduce((sum, one, column) => sum + (column > at ? one * row[column]! : 0), 0);
    found[at] = (row.at(-1)! - known) / row[at]!;
  }
  return found;
}
