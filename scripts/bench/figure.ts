/** One line of the bench: our figure, and beside it the peer's. Both are measured in the same run on the same machine. */
export interface Figure {
  group: string;
  name: string;
  value: number;
  unit: string;
  /** Who else does the same, or null where nobody does. */
  peer: string | null;
  peerValue: number | null;
  /** value / peerValue. */
  ratio: number | null;
  /** What the machine itself allows, in `unit`: for instance, how long encoding the same frames takes by itself. */
  floor: number | null;
}

/** Makes the figures of one group. They have neither peer nor floor, unless `beside` gives them. */
export const figuresOf =
  (group: string) =>
  (name: string, value: number, unit: string, beside: Partial<Figure> = {}): Figure => ({
    group,
    name,
    value,
    unit,
    peer: null,
    peerValue: null,
    ratio: null,
    floor: null,
    ...beside,
  });

export function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map((f) => [
    f.group,
    f.name,
    `${round(f.value)} ${f.unit}`,
    f.peer ? `${f.peer}: ${f.peerValue === null ? '–' : round(f.peerValue)}` : '–',
    f.ratio === null ? '–' : round(f.ratio),
    f.floor === null ? '–' : round(f.floor),
  ]);
  const table = [['group', 'figure', 'value', 'peer', 'ratio', 'floor'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

const round = (value: number) =>
  String(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
