import { expect, test } from 'vitest';
import { asTold } from '../../../src/planner/deeds/candidates/readings/readings.ts';
import { withoutSaving } from '../../../src/planner/deeds/entries.ts';
import type { Deed } from '../../../src/planner/prompt/deed.ts';
import { readingsOf } from '../../../src/planner/prompt/read-deeds.ts';

/** The likeliest reading of a prompt, as the search takes it. */
const told = (prompt: string): readonly Deed[] => withoutSaving(readingsOf(prompt)[0]!.map(asTold));

test('who asks for a duplicate of something has that duplicated', () => {
  expect(told("Make a duplicate of the job 'Hull scrub'")).toMatchObject([
    { kind: 'act', verb: 'duplicate', thing: { kind: 'job', name: 'Hull scrub' }, fields: [] },
  ]);
});

test.each([
  ["In the 'Morning round' checklist, 'Bilge' has to come before 'Radio'", 'move before'],
  ["Put 'Bilge' before 'Radio'", 'move before'],
])('“%s” writes no name anywhere', (prompt, verb) => {
  expect(told(prompt)).toMatchObject([{ kind: 'act', verb, thing: { name: 'Bilge' }, fields: [] }]);
});

test('labels are given to the thing behind “to”', () => {
  expect(told("Add the label 'Urgent' to B-12")).toMatchObject([
    { kind: 'create', thing: { name: 'Urgent' }, places: [{ name: 'B-12' }], fields: [] },
  ]);
});

test('a change that is to be saved is one deed', () => {
  expect(told("In the settings, pick 'Travel lift' as the launch method and save it")).toMatchObject([
    { kind: 'change', fields: [{ field: 'launch method', value: { text: 'Travel lift' } }] },
  ]);
});
