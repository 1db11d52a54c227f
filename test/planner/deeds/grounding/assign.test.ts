import { describe, expect, test } from 'vitest';
import { assign } from '../../../../src/planner/deeds/grounding/form/assign.ts';
import { besideFit } from '../../../../src/planner/deeds/grounding/form/beside.ts';
import type { Pairing } from '../../../../src/planner/deeds/grounding/pairing.ts';
import type { Item } from '../../../../src/planner/page/screen.ts';

describe('which value goes into which control', () => {
  const order = ['name', 'boat', 'skipper'].map(
    (name) => ({ name, kind: 'picker', labels: [name] }) as unknown as Item,
  );
  const spans = ['Teal', 'Ola Berg'].map((text, first) => ({
    text,
    first,
    last: first,
    isExact: true,
    marker: '' as const,
  }));
  const pair = (span: number, name: string, fit: number, called: string[] = []) =>
    ({
      span: spans[span],
      item: order.find((item) => item.name === name),
      fit,
      way: 'choose',
      called: new Set(called),
    }) as unknown as Pairing;
  const chosen = (prompt: string, ...pairings: Pairing[]) =>
    assign(pairings, order, prompt).map(({ item, span }) => `${item.name}=${span.text}`);

  test('the second best control of one value may be the only one of another', () => {
    expect(
      chosen('Teal for Ola Berg', pair(0, 'boat', 0.7), pair(0, 'skipper', 0.75), pair(1, 'skipper', 0.7)),
    ).toEqual(['boat=Teal', 'skipper=Ola Berg']);
  });

  test('a control takes one value, and more where the sentence lists them', () => {
    const both = [pair(0, 'boat', 0.9), pair(1, 'boat', 0.8)];
    expect(chosen('Teal, which is for Ola Berg', ...both)).toEqual(['boat=Teal']);
    expect(chosen('the boats Teal and Ola Berg', ...both)).toEqual(['boat=Teal', 'boat=Ola Berg']);
    const called = both.map((one) => ({ ...one, called: new Set(['0 boats']) }));
    expect(chosen('Teal, which is for Ola Berg', ...called)).toHaveLength(2);
  });

  test('what is hardly likely is left out', () => {
    expect(chosen('Teal', pair(0, 'boat', 0.34))).toEqual([]);
  });
});

test.each([
  ['Show', 'Low Tide', "a new episode for the show 'Low Tide'", 1],
  ['Producer', 'Ola Berg', "with 'Ola Berg' as its producer", 0.85],
  ['Refills', '5', 'with 5 refills', 0.85],
  ['From', '20 May', 'on 20 May from 13:00', 0],
  ['To', '14:00', 'from 13:00 to 14:00', 1],
  ['Code', 'Teal', 'with the boat Teal', 0],
])('“%s” is named beside “%s” in: %s', (label, value, prompt, fit) => {
  expect(besideFit(label, value, prompt)).toBe(fit);
});
