import { describe, expect, test } from 'vitest';
import { readUtterance } from '../../../../src/planner/deeds/grounding/read-utterance.ts';

/** Units and spans in short: "name:Oak Library/place". */
const unitsOf = (prompt: string) =>
  readUtterance(prompt).units.map(({ kind, text, marker }) => `${kind}:${text}${marker && `/${marker}`}`);
const spansOf = (prompt: string) =>
  readUtterance(prompt).spans.map(({ text, marker }) => `${text}/${marker}`);

describe('the units of a prompt', () => {
  test.each<[string, string[]]>([
    ['Please pause the code SPRING7.', ['verb:pause', 'word:code', 'exact:SPRING7']],
    [
      'Rename the shelf "Old maps" to "Charts"',
      ['verb:rename', 'word:shelf', 'quote:Old maps', 'quote:Charts/goal'],
    ],
    ['Add Mira Holt to the Oak Library', ['verb:add', 'name:Mira Holt', 'name:Oak Library/goal']],
    [
      'Move the crate from Lisbon to Porto',
      ['verb:move', 'word:crate', 'name:Lisbon/former', 'name:Porto/goal'],
    ],
    ['Mira Holt takes over, make her the owner', ['name:Mira Holt', 'word:takes', 'verb:make', 'word:owner']],
  ])('%s', (prompt, units) => {
    expect(unitsOf(prompt)).toEqual(units);
  });

  test('what is quoted is kept to the letter, and is not read', () => {
    expect(unitsOf("Comment on the boat: 'turn off at 9, please'").at(-1)).toBe(
      'quote:turn off at 9, please/goal',
    );
  });

  test('the verb of each order has an order of its own, and a comma begins another part', () => {
    const { units } = readUtterance('Archive the Reef board, nobody uses it, and rename Tide to Ebb');
    const of = (text: string) => units.find((unit) => unit.text === text)!;
    expect(of('Reef').order).toBe(of('archive').order);
    expect(of('nobody').clause).toBeGreaterThan(of('Reef').clause);
    expect(of('Ebb').order).toBe(of('rename').order);
    expect(of('rename').order).toBeGreaterThan(of('archive').order);
  });
});

describe('what may be typed or chosen as a whole', () => {
  test.each<[string, string[]]>([
    ['Set the price to 12', ['12/goal']],
    // Words behind "to" belong together. A number among them is a value by itself.
    ['Set the layout to compact list', ['compact list/goal']],
    ['Set the price to 12 euros', ['12/goal']],
    ['A shelf called Spring maps', ['Spring/name', 'Spring maps/name']],
    ['Turn it off', []],
  ])('%s', (prompt, spans) => {
    expect(spansOf(prompt)).toEqual(spans);
  });
});
