import { describe, expect, test } from 'vitest';
import { isState } from '../../../src/planner/deeds/candidates/buttons/state-words.ts';
import { sameThing } from '../../../src/planner/deeds/candidates/chain.ts';
import { asTold } from '../../../src/planner/deeds/candidates/readings/readings.ts';
import { Offers } from '../../../src/planner/deeds/perform/offers.ts';
import { isOfOtherRow } from '../../../src/planner/deeds/perform/other-row.ts';
import { deedMeanings, fieldMeanings } from '../../../src/planner/language/thesaurus/same-meaning.ts';
import { isOfOthers } from '../../../src/planner/prompt/own-settings.ts';
import { readingsOf } from '../../../src/planner/prompt/read-deeds.ts';
import { itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const first = (prompt: string) => asTold(readingsOf(prompt)[0]![0]!);
const values = (prompt: string) =>
  first(prompt).fields.map(({ field, value }) => [field, value.to === 'text' ? value.text : value.to]);

describe('the thesaurus', () => {
  test.each([
    ['length', 'Duration'],
    ['assignee', 'Owner'],
    ['deadline', 'Complete by'],
  ])('%s is “%s”', (said, shown) => {
    expect(fieldMeanings.likeness(said, shown)).toBeGreaterThan(0.9);
  });

  test('each word that only one of two names has costs some of what they mean', () => {
    const whole = fieldMeanings.likeness('phone number', 'Switchboard');
    const more = fieldMeanings.likeness('main phone number', 'Switchboard');
    expect(more).toBeLessThan(whole);
    expect(more).toBeGreaterThan(0.6);
  });

  test.each([
    ['due date', 'Start date'],
    ['title', 'Description'],
    // The same word in both is no matter of meaning.
    ['name', 'Tag name'],
  ])('%s is not “%s”', (said, shown) => {
    expect(fieldMeanings.likeness(said, shown)).toBe(0);
  });

  test.each([
    ['pin the announcement to the top of the home page', 'Keep at top', true],
    ['put job opening on hold', 'Pause', true],
    ['approve the request', 'Reject', false],
    // What stands behind a small word is not what is done.
    ['raise the priority of the ticket', 'New ticket', false],
    ['export reports', 'Apple report', false],
  ])('the order "%s" and the button “%s”: %s', (order, name, isSame) => {
    expect(deedMeanings.likeness(order, name) > 0.8).toBe(isSame);
  });
});

describe('what a prompt says in its own way', () => {
  test('a code of two parts is one name', () => {
    expect(first("Rename the CHEM 112 page 'Lab rules' to 'Lab safety'")).toMatchObject({
      thing: { name: 'Lab rules', kind: 'page' },
      places: [{ name: 'CHEM 112' }],
    });
  });

  test('initials in the plural are no name', () => {
    expect(first("Change the prefix of the store's order IDs from '#' to 'HNH-'").thing).toMatchObject({
      name: null,
      kind: 'order ids',
    });
  });

  test('an address in two lines is one value', () => {
    expect(values("Add a station 'Skerry' with the address 14 Pier Rd, Suite 3")).toEqual([
      ['address', '14 Pier Rd, Suite 3'],
    ]);
  });

  test('a range of times has two ends', () => {
    expect(values("Add an event 'Norming' on March 3, 2027 from 1:00 PM to 2:30 PM")).toContainEqual([
      'to',
      '2:30 PM',
    ]);
  });

  test('what stands in brackets behind a name is said of who is called so', () => {
    expect(values("Add Nadia Reis (nadia@mail.example, phone '503-555-0166') as a candidate")).toEqual([
      ['email', 'nadia@mail.example'],
      ['phone', '503-555-0166'],
    ]);
  });

  test('what something is made is the value of it', () => {
    expect(values('Make the phone number in the shipping address mandatory at checkout')).toEqual([
      ['phone number', 'mandatory'],
    ]);
  });

  test('what stays as it is, is no deed', () => {
    expect(values('Turn off the mail for tide warnings, but leave the push notification on')).toHaveLength(1);
  });

  test('somebody’s own settings are not those of all', () => {
    expect(isOfOthers('Change the time zone of your own profile', 'Account settings')).toBe(true);
    expect(isOfOthers('Change the time zone of your own profile', 'My profile')).toBe(false);
    expect(isOfOthers('Change the time zone', 'Account settings')).toBe(false);
  });
});

test('a report of what was done does nothing', () => {
  expect(isState('Tickets created and solved', 'create')).toBe(true);
  expect(isState('Mark as completed', 'complete')).toBe(false);
  expect(isState('Ticket created by Ann', 'create')).toBe(false);
});

describe('what stands on a screen again', () => {
  test('a row at the place of another row is not that row', () => {
    const page = (row: string) => screenOf('Log', [thingOf('row', row)], [itemOf('body', row, { owner: 1 })]);
    const [before, later] = [page('L-104'), page('L-125')];
    expect(isOfOtherRow(later.items[0]!, later, before.items[0]!, before)).toBe(true);
    expect(isOfOtherRow(before.items[0]!, before, before.items[0]!, before)).toBe(false);
  });

  test('a form is found again when a list has opened before it', () => {
    const form = thingOf('panel', 'Add station', { id: 9 });
    const before = screenOf('Stations', [form]);
    const later = screenOf('Stations', [thingOf('list', 'Types', { id: 12 }), form]);
    expect(sameThing(later, before, 1)).toBe(2);
    expect(sameThing(screenOf('Stations', []), before, 1)).toBeNull();
  });

  test('what a list offers is known when it is closed again', () => {
    const list = itemOf('picker', '', { labels: ['Office'], value: 'Oslo' });
    const offers = new Offers();
    offers.learn(list, ['Oslo', 'Berlin']);
    const [seen] = offers.onto(screenOf('Form', [], [list])).items;
    expect(seen!.options.map(({ label }) => label)).toEqual(['Oslo', 'Berlin']);
  });
});
