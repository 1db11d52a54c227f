import { expect, test } from 'vitest';
import { countOf } from '../../../src/planner/deeds/candidates/mentions/count-of.ts';
import type { Deed } from '../../../src/planner/prompt/deed.ts';

const deed = (said: string, kind: string, name: string | null = null): Deed => ({
  ...{ said, kind: 'change', verb: 'set', places: [], fields: [], commits: true },
  thing: { said: kind, name, kind, qualifiers: [], ordinal: null },
});

test.each([
  ['Set the fee of both idle masts to 40', 'masts', 2],
  ['Set the fee of all idle masts to 40', 'idle masts', Number.POSITIVE_INFINITY],
  ['Put every open request on hold', 'open request', Number.POSITIVE_INFINITY],
  ['Mark the two idle masts as let', 'masts', 2],
  ['Set the fee of the idle mast to 40', 'mast', null],
  ['Set the fee of one mast to 40', 'mast', null],
  // "All" is said of something else here.
  ['Set the fee of the mast to all of it', 'mast', null],
  ['Setze die Gebühr beider Masten auf 40', 'masten', null],
  ['Setze die Gebühr für alle freien Masten auf 40', 'masten', Number.POSITIVE_INFINITY],
])('%s is about so many %s: %s', (said, kind, expected) => {
  expect(countOf(deed(said, kind))).toBe(expected);
});

test('what has a name is one thing', () => {
  expect(countOf(deed("Archive both masts 'Row'", 'masts', 'Row'))).toBeNull();
});
