import { describe, expect, it } from 'vitest';
import { wordsAlike } from '../../../../src/recorder/drive/element/traits.ts';

describe('words', () => {
  it.each([
    ['Start free', 'start free!', 1],
    ['...', '...', 0],
    ['×', '×', 0],
    ['', '', 0],
    ['•••', '•••', 1],
    ['•••', '...', 0],
    ['Pricing', '价格', 0],
  ])('“%s” and “%s” are alike by %d', (a, b, alike) => {
    expect(wordsAlike(a, b)).toBe(alike);
  });

  it('of which only some are the same are alike by less than one', () => {
    expect(wordsAlike('Start your free trial', 'Start free trial')).toBeGreaterThan(0.5);
    expect(wordsAlike('Start your free trial', 'Start free trial')).toBeLessThan(1);
  });
});
