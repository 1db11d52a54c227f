import type { Report } from './run.ts';

/** Prints what was killed how often, what was seen, and what should not be. */
export function printReport({ kills, seen, endings, findings, events, tookMs }: Report): void {
  const rows: [string, string | number][] = [
    ...Object.entries(kills).map(([kind, count]): [string, number] => [`killed: ${kind}`, count]),
    ['acknowledged commands', seen.acknowledged],
    ['reads', seen.reads],
    ['requests without an answer', seen.unanswered],
    ['answers 503', seen.unavailable],
    ['slowest answer', `${(seen.slowestMs / 1000).toFixed(1)} s`],
    ...Object.entries(endings.counts).map(([word, count]): [string, number] => [`jobs: ${word}`, count]),
    ...Object.entries(endings.faults).map(([code, count]): [string, number] => [
      `failed with ${code}`,
      count,
    ]),
    ['events', events],
    ['took', `${Math.round(tookMs / 1000)} s`],
    ['findings', findings.length],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);
  for (const finding of findings) console.log(`\n✗ ${finding}`);
}
