import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { TabLoss } from '../../../src/recorder/browser/tab-loss.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('nothing keeps an answer after it was given, however long the tab lives', async () => {
  const loss = new TabLoss();
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 50; i++) {
    const answer = await loss.race(Promise.resolve({ picture: 'x'.repeat(1000) }));
    answers.push(new WeakRef(answer));
  }
  // An object that a WeakRef has returned stays alive until the next turn of the event loop.
  await setImmediate();
  collect();
  const kept = answers.slice(0, -1).filter((answer) => answer.deref() !== undefined);
  expect(kept).toHaveLength(0);
});

test('a loss rejects every pending and every later wait with the first reason', async () => {
  const loss = new TabLoss();
  const forever = new Promise<never>(() => undefined);
  const waits = [loss.race(forever), loss.race(forever)];
  loss.declare(new Error('crashed'));
  loss.declare(new Error('closed'));
  for (const wait of [...waits, loss.race(forever), loss.race(Promise.resolve(1))])
    await expect(wait).rejects.toThrow('crashed');
});

test('work that fails by itself rejects with its own fault, and after the loss that fault stays handled', async () => {
  const loss = new TabLoss();
  await expect(loss.race(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  loss.declare(new Error('crashed'));
  await expect(loss.race(Promise.reject(new Error('refused')))).rejects.toThrow('crashed');
});
