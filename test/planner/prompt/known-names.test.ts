import { expect, test } from 'vitest';
import { readWithNames } from '../../../src/planner/prompt/known-names.ts';
import { readingsOf } from '../../../src/planner/prompt/read-deeds.ts';

const read = (prompt: string, ...known: string[]) =>
  readWithNames(prompt, readingsOf(prompt)[0] ?? [], known);

test('a name on the screen that the reading has parted is read as one name', () => {
  const prompt = 'Turn off online appointment booking for patients in the Patient Passport settings.';
  const [deed] = read(prompt, 'PATIENT PASSPORT', 'Messages') ?? [];
  expect(deed?.places).toEqual([
    expect.objectContaining({
      name: 'Patient Passport',
      kind: 'settings',
      said: 'Patient Passport settings',
    }),
  ]);
  expect(prompt).toContain(deed?.said);
});

test('a name of one word ends where a small word begins', () => {
  const [deed] = read('Hide Views from my app sidebar so that it is never shown.', 'Views') ?? [];
  expect(deed).toMatchObject({ kind: 'act', verb: 'hide', thing: { name: 'Views' } });
  expect(deed?.places).toHaveLength(1);
});

test('an identifier is a name where the screen shows it, and a word with a hyphen elsewhere', () => {
  const prompt = 'Add the docs-site project to my favorites';
  expect(read(prompt, 'docs-site')?.[0]?.thing).toMatchObject({ name: 'docs-site', kind: 'project' });
  expect(read(prompt, 'shop-api')).toBeNull();
});

test('what is called so in two deeds is one thing in both', () => {
  const [first, second] = read('Hide the Expense claims panel and pin it.', 'Expense claims') ?? [];
  expect(first?.thing).toMatchObject({ name: 'Expense claims', kind: 'panel', said: 'Expense claims panel' });
  expect(second?.thing).toBe(first?.thing);
});

test.each([
  [
    'a name that the reading has as a whole',
    'Add the tag High Risk to Henry Castellano.',
    'Henry Castellano',
  ],
  ['a name within a longer name', 'Archive the project Oak Lane Phase Two', 'Oak Lane'],
  [
    'a value that is longer than the name',
    "Set the account of the bill 'x' to 429 - General Expenses",
    'General Expenses',
  ],
  ['the order that begins a sentence', 'Open Projects. Add member Bo to Apollo', 'Add member'],
  [
    'a prompt that quotes with the same marks',
    'Turn off booking 「now」 in the Patient Passport settings',
    'Patient Passport',
  ],
])('%s changes nothing', (_, prompt, known) => {
  expect(read(prompt, known)).toBeNull();
});
