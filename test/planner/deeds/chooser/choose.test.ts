import { describe, expect, test } from 'vitest';
import { choose } from '../../../../src/planner/deeds/chooser/choose.ts';
import type { Control } from '../../../../src/planner/deeds/chooser/controls.ts';
import { orderOf } from '../../../../src/planner/deeds/chooser/order.ts';
import { questionsOf } from '../../../../src/planner/deeds/chooser/questions.ts';
import { weigh } from '../../../../src/planner/deeds/chooser/weights.ts';
import { readingsOf } from '../../../../src/planner/prompt/read-deeds.ts';

/** As a form would tell it: "Owner", or "Plan: Free | Pro" for what offers these, or "Paid?" for a switch that is off. */
function control(told: string, index: number, view: string, kind: Control['kind'] | null = null): Control {
  const [label = '', offers] = told.split(': ');
  const isSwitch = label.endsWith('?');
  return {
    kind: kind ?? (isSwitch ? 'switch' : offers ? 'choice' : 'text'),
    items: [],
    label: label.replace('?', ''),
    above: [],
    options: offers?.split(' | ') ?? [],
    value: '',
    isOn: isSwitch ? false : null,
    index,
    row: [],
    view: [view],
    isInForm: true,
  };
}

const chosen = (prompt: string, view: string, ...told: string[]) => {
  const controls = told.map((one, index) => control(one, index, view));
  const questions = questionsOf(orderOf(prompt, readingsOf(prompt)), controls);
  return Object.fromEntries(
    choose(questions, weigh, { eager: 3 }).map(({ control: { label }, value }) => [label, value]),
  );
};

describe('what an order sets in a form', () => {
  test('each value goes to the control that asks for it, whatever the order of either', () => {
    const prompt =
      "Create a booking for 'Ines Vik' in the north wing, from 3 May 2027 to 7 May 2027, with the email ines@tide.example";
    expect(
      chosen(
        prompt,
        'New booking',
        'Email',
        'Guest',
        'Wing: North wing | South wing',
        'Arrival date',
        'Departure date',
      ),
    ).toEqual({
      Email: 'ines@tide.example',
      Guest: 'Ines Vik',
      Wing: 'North wing',
      'Arrival date': '3 May 2027',
      'Departure date': '7 May 2027',
    });
  });

  test('a code chooses the option that has it, and each other value finds the field that is left for it', () => {
    const prompt = 'Log a delivery for T-212: 40 crates for €310.50 from Quay Stores, reading 5120';
    expect(
      chosen(
        prompt,
        'Log a delivery',
        'Truck: T-210 · Van | T-212 · Flatbed long',
        'Reading',
        'Crates',
        'Total cost',
        'Supplier',
      ),
    ).toEqual({
      Truck: 'T-212 · Flatbed long',
      Reading: '5120',
      Crates: '40',
      'Total cost': '€310.50',
      Supplier: 'Quay Stores',
    });
  });

  test('a name is parted where the form asks for its parts', () => {
    expect(
      chosen(
        "Add a new member named 'Ola Berg', phone 0171 555 123",
        'New member',
        'First name',
        'Last name',
        'Phone',
      ),
    ).toEqual({
      'First name': 'Ola',
      'Last name': 'Berg',
      Phone: '0171 555 123',
    });
  });

  test('a switch is turned on or off by the words around it', () => {
    const told = ['Name', 'Send a welcome email?', 'Private?'] as const;
    expect(chosen("Create a private group named 'Moth club'", 'New group', ...told)).toEqual({
      Name: 'Moth club',
      Private: 'on',
    });
  });

  test('nothing is put where it does not belong, also for want of a better place', () => {
    const prompt = "Add a new client named 'Harbour Studio' with the billing email 'ap@harbour.example'";
    expect(chosen(prompt, 'New client', 'Business name', 'City', 'Tax ID')).toEqual({
      'Business name': 'Harbour Studio',
    });
  });

  test('an order that has nothing for a form sets nothing in it', () => {
    expect(chosen('Archive the project', 'New client', 'Business name', 'City', 'Paid?')).toEqual({});
  });
});

test('what may be a value is a quotation, a number, a name, and what stands behind a small word', () => {
  const prompt = "Give Ann Lee the code 'B 12' for 45 minutes as a guest";
  const texts = orderOf(prompt, readingsOf(prompt)).spans.map(({ text, shape }) => `${text}: ${shape}`);
  expect(texts).toEqual(
    expect.arrayContaining([
      'B 12: title',
      'Ann Lee: person',
      '45: number',
      '45 minutes: measure',
      'guest: word',
      'Lee: title',
    ]),
  );
});
