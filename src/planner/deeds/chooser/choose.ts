import { assign, overlap } from './assign.ts';
import type { Candidate, Chosen, Feature, Placing, Question, Questions } from './features.ts';
import { stemsOf } from './matches.ts';
import type { Order } from './order.ts';

export type Weigh = (features: readonly Feature[]) => number;

/**
 * What is set to what: for each control what is likelier than nothing, for each quotation, number and name the control that is likelier than none, and
 * no part of the order twice.
 * @param least how likely what is chosen has to be
 * @param eager how much more than usual speaks for each quotation, number and name being a value, as a logarithm of odds
 */
export function choose(
  { ofControls, ofSpans }: Questions,
  weigh: Weigh,
  { least = 0.5, eager = 0 }: { least?: number; eager?: number } = {},
): Chosen[] {
  const asked = new Map(ofControls.map((one) => [one.control, one]));
  const base = new Map(ofControls.map(({ control, features }) => [control, weigh(features)]));
  const best = new Map<Candidate, number>();
  const note = (one: Candidate, likely: number) => best.set(one, Math.max(likely, best.get(one) ?? 0));
  const own = new Map<Candidate, number>();
  for (const question of ofControls)
    for (const one of likelihoods(question, weigh)) {
      note(one.candidate, one.likely);
      own.set(one.candidate, one.likely);
    }
  const place = (candidates: readonly Candidate[], nothing: number) => {
    const scores = candidates.map((one) => base.get(one.control)! + weigh(one.features));
    for (const [at, likely] of shares(scores, nothing).entries())
      if (candidates[at]!.suits && own.get(candidates[at]!)! >= leastOwn) note(candidates[at]!, likely);
  };
  for (const { features, candidates } of ofSpans) place(candidates, weigh(features) - eager);
  const chosen = taken([]);
  if (eager === 0) return chosen;
  return assign(
    chosen,
    ofSpans,
    {
      of: (one) => base.get(one.control)! + weigh(one.features),
      leaving: ({ features }) => weigh(features) - eager - forLeft,
      excludes,
    },
    (one, likely) => ({
      ...one,
      likely: Math.max(likely, best.get(one) ?? 0),
      base: asked.get(one.control)!.features,
    }),
  );

  function taken(known: readonly Chosen[]): Chosen[] {
    const found = [...known];
    const likely = [...best]
      .map(([one, likely]): Chosen => ({ ...one, likely, base: asked.get(one.control)!.features }))
      .filter((one) => one.likely >= least);
    for (const one of likely.sort((a, b) => b.likely - a.likely))
      if (!found.some((other) => excludes(one, other))) found.push(one);
    return found;
  }
}
/**
 * How well a view fits an order: what speaks for all that is chosen, without the eagerness to place all, and against each quotation, number and name that has no
 * place, as a logarithm of odds. Of several forms, the one that is meant has the most.
 */
export function fitOf(chosen: readonly Chosen[], { ofSpans }: Questions, weigh: Weigh): number {
  const isPlaced = ({ candidates }: Placing) =>
    chosen.some((one) => !one.span?.part && candidates.some((other) => overlap(one, other)));
  const placed = chosen.reduce((sum, one) => sum + weigh(one.base) + weigh(one.features), 0);
  return ofSpans.reduce((sum, one) => (isPlaced(one) ? sum : sum + weigh(one.features) - unplaced), placed);
}
const unplaced = 2;

const forLeft = 1.5;
/** What a control hardly ever gets it does not get for want of a better one: the right one may come with the next step of the form. */
const leastOwn = 0.01;

const excludes = (one: Candidate, other: Candidate) =>
  (one.control === other.control &&
    (one.control.kind !== 'several' || one.value === other.value || overlap(one, other))) ||
  (isOfText(one) && isOfText(other) && overlap(one, other)) ||
  isOption(one, other) ||
  isOption(other, one);

/** Whether what would be typed is mostly what a list offers: “Stonebridge Bakeries” is the company, and no name of a deal. */
const isOption = (typed: Candidate, { control, span }: Candidate) =>
  isOfText(typed) &&
  span !== null &&
  control.options.length > 0 &&
  span.from >= typed.span!.from &&
  span.to <= typed.span!.to &&
  span.to - span.from >= 0.6 * (typed.span!.to - typed.span!.from);

/** An option may be said by words that say another one, too. What is typed stands for itself. */
const isOfText = ({ control, span }: Candidate) => span !== null && control.options.length === 0;

export function likelihoods(
  { control, features, candidates }: Question,
  weigh: Weigh,
): { candidate: Candidate; likely: number }[] {
  const base = weigh(features);
  const scores = candidates.map((one) => base + weigh(one.features));
  const all =
    control.kind === 'several' ? scores.map((score) => 1 / (1 + Math.exp(-score))) : shares(scores, 0);
  return candidates.map((candidate, at) => ({ candidate, likely: all[at]! }));
}

/** How likely each of some scores is, beside that of nothing. */
function shares(scores: readonly number[], nothing: number): number[] {
  const most = Math.max(nothing, ...scores);
  const exps = scores.map((score) => Math.exp(score - most));
  const all = exps.reduce((sum, one) => sum + one, Math.exp(nothing - most));
  return exps.map((one) => one / all);
}

/** The words of an order, as indices of its atoms, that speak for what was chosen and are neither its label nor its value. */
export function explained(
  { control, features, base }: Chosen,
  { atoms }: Order,
  weigh: Weigh,
): ReadonlySet<number> {
  const stems = new Set(stemsOf(control.label));
  const speaking = [...base, ...features].flatMap((feature) => {
    const word =
      /^(?:as|ao|vs) (\S+)\|/.exec(feature[0])?.[1] ?? /^(?:neg |far )?pol (\S+)$/.exec(feature[0])?.[1];
    return word && weigh([feature]) > leastWord ? [word] : [];
  });
  const found = new Set([...stems, ...speaking]);
  return new Set(
    atoms.flatMap(({ low, stems: own, kind }, at) =>
      kind === 'word' && (found.has(low) || own.some((stem) => found.has(stem))) ? [at] : [],
    ),
  );
}
const leastWord = 0.1;
