import type { Soak } from './run.ts';
import { type FigureName, figures } from './sample.ts';
import { grows, trendOf } from './trend.ts';

/** Prints a line for each figure, and what the load was. @returns whether nothing grew, and nothing was wrong */
export function printSoak({ minutes, samples, seen, endings, faults }: Soak): boolean {
  const rows = (Object.keys(figures) as FigureName[]).map((name) => {
    const { unit, tolerance } = figures[name];
    const trend = trendOf(samples.map((sample) => sample[name]));
    const verdict = grows(trend, tolerance) ? 'GROWS' : 'steady';
    const limit = Math.max(tolerance.share * trend.mean, tolerance.least);
    const numbers = [trend.first, trend.last, trend.mean, trend.rise, limit].map((value) => value.toFixed(1));
    return [name, unit, ...numbers, verdict];
  });
  const table = [['figure', 'unit', 'first', 'last', 'mean', 'rise', 'may rise', ''], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    );
  const jobs = Object.entries(endings.counts).map(([word, count]) => `${count} ${word}`);
  console.log(
    `\n${minutes} minutes, the first quarter left out: ${seen.acknowledged} commands, ${seen.reads} reads, jobs: ${jobs.join(', ')}; ` +
      `${seen.unavailable} answers 503, ${seen.unanswered} requests without an answer, slowest ${(seen.slowestMs / 1000).toFixed(1)} s.`,
  );
  for (const fault of faults) console.log(`✗ ${fault}`);
  return faults.length === 0 && rows.every((row) => row.at(-1) === 'steady');
}
