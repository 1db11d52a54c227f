import { expect, test } from 'vitest';
import type { Deed } from '../../../src/planner/prompt/deed.ts';
import { readByGrammar } from '../../../src/planner/prompt/grammar/read-by-grammar.ts';
import { leftOut } from '../../../src/planner/prompt/left-out.ts';

const archive = (name: string): Deed => ({
  said: 'archive it',
  kind: 'act',
  verb: 'archive',
  thing: { said: name, name, kind: '', qualifiers: [], ordinal: null },
  places: [],
  fields: [],
  commits: true,
});

test.each([
  ['The Oslo trip of Ann Lee was cancelled on 4 May 2026, archive it', ['Ann Lee', '4 May 2026']],
  ['Oslo was cancelled. Archive it.', []],
  ['The trip to Oslo needs “Snow tyres”, archive it', ['“Snow tyres”']],
])('what a reading has no place for: %s', (prompt, left) => {
  expect(leftOut(prompt, [archive('Oslo trip')])).toEqual(left);
});

test('what was pressed or stands on it was dealt with', () => {
  const prompt = 'The Oslo trip of Ann Lee was cancelled, archive it';
  expect(leftOut(prompt, [archive('Oslo trip')], ['Trip of Ann Lee'])).toEqual([]);
});

test.each([
  'Set the fade of the sign “Tide” to 600ms',
  'Select the ‘Tide’ layer and turn off its ‘zero’ OpenType feature',
  'Zeige die Preise und klicke auf Kostenlos testen',
  'The default terms should be Net 30 from now on, not Net 14',
  'Change the unit of the sail from ‘%’ to ‘px’. Set its value to 24.',
  'Set the price of the boat Heron to $1,200 from $1,100',
])('nothing is left out of what is read whole: %s', (prompt) => {
  expect(leftOut(prompt, readByGrammar(prompt))).toEqual([]);
});
