/** What the training prints: how the weights do on what they were not trained with. */
import type { Ranking } from './decisions.ts';
import { type Bin, calibration, firstShare, logLoss, type Verdict } from './measure.ts';
import type { Trained } from './train-ranking.ts';

export function report(ranking: Ranking, { isBetter, pull, leftOut }: Trained): string {
  const all = {
    app: 'all',
    byHand: leftOut.flatMap(({ byHand }) => byHand),
    trained: leftOut.flatMap(({ trained }) => trained),
  };
  const rows = [...leftOut, all].map(({ app, byHand, trained }) => [
    app,
    `${trained.length}`,
    `${percent(firstShare(byHand))} → ${percent(firstShare(trained))}`,
    `${logLoss(byHand).toFixed(3)} → ${logLoss(trained).toFixed(3)}`,
  ]);
  return [
    `${ranking}: ${isBetter ? `trained, pull ${pull}` : `as set by hand; trained (pull ${pull}) is no better`}`,
    ...table([['left out', 'screens', 'right one first', 'log-loss'], ...rows]),
    ...table([
      ['confidence of the first', 'right by hand', 'right when trained'],
      ...calibrationRows(all.byHand, all.trained),
    ]),
    '',
  ].join('\n');
}

/** @param bins how sure the presses were that the bench has filmed */
export const reportJudged = (bins: readonly Bin[]): string =>
  [
    'presses and entries that the bench has filmed, by its judge; one of each task that was not done is taken to be wrong',
    ...table([
      ['confidence', 'right'],
      ...bins.map(({ from, to, count, right }) => [`${from} to ${to}`, `${right} of ${count}`]),
    ]),
    '',
  ].join('\n');

function calibrationRows(byHand: readonly Verdict[], trained: readonly Verdict[]): string[][] {
  const after = calibration(trained);
  return calibration(byHand).map(({ from, to, count, right }, index) => [
    `${from} to ${to}`,
    `${right} of ${count}`,
    `${after[index]?.right} of ${after[index]?.count}`,
  ]);
}

function table(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd(),
  );
}

const percent = (share: number) => `${Math.round(1000 * share) / 10} %`;
