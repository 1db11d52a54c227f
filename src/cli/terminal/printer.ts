import { styleText } from 'node:util';
import { type Output, processOutput, table } from './output.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command writes. Results go to stdout, everything that is said about them to stderr. */
export interface Printer extends Output {
  readonly json: boolean;
  readonly stderr: NodeJS.WriteStream;
  /** The result of the command: with --json one document, else lines. A command has one result. */
  result(value: unknown, lines: () => readonly string[]): void;
  /** Whether the result was written. With --json, a failure after that is told on stderr alone. */
  hasResult(): boolean;
  /** A table of the result, with a heading that stands out. */
  rows(headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string[];
  /** Colours a text of the result, where stdout is a terminal that wants colours. */
  styled(style: Style, text: string): string;
}

export function createPrinter(
  json: boolean,
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Printer {
  const output = processOutput(stdout, stderr);
  const isColored = wantsColor(stdout);
  let isWritten = false;
  const styled = (style: Style, text: string) => (isColored ? styleText(style, text) : text);
  return {
    ...output,
    json,
    stderr,
    styled,
    hasResult: () => isWritten,
    result(value, lines) {
      isWritten = true;
      if (json) output.line(JSON.stringify(value, null, 2));
      else for (const line of lines()) output.line(line);
    },
    rows(headings, rows) {
      const [heading, ...others] = table(headings, rows);
      return [styled('bold', heading!), ...others];
    },
  };
}

/** Node knows NO_COLOR, FORCE_COLOR and terminals without colours. */
const wantsColor = (stream: NodeJS.WriteStream) => Boolean(stream.isTTY) && stream.hasColors();
