import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placed } from '../support/order.ts';

test('the order of test files names none that is gone', () => {
  expect(placed.filter((path) => !existsSync(path))).toEqual([]);
});
