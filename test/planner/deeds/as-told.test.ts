import { expect, test } from 'vitest';
import { asMeant } from '../../../src/planner/deeds/entries.ts';
import type { Deed } from '../../../src/planner/prompt/deed.ts';
import { readingsOf } from '../../../src/planner/prompt/read-deeds.ts';

/** The likeliest reading of a prompt, as the search takes it. */
const told = (prompt: string): readonly Deed[] => asMeant(readingsOf(prompt)[0]!, prompt);

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

test('what uses a new thing is a change of its own', () => {
  expect(
    told("Create a signature named 'Short' with the text 'Ida, Boatyard' and use it for replies"),
  ).toMatchObject([
    {
      kind: 'create',
      thing: { name: 'Short' },
      fields: [{ field: 'text', value: { text: 'Ida, Boatyard' } }],
    },
    { kind: 'change', thing: null, fields: [{ field: 'replies', value: { text: 'Short' } }] },
  ]);
});

test('a message that is quoted is not turned on', () => {
  const [deed] = told(
    "Turn on automatic replies from 20 July 2026 to 31 July 2026 with the message 'Back in August'",
  );
  expect(deed?.fields.map(({ field, value }) => [field, value])).toMatchObject([
    ['automatic replies', { to: 'on' }],
    ['from', { text: '20 July 2026' }],
    ['', { text: '31 July 2026' }],
    ['message', { text: 'Back in August' }],
  ]);
});

test('who gives a label to several gives it to each', () => {
  expect(told("Select the jobs 'Hull scrub' and 'Mast' and add the label 'Wet' to both")).toMatchObject([
    { thing: { name: 'Wet' }, places: [{ name: 'Hull scrub' }] },
    { thing: { name: 'Wet' }, places: [{ name: 'Mast' }] },
  ]);
});

test('what is made for somebody is called as it says behind that', () => {
  expect(told("Plan a tour for the Harbour crew named 'Night tide' that starts on 2026-10-26")).toMatchObject(
    [{ kind: 'create', thing: { kind: 'tour', name: 'Night tide' }, fields: [{ field: 'starts' }] }],
  );
});

test('time is logged on what it is spent on', () => {
  expect(told("Log 2.5 hours on the job 'Hull scrub' with the note 'Low tide'")).toMatchObject([
    { kind: 'act', verb: 'log', thing: { kind: 'job', name: 'Hull scrub' }, places: [] },
  ]);
});

test('who gives something to it gives it to what was changed before', () => {
  const deeds = told("Assign the job 'Hull scrub' to Ida Moor and add the label 'Wet' to it.");
  expect(deeds[1]).toMatchObject({ thing: { name: 'Wet' }, places: [{ name: 'Hull scrub' }] });
});

test('a line of a form is no value', () => {
  const [deed] = told("Create a draft invoice to Ida Moor with one line for the item 'Mast', quantity 3.");
  expect(deed?.fields.map(({ field }) => field)).toEqual(['item', 'quantity']);
});

test.each([
  ["Move the stage 'Varnish' up two places", { to: 'by', places: -2 }],
  [
    "In the rota settings, move the line 'Ada' down until it comes directly after 'Bo'",
    { to: 'after', name: 'Bo' },
  ],
  ["Move the card 'Tiller' to the top of the list", { to: 'first' }],
])('“%s” asks for a place among others', (prompt, ordering) => {
  expect(told(prompt)).toMatchObject([{ kind: 'act', fields: [], ordering }]);
});

test('what is moved into something is put in no order', () => {
  expect(told("Move the letter 'Hull' to the folder 'Done'")[0]!.ordering).toBeUndefined();
});

test.each([
  ["Snooze ticket #48 'Wrong mast' until 3 May 2027", { kind: 'ticket', name: '#48' }],
  ['Put order #48 on hold', { kind: 'order', name: '#48' }],
  ['Reschedule the visit with Ida Moor to 3 May 2027', { kind: 'visit', name: 'Ida Moor' }],
  ["Change the motto on your profile to 'Slow and dry'", { kind: 'profile', name: null }],
])('“%s” names its thing', (prompt, thing) => {
  expect(told(prompt)[0]!.thing).toMatchObject(thing);
});

test.each([
  [
    "Share the file 'Plan' with the adviser Ida Moor, with 'Can comment' access",
    [
      ['with', 'Ida Moor'],
      ['access', 'Can comment'],
    ],
  ],
  [
    "Create a draft order for Ida Moor with 3 of 'Birch soap'",
    [
      ['', 'Birch soap'],
      ['quantity', '3'],
    ],
  ],
  [
    'Have abandoned basket letters sent after 6 hours instead of 10 hours',
    [['abandoned basket letters sent', '6']],
  ],
  [
    'Put order #48 on hold because the mast is missing',
    [
      ['', 'hold'],
      ['reason', 'the mast is missing'],
    ],
  ],
  ["Answer the invitation to 'Boat night' with Maybe", [['', 'Maybe']]],
])('“%s” has its values in their fields', (prompt, fields) => {
  const given = told(prompt)[0]!.fields.map(({ field, value }) => [
    field,
    value.to === 'text' ? value.text : value.to,
  ]);
  expect(given).toEqual(fields);
});

test('who must no longer see something is not let see it', () => {
  expect(told('Make sure customers can no longer see the stock level')).toMatchObject([
    { kind: 'change', fields: [{ field: 'customers see the stock level', value: { to: 'off' } }] },
  ]);
});

test('a reason is what a form need not ask for', () => {
  expect(told('Archive the job Hull scrub because the boat is sold')[0]!.fields).toMatchObject([
    { field: 'reason', isAside: true },
  ]);
});

test('each of several that are counted is one', () => {
  const deeds = told("Mark the two tickets #48 'Wrong mast' and #49 'No sail' as Solved");
  expect(deeds.map(({ thing }) => [thing?.kind, thing?.name, thing?.qualifiers])).toEqual([
    ['tickets', '#48', []],
    ['tickets', '#49', []],
  ]);
});

test('a field may be called without the kind of its thing', () => {
  const [deed] = told("Add a product 'Mug' with the product type Stationery");
  expect(deed!.fields).toMatchObject([{ field: 'product type', short: 'type' }]);
});

test('signs in a name are no pattern', () => {
  expect(told('Share the note with the C++ (senior) lead Ida Moor')[0]!.thing).toMatchObject({
    kind: 'note',
  });
});
