import { client, type Outputs } from '../data/api.ts';

type Line = Outputs['credits']['transactions']['transactions'][number];

const columns: readonly [string, (line: Line) => string | number][] = [
  ['id', ({ id }) => id],
  ['time', ({ created_at }) => created_at],
  ['type', ({ type }) => type],
  ['description', ({ description }) => description ?? ''],
  ['pack', ({ pack_id }) => pack_id ?? ''],
  ['credits', ({ amount }) => amount],
  ['balance', ({ balance_after }) => balance_after],
];

/** Every movement of the balance, page by page, the oldest first. */
export async function readLedger(): Promise<Line[]> {
  const lines: Line[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await client.credits.transactions.query({ limit: 100, ...(cursor && { cursor }) });
    lines.push(...page.transactions);
    cursor = page.next_cursor;
  } while (cursor);
  return lines.reverse();
}

/** RFC 4180, with times in UTC and numbers as computers read them. */
export const toCsv = (lines: readonly Line[]): string =>
  [columns.map(([name]) => name), ...lines.map((line) => columns.map(([, read]) => read(line)))]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');

/** A spreadsheet would take a text that begins with one of these for a formula. */
const formula = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands a text to the browser as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
