import { expect, test } from 'vitest';
import { tokens } from '../../../src/planner/prompt/tokens.ts';

test.each([
  ['Call (503) 555-0199. They answer', ['(503) 555-0199']],
  ['Set the phone to (040) 3345 12', ['(040) 3345 12']],
  ['It redirects for good (308) to lindqvist.dev', ['lindqvist.dev']],
  [
    'Point docs.lindqvist.co.uk/start at www.farrow.com, please',
    ['docs.lindqvist.co.uk/start', 'www.farrow.com'],
  ],
  ['Write to ines@farrow.com', ['ines@farrow.com']],
  ['It runs on node.js, e.g. this one.It is old', []],
])('%s has the exact words %j', (prompt, expected) => {
  expect(
    tokens(prompt)
      .filter(({ kind }) => kind === 'exact')
      .map(({ text }) => text),
  ).toEqual(expected);
});
