import { expect, test } from 'vitest';
import { readByGrammar } from '../../../src/planner/prompt/grammar/read-by-grammar.ts';
import { within } from '../../support/within.ts';
import { firstSight } from './cases-first-sight.ts';
import { last } from './cases-last.ts';
import { more } from './cases-more.ts';
import { trades } from './cases-trades.ts';
import { worked } from './cases-worked.ts';
import { told } from './notation.ts';

/** At first sight, 25 of the 30 prompts of `firstSight`, 68 of the 80 of `more` and 20 of the 30 of `last` were read right. */
test.each([...worked, ...firstSight, ...more, ...last, ...trades])('reads: %s', (prompt, ...deeds) => {
  expect(readByGrammar(prompt).map(told)).toEqual(deeds);
});

test('says with which words of the prompt a deed was asked for', () => {
  const prompt = "Please open the board 'Launch' and archive the card 'Old copy', then rename it to 'Copy'.";
  expect(readByGrammar(prompt).map(({ said }) => said)).toEqual([
    "archive the card 'Old copy'",
    "rename it to 'Copy'",
  ]);
});

test('reads a long prompt, and one of marks alone, in a fraction of a second', async () => {
  const prompts = [
    'Rename the list "a" to "b" and '.repeat(300),
    `${"'".repeat(4000)}${'(('.repeat(2000)}`,
    'show me how a user '.repeat(500),
  ];
  await within(1_000, () => prompts.forEach((prompt) => void readByGrammar(prompt)));
});
