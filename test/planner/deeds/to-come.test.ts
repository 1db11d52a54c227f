import { expect, test } from 'vitest';
import { waitsForAnswer } from '../../../src/planner/deeds/finish/to-come.ts';
import type { Item, Screen, Thing } from '../../../src/planner/page/screen.ts';

type Part = 'way' | 'field' | 'deed' | 'finish';

/** A dialog above a page, with these items; without a name there is no dialog. */
function screenOf(dialog: string | null, ...items: Partial<Item>[]): Screen {
  const things = [
    { kind: 'page', name: '', parent: null, isModal: false },
    ...(dialog ? [{ kind: 'dialog', name: dialog, parent: 0, isModal: true }] : []),
  ];
  const whole = items.map((item) => ({ owner: things.length - 1, labels: [], isDisabled: false, ...item }));
  const drawn = { things: things as Thing[], items: whole as Item[], grounds: [] };
  return { url: 'https://example.com/', ...drawn } as unknown as Screen;
}
const button = (name: string, isDisabled = false): Partial<Item> => ({ kind: 'button', name, isDisabled });
const field = (name: string): Partial<Item> => ({ kind: 'field', name });

const waits = (before: Screen, screen: Screen, part: Part = 'finish', wrote = 1) =>
  waitsForAnswer({ screen, path: [{ before, part, wrote }] as never });

const form = screenOf('New bed', field('Name'), button('Create'));

test('a dialog that stays as it is after its save waits for the answer, also where its button says so', () => {
  expect(waits(form, form)).toBe(true);
  expect(waits(form, screenOf('New bed', field('Name'), button('Creating…', true)))).toBe(true);
  expect(waits(form, screenOf('New bed', field('Name'), button('Creating…')))).toBe(true);
});

test('a dialog that closes, that asks for something else, or that nothing was written from does not wait', () => {
  expect(waits(form, screenOf(null, button('New bed')))).toBe(false);
  expect(waits(form, screenOf('Are you sure?', button('Yes'), button('No')))).toBe(false);
  expect(waits(form, screenOf('New bed', field('Phone'), button('Create')))).toBe(false);
  expect(waits(form, screenOf('New bed', button('Finish'), button('Back')))).toBe(false);
  expect(waits(form, form, 'finish', 0)).toBe(false);
});

test('a control that saves at once leaves its dialog open, and a page without a dialog waits only for a form', () => {
  expect(waits(form, form, 'field')).toBe(false);
  const page = screenOf(null, field('Name'), button('Save'));
  expect(waits(page, page)).toBe(true);
  expect(waits(page, page, 'deed')).toBe(false);
});
