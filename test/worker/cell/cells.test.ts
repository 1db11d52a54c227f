import { expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { startCells } from '../../../src/worker/cell/cells.ts';

test('two jobs that begin at the same time get a process each', async () => {
  const cells = startCells(createLogger('silent'));
  const taken = await Promise.all([cells.take(), cells.take()]);
  await Promise.all([...taken.map((cell) => cell.end()), cells.stop()]);
  expect(new Set(taken.map(({ pid }) => pid)).size).toBe(2);
  expect(new Set(taken.map(({ user }) => user?.uid ?? null)).size).toBe(process.getuid?.() === 0 ? 2 : 1);
});
