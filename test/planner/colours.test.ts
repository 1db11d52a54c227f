import { expect, test } from 'vitest';
import { choiceFit } from '../../src/planner/deeds/candidates/options.ts';
import { isColourWord, isSameColour, wordForColour } from '../../src/planner/language/colours.ts';
import type { Item } from '../../src/planner/page/screen.ts';

test.each([
  ['#eb5757', 'red'],
  ['#5E6AD2', 'indigo'],
  ['#22c55e', 'green'],
  ['#64748b', 'grey'],
  ['#f2c94cff', 'yellow'],
  ['blue', ''],
])('%s is called “%s”', (code, word) => expect(wordForColour(code)).toBe(word));

test('words for a colour are known in several languages', () => {
  expect(['Red', 'blau', 'weiß', 'bright'].map(isColourWord)).toEqual([true, true, true, false]);
  expect(isSameColour('gray', 'Grau')).toBe(true);
  expect(isSameColour('red', 'green')).toBe(false);
});

test('a swatch without a name is called by the word for its colour, and one with a name by that', () => {
  const swatch = (name: string, value: string) =>
    ({ kind: 'swatch', name, value, labels: [] }) as unknown as Item;
  expect(choiceFit(swatch('', '#eb5757'), 'rot')).toBe(1);
  expect(choiceFit(swatch('', '#eb5757'), 'green')).toBe(0);
  expect(choiceFit(swatch('Signal', '#eb5757'), 'red')).toBe(0);
});
