import { afterEach, expect, it } from 'vitest';
import { StateLog } from '../../scripts/bench/planner/strangers/state-log.ts';

let log: StateLog | undefined;
afterEach(() => log?.stop());

it('logs each state of an application that differs from the one before it', async () => {
  const states = [{ lamp: 'off' }, { lamp: 'off' }, { lamp: 'on' }, { lamp: 'off' }];
  log = new StateLog(async () => states.shift() ?? { lamp: 'off' });
  for (let look = 0; look < 4; look++) await log.lines();
  expect(await log.lines()).toEqual(['off', 'on', 'off'].map((lamp) => ({ kind: 'put', state: { lamp } })));
});

it('goes on looking by itself where the application did not answer once', async () => {
  let asked = 0;
  log = new StateLog(async () => {
    if (++asked === 1) throw new Error('busy');
    return asked < 3 ? 'first' : 'second';
  });
  await expect.poll(() => asked).toBeGreaterThan(3);
  expect(await log.lines()).toEqual(['first', 'second'].map((state) => ({ kind: 'put', state })));
});
