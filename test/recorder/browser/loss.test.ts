import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Loss } from '../../../src/recorder/browser/loss.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('an answer is kept by nobody once it was given, however long the tab lives', async () => {
  const loss = new Loss();
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 50; i++) {
    const answer = await loss.orElse(Promise.resolve({ picture: 'x'.repeat(1000) }));
    answers.push(new WeakRef(answer));
  }
  // What a WeakRef has shown in this turn of the event loop lives until the next.
  await setImmediate();
  collect();
  const kept = answers.slice(0, -1).filter((answer) => answer.deref() !== undefined);
  expect(kept).toHaveLength(0);
});

test('a loss ends every wait at once, and every later one, for the first reason', async () => {
  const loss = new Loss();
  const forever = new Promise<never>(() => undefined);
  const waits = [loss.orElse(forever), loss.orElse(forever)];
  loss.declare(new Error('crashed'));
  loss.declare(new Error('closed'));
  for (const wait of [...waits, loss.orElse(forever), loss.orElse(Promise.resolve(1))])
    await expect(wait).rejects.toThrow('crashed');
});

test('work that fails by itself says so, and its fault troubles nobody after the loss', async () => {
  const loss = new Loss();
  await expect(loss.orElse(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  loss.declare(new Error('crashed'));
  await expect(loss.orElse(Promise.reject(new Error('refused')))).rejects.toThrow('crashed');
});
