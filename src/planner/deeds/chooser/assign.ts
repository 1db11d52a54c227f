import type { Candidate, Chosen, Placing } from './features.ts';

interface Scores {
  /** What speaks for a candidate, as a logarithm of odds. */
  of(one: Candidate): number;
  /** What speaks for a part of the order being no value. */
  leaving(one: Placing): number;
  /** Whether the two cannot both be. */
  excludes(one: Candidate, other: Candidate): boolean;
}

/** A change for the better: what goes, and what comes in its place. */
interface Change {
  gain: number;
  out: readonly Chosen[];
  into: readonly Candidate[];
}

/**
 * What is chosen one by one takes away from each other: two dates swap their fields, and a sum finds its field taken by a number. As long as it makes the whole
 * likelier, a part of the order that has no place gets one, also where another has to move on for it, and two change places.
 */
export function assign(
  chosen: readonly Chosen[],
  placings: readonly Placing[],
  scores: Scores,
  made: (one: Candidate, likely: number) => Chosen,
): Chosen[] {
  let found = [...chosen];
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const best = changes(found, placings, scores).reduce<Change | null>(
      (most, one) => (one.gain > (most?.gain ?? leastGain) ? one : most),
      null,
    );
    if (!best) break;
    const likely = 1 / (1 + Math.exp(-best.gain));
    found = [...found.filter((one) => !best.out.includes(one)), ...best.into.map((one) => made(one, likely))];
  }
  return found;
}
const mostRounds = 24;
const leastGain = 0.05;

function changes(found: readonly Chosen[], placings: readonly Placing[], scores: Scores): Change[] {
  const fits = (one: Candidate, without: readonly Chosen[]) =>
    found.every((other) => without.includes(other) || !scores.excludes(one, other));
  const isOf = (placing: Placing, one: Candidate) => placing.candidates.some((other) => same(one, other));
  const placed = placings.flatMap((placing) => {
    const at = found.find((one) => isOf(placing, one));
    return at ? [{ placing, at }] : [];
  });
  const open = placings.filter(
    ({ candidates }) =>
      !found.some((one) => !one.span?.part && candidates.some((other) => overlap(one, other))),
  );
  const all: Change[] = [];
  for (const placing of open) {
    // “MOT” may be a word like any other.
    const isWorth = placing.span.source !== 'capitals' || /\s/.test(placing.span.text);
    const lostBy = (one: Candidate) => scores.leaving(placing) - (isWorth && isClosed(one) ? trial : 0);
    for (const one of placing.candidates) {
      if (!one.suits) continue;
      const own = scores.of(one) - lostBy(one);
      if (fits(one, [])) all.push({ gain: own, out: [], into: [one] });
      for (const other of placed) {
        if (!scores.excludes(one, other.at) || !fits(one, [other.at])) continue;
        for (const moved of other.placing.candidates)
          if (
            moved.suits &&
            !same(moved, other.at) &&
            fits(moved, [other.at]) &&
            !scores.excludes(moved, one)
          )
            all.push({
              gain: own + scores.of(moved) - scores.of(other.at),
              out: [other.at],
              into: [one, moved],
            });
      }
    }
  }
  for (const [nth, a] of placed.entries())
    for (const b of placed.slice(nth + 1)) {
      const [toA, toB] = [
        b.placing.candidates.find((one) => one.control === a.at.control && one.suits),
        a.placing.candidates.find((one) => one.control === b.at.control && one.suits),
      ];
      if (!toA || !toB || a.at === b.at || scores.excludes(toA, toB)) continue;
      const out = [a.at, b.at];
      if (fits(toA, out) && fits(toB, out))
        all.push({
          gain: scores.of(toA) + scores.of(toB) - scores.of(a.at) - scores.of(b.at),
          out,
          into: [toA, toB],
        });
    }
  return all;
}

/** A list that does not show what it offers refuses what it does not have. To try it costs a look. */
const isClosed = ({ control: { kind, options } }: Candidate) =>
  (kind === 'choice' || kind === 'several') && options.length === 0;
const trial = 2;

const same = (one: Candidate, other: Candidate) => one.control === other.control && one.value === other.value;

/** Whether two candidates say the same part of the order. */
export const overlap = ({ span: a }: Candidate, { span: b }: Candidate) =>
  a !== null && b !== null && a.from < b.to && b.from < a.to && !(a.part && b.part && a.part !== b.part);
