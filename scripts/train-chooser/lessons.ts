/** What an order of a map teaches: for each control of a view, what it may get and what it gets. */

import type { Control } from '../../src/planner/deeds/chooser/controls.ts';
import type { Candidate, Placing, Question } from '../../src/planner/deeds/chooser/features.ts';
import { type Order, orderOf } from '../../src/planner/deeds/chooser/order.ts';
import { questionsOf } from '../../src/planner/deeds/chooser/questions.ts';
import { readingsOf } from '../../src/planner/prompt/read-deeds.ts';
import { randomFrom } from '../train/random.ts';
import type { AppMap, MapOrder, View } from './maps.ts';

export interface Lesson {
  /** `right`: which candidates are right. None where the control gets nothing. */
  asked: (Question & { right: number[] })[];
  placed: (Placing & { right: number[] })[];
  /** The values that no candidate has. */
  missed: string[];
}

/** The view that has the controls of an order. */
export const viewOf = ({ views }: AppMap, { acts }: MapOrder): View =>
  views.find(({ controls }) => acts.some(({ control }) => controls.includes(control)))!;

/**
 * @param controls those of the view that is open
 * @param drawn how they are drawn, as the seed of a chance. 0: as the map tells them
 */
export function lessonOf(told: MapOrder, asTold: readonly Control[], drawn: number): Lesson {
  const random = randomFrom(hash(told.said) + drawn);
  const [order, controls] = drawn && random() < 0.25 ? withCode(told, asTold, random) : [told, asTold];
  const shown = controls.map((control) => (drawn ? asDrawn(control, order, random) : control));
  const missed: string[] = [];
  const found = questionsOf(readOrder(order.said), shown);
  const right = new Set<Candidate>();
  const asked = found.ofControls.map((question, at) => {
    const values = order.acts.filter(({ control }) => control === controls[at]).map(({ value }) => value);
    const own = question.candidates.flatMap(({ value }, index) => (values.includes(value) ? [index] : []));
    for (const index of own) right.add(question.candidates[index]!);
    for (const value of values)
      if (!question.candidates.some((one) => one.value === value))
        missed.push(`${question.control.label} = ${value}`);
    return { ...question, right: own };
  });
  const placed = found.ofSpans.map((one) => ({
    ...one,
    right: one.candidates.flatMap((candidate, at) => (right.has(candidate) ? [at] : [])),
  }));
  return { asked, placed, missed };
}

const read = new Map<string, Order>();
function readOrder(said: string): Order {
  const known = read.get(said) ?? orderOf(said, readingsOf(said));
  read.set(said, known);
  return known;
}

/** With a code in place of what a list offers, where the order says it as the list does: of many records, the code is the name. */
function withCode(
  order: MapOrder,
  controls: readonly Control[],
  random: () => number,
): readonly [MapOrder, readonly Control[]] {
  const own = order.acts.find(
    ({ control: { kind, options }, value }) =>
      kind === 'choice' && value !== null && options.includes(value) && order.said.includes(value),
  );
  if (!own) return [order, controls];
  const letter = () => String.fromCharCode(65 + Math.floor(26 * random()));
  const codeOf = new Map(
    own.control.options.map((option) => [
      option,
      `${letter()}${letter()}-${Math.floor(100 + 900 * random())}`,
    ]),
  );
  const control = {
    ...own.control,
    options: [...codeOf.values()],
    value: codeOf.get(own.control.value) ?? '',
  };
  const acts = order.acts.map((act) =>
    act.control === own.control ? { control, value: codeOf.get(act.value!) ?? act.value } : act,
  );
  const said = order.said.replaceAll(own.value!, codeOf.get(own.value!)!);
  return [{ said, acts }, controls.map((one) => (one === own.control ? control : one))];
}

/** As applications draw it: a list may not show what it offers, and a day, a number or a sum may be plain text. */
function asDrawn(control: Control, { acts }: MapOrder, random: () => number): Control {
  const { kind, options } = control;
  const chance = random();
  const own = acts.filter((act) => act.control === control);
  const isSet = own.every(({ value }) => value !== null);
  if ((kind === 'choice' || kind === 'several') && options.length > 0)
    return chance < 0.4 && isSet ? { ...control, options: [] } : control;
  return /^(?:date|time|number)$/.test(kind) && chance < 0.4 ? { ...control, kind: 'text' } : control;
}

const hash = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) | 0, 7);
