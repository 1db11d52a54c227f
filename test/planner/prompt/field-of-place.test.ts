import { expect, test } from 'vitest';
import { readingsOf } from '../../../src/planner/prompt/read-deeds.ts';

test('who is to be in Cc is a value of a field, and Cc no place', () => {
  const prompt =
    "Send a new email to rosa.delgado@oak.example with oscar.lind@brook.example in Cc, the subject 'Scoping call next week' and the message 'Does Tuesday at 10:00 work?'.";
  const [deed] = readingsOf(prompt)[0]!;
  const given = deed!.fields.map(({ field, value }) => [
    field.replace(/^in /, '').toLowerCase(),
    value.to === 'text' && value.text,
  ]);
  expect(given).toContainEqual(['cc', 'oscar.lind@brook.example']);
  expect(deed!.places).toEqual([]);
});
