import type { Score } from '../../../test/planning/set.ts';

/** What a figure's name says of first sight: ` (first sight: 80 %)`, or nothing where no batch was scored. */
export function firstSightOf(batches: readonly Score[]): string {
  const [first, ...others] = batches;
  const last = batches.at(-1);
  if (!first || !last) return '';
  if (others.length === 0) return ` (first sight: ${tenths(first)} %)`;
  // Batches of different sizes do not compare: they are told together.
  if (others.some(({ of }) => of !== first.of))
    return ` (first sight: ${Math.round(percent(sum(batches)))} %)`;
  const shares = batches.map(tenths);
  const each = `${shares.slice(0, -1).join(', ')} and ${tenths(last)} %`;
  return ` (right at first sight: ${each}, of the last ${last.of}: ${tenths(last)} %)`;
}

const percent = ({ right, of }: Score) => (100 * right) / of;
const tenths = (score: Score) => Number(percent(score).toFixed(1));
const sum = (scores: readonly Score[]): Score => ({
  right: scores.reduce((all, { right }) => all + right, 0),
  of: scores.reduce((all, { of }) => all + of, 0),
});
