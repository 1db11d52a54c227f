import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../../src/recorder/contract/limits.ts';
import { Violation } from '../../../src/worker/cell/channel.ts';
import type { Cell } from '../../../src/worker/cell/open-cell.ts';
import { watchBrowsers } from '../../../src/worker/cell/watch-browsers.ts';

/** A cell of a user, which ends when the test does. */
function cellOf(uid: number) {
  const stopped: unknown[] = [];
  const exited = Promise.withResolvers<void>();
  const cell = {
    process: { user: { uid }, exited: exited.promise },
    stop: (why: unknown) => stopped.push(why),
  };
  return { cell: cell as unknown as Cell, stopped, end: () => exited.resolve() };
}

const uid = process.getuid!();

async function endedProcess(): Promise<number> {
  const child = spawn('true', { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid!;
}

test('a browser that has ended before its number is read is no violation', async () => {
  const { cell, stopped } = cellOf(uid);
  const watch = watchBrowsers(defaultLimits, () => cell);
  watch(await endedProcess());
  expect(stopped).toEqual([]);
});

test('a process of another user is a violation, and so is one more than a film has', async () => {
  const { cell, end } = cellOf(uid + 1);
  expect(() => watchBrowsers(defaultLimits, () => cell)(process.pid)).toThrow(Violation);
  const many = cellOf(uid);
  const watch = watchBrowsers(defaultLimits, () => many.cell);
  const gone = await endedProcess();
  for (let count = 0; count < 10; count++) watch(gone);
  expect(() => watch(gone)).toThrow(Violation);
  end();
  many.end();
});

test('a browser of the cell is watched, and the cell ends where it goes over a limit', async () => {
  const { cell, stopped, end } = cellOf(uid);
  const child = spawn('sleep', ['120'], { stdio: 'ignore' });
  try {
    watchBrowsers({ ...defaultLimits, memoryBytes: 1 }, () => cell)(child.pid);
    await expect.poll(() => stopped.length).toBeGreaterThan(0);
    expect(stopped[0]).toMatchObject({ kind: 'over_limit' });
  } finally {
    child.kill('SIGKILL');
    end();
  }
});
