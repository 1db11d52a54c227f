/** Where a command writes: results to stdout, remarks and progress to stderr. */
export interface Output {
  /** A line of the result. */
  line(text: string): void;
  /** A line about the result, such as a fault or a hint. */
  remark(text: string): void;
  /** Redraws a bar on a terminal. Elsewhere it writes one line for each tenth that is done. */
  progress(label: string, done: number, total: number): void;
  /** Removes the bar, so that a line can follow. */
  settle(): void;
}

const barWidth = 30;

export function processOutput(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Output {
  let told = '';
  let drawn = false;
  const settle = () => {
    if (drawn) stderr.write('\r\x1b[K');
    drawn = false;
  };
  return {
    line(text) {
      settle();
      stdout.write(`${text}\n`);
    },
    remark(text) {
      settle();
      stderr.write(`${text}\n`);
    },
    progress(label, done, total) {
      const part = total > 0 ? Math.min(1, done / total) : 1;
      const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
      if (stderr.isTTY) {
        const bar = '█'.repeat(Math.round(part * barWidth)).padEnd(barWidth, '░');
        stderr.write(`\r\x1b[K${bar} ${`${Math.floor(part * 100)} %`.padStart(5)}  ${label}, ${counts}`);
        drawn = true;
        return;
      }
      const tenth = `${label} ${Math.floor(part * 10)}`;
      if (tenth !== told) stderr.write(`${label}: ${Math.floor(part * 100)} %, ${counts}\n`);
      told = tenth;
    },
    settle,
  };
}

/** Lays rows out in columns as wide as their longest cell. Columns of numbers are aligned to the right. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string[] {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell === null ? '' : String(cell))));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => [...(row[column] ?? '')].length)),
  );
  const isNumeric = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const write = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat(Math.max(0, widths[column]! - [...cell].length));
        return isNumeric[column] ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd();
  return [write(headings), ...cells.map(write)];
}

/** Control characters in texts of users and pages are replaced, so that they cannot move the reader's cursor. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
