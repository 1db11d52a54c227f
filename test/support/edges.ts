import { expect } from 'vitest';

/** A member by its path, values at its limits that must be accepted, and values beyond them that must be refused. */
export interface Limit {
  path: string;
  good: unknown[];
  bad: unknown[];
}
const shown = (value: unknown) => {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text;
};

/** An object that has the value at the path: `zoom.intensity` and 2 become `{zoom: {intensity: 2}}`. */
export function at(path: string, value: unknown): Record<string, unknown> {
  const [name, ...rest] = path.split('.');
  return { [name!]: rest.length > 0 ? at(rest.join('.'), value) : value };
}

export const x = (count: number) => 'x'.repeat(count);
/** As many characters of two UTF-16 units each: limits count characters, not units. */
export const smiles = (count: number) => '😀'.repeat(count);
export const notText = [7, true, [], {}];
export const notNumber = ['1', true, [], {}, ''];

export const textOf = (path: string, min: number, max: number): Limit => ({
  path,
  good: [...(min > 0 ? [x(min), smiles(min)] : ['']), x(max - 1), x(max), smiles(max)],
  bad: [...(min > 0 ? [x(min - 1)] : []), x(max + 1), smiles(max + 1), null, ...notText],
});
export const numberOf = (path: string, min: number, max: number): Limit => ({
  path,
  good: [min, min + (max - min) / 1000, max - (max - min) / 1000, max],
  bad: [min - (max - min) / 1000, max + (max - min) / 1000, null, ...notNumber],
});
export const oneOf = (path: string, ...names: string[]): Limit => ({
  path,
  good: names,
  bad: ['', names[0]!.toUpperCase(), `${names[0]} `, null, ...notText],
});
export const isTrueOrFalse = (path: string): Limit => ({
  path,
  good: [true, false],
  bad: ['true', 1, '', null],
});

export const named = (limits: readonly Limit[]) => limits.map((limit) => [limit.path, limit] as const);

/** Sends each value and fails with those that were not answered as they should be. */
export async function hold(
  { path, good, bad }: Limit,
  send: (value: unknown) => Promise<{ status: number; body: { error: string } }>,
  named = path,
) {
  const answers = await Promise.all(
    [...good, ...bad].map(async (value, n) => {
      const { status, body } = await send(value);
      if (n < good.length) return status < 300 ? null : ['refused', shown(value), status, body.error];
      if (status !== 400) return ['let in', shown(value), status];
      return body.error.includes(`\`${named}`) ? null : ['not named', shown(value), body.error];
    }),
  );
  const wrong = answers.filter((answer) => answer !== null);
  expect(wrong).toEqual([]);
}
