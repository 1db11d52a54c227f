import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../scripts/bench.ts');

/** Runs the bench with groups of which at least one does not exist. @returns what it prints */
const refusalOf = (only: string): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [program], { env: { ...process.env, BENCH_ONLY: only } }).catch(
    (error) => error,
  );

test.each([
  ['recorder,apend,append', '“apend”'],
  ['recorder, appends, append, x', '“appends” or “x”'],
  ['recorder,', '“”'],
  ['toString', '“toString”'],
])('BENCH_ONLY=%s measures nothing and says that there is no group %s', async (only, unknown) => {
  const { code, stdout, stderr } = await refusalOf(only);
  const source = await readFile(program, 'utf8');
  const groups = [...source.matchAll(/^ {2}'?([\w-]+)'?: async \(\) => \(await import/gm)].map(
    ([, name]) => name,
  );
  expect(groups).toContain('recorder');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    `BENCH_ONLY=${only}: there is no group ${unknown}. The groups are ${groups.join(', ')}.\n`,
  );
});
