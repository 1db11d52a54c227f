import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lesson, train } from '../../../../scripts/train-reader/crf.ts';
import { orderOf, readOrders } from '../../../../scripts/train-reader/orders.ts';
import type { Deed } from '../../../../src/planner/prompt/deed.ts';
import { readByGrammar } from '../../../../src/planner/prompt/grammar/read-by-grammar.ts';
import { deedsOfPieces } from '../../../../src/planner/prompt/labels/deeds-of-labels.ts';
import { labels, labelsOfPieces, piecesOfLabels } from '../../../../src/planner/prompt/labels/label.ts';
import { labelled } from '../../../../src/planner/prompt/labels/labeller.ts';
import { lexiconFor } from '../../../../src/planner/prompt/lexicon.ts';
import { readingsOf } from '../../../../src/planner/prompt/read-deeds.ts';
import { isSameReading } from '../../../../src/planner/prompt/same-reading.ts';
import { told } from '../notation.ts';

const of = (line: string) => {
  const { prompt, tokens, pieces } = orderOf(line);
  return deedsOfPieces(pieces, tokens, { prompt, lexicon: lexiconFor(tokens) }).map(told);
};

test.each([
  [
    "{change|Set} the {field|priority} of {name|'Glaze'} to {value|High} and its {field|due date} to {value|May 3}",
    'change set! | "Glaze" | - | priority = High ; due date = "May 3"',
  ],
  [
    'In {pname|Settings}, {off|turn off} {field|tips} and {on|turn on} {field|dark mode}',
    'change turn off! | - | "Settings" | tips = off',
    'change turn on! | - | "Settings" | dark mode = on',
  ],
  [
    '{create|Add} the {kind|tags} {name|oak} and {name|ash} to the {pkind|board} {pname|Woods}',
    'create add! | tags "oak" | board "Woods" | -',
    'create add! | tags "ash" | board "Woods" | -',
  ],
  // What a labelling takes for a field and its value is the other way round where the value is quoted, and what stands in brackets belongs to the field.
  [
    "{create|Add} a {kind|note} with the {field|'Oak'} {value|template}",
    'create add! | note | - | template = "Oak"',
  ],
  [
    '{create|Add} a {kind|reading} with {field|saturation} {value|(SpO2) of 98}',
    'create add! | reading | - | saturation (SpO2) = "98"',
  ],
  ['{change|Put} {value|40} in as the {field|quantity}', 'change put! | - | - | quantity = "40"'],
  [
    '{create|Schedule} a {kind|visit} for {pname|Mia Wong} on {value|June 3 at 10:00} with {value|Dr Hale}',
    'create schedule! | visit | "Mia Wong" | on = "June 3" ; at = "10:00" ; with = Dr Hale',
  ],
  [
    '{act|Archive} the {kind|card} {name|Hero} and, on the {pkind|page} {pname|Team}, {create|invite} {name|Bo}',
    'act archive! | card "Hero" | - | -',
    'create invite! | "Bo" | page "Team" | -',
  ],
  ['{create|Leave} a {kind|comment}: {text|"On my way"}.', 'create leave! | comment "On my way" | - | -'],
  [
    '{act|Pin} the {ord|first} {kind|note} {qual|about parking}',
    'act pin! | note {about parking} #1 | - | -',
  ],
  ['The {name|Oslo trip} was cancelled, {act|archive} it.', 'act archive! | "Oslo trip" | - | -'],
  [
    'The {field|terms} of {kind|client} {name|Fern} {change|should be} {value|Net 30}, not {from|Net 14}',
    'change should be! | client "Fern" | - | terms = Net 30 (was Net 14)',
  ],
  [
    'In the {pkind|settings} of {pname|Berlin}, under {pname|Billing}, {off|turn off} {field|tips}',
    'change turn off! | - | settings "Berlin" > "Billing" | tips = off',
  ],
  [
    '{pname|Ana Ruiz} now charges {value|€ 55}, {change|change} the {field|hourly rate}',
    'change change! | - | "Ana Ruiz" | hourly rate = "€ 55"',
  ],
  [
    'It is called {value|Anselmo} and not {from|Anselm}. {change|Correct} the {field|name tag}',
    'change correct! | - | - | name tag = Anselmo (was Anselm)',
  ],
  [
    '{create|Add} {name|Cut} with the {field|staff} {value|Nico}, {value|3} seats, and the {field|colour} set to {value|red}',
    'create add! | "Cut" | - | staff = Nico ; staff = "3" ; colour = red',
  ],
  [
    '{change|Open} the {field|files} to {value|all staff} for {value|this month}',
    'change open! | - | - | files = all staff ; = this month',
  ],
  ['{change|Revoke} {field|admin rights} from {pname|Ana}', 'act revoke! | admin rights | "Ana" | -'],
  ['The {kind|flag} {name|oak} broke, {off|switch} it off', 'change switch! | flag "oak" | - | = off'],
  [
    '{name|Oak} and {name|Ash} are done, {act|archive} them',
    'act archive! | "Oak" | - | -',
    'act archive! | "Ash" | - | -',
  ],
  [
    '{create|Create} a {kind|card} {name|Oak} and {act|watch} it',
    'create create! | card "Oak" | - | -',
    'act watch! | card "Oak" | - | -',
  ],
  [
    '{change|Rename} {name|a.pdf} to {value|b.pdf} and {act|lock} it',
    'change rename! | "a.pdf" | - | name = b.pdf',
    'act lock! | "a.pdf" | - | -',
  ],
  [
    '{change|Let} the {field|sales end} on {value|31 March at 23:59}',
    'change let! | - | - | sales end = "31 March" ; at = "23:59"',
  ],
  ['What does the Pro plan cost?'],
])('makes deeds of the pieces of: %s', (line, ...deeds) => {
  expect(of(line)).toEqual(deeds);
});

test('labels of words are cut into pieces, and pieces give their labels again', () => {
  const { pieces, tokens } = orderOf('{act|Pin} {name|a b} {name|c}');
  expect(piecesOfLabels(labelsOfPieces(pieces, tokens.length))).toEqual(pieces);
});

test('the likeliest labellings come in their order, and no piece begins in its middle', () => {
  const at = (name: string) => labels.indexOf(name);
  const weights = { a: { 'B-name': 2, 'I-name': 3 }, b: { 'I-name': 2, 'B-kind': 1.5 } } as Record<
    string,
    Record<string, number>
  >;
  const feature = (name: string) => {
    const own = new Float64Array(labels.length);
    for (const [label, weight] of Object.entries(weights[name] ?? {})) own[at(label)] = weight;
    return own;
  };
  const steps = new Float64Array(labels.length * (labels.length + 1));
  const [best, next, ...others] = labelled([['a'], ['b']], { feature, steps }, 3);
  expect(best).toEqual({ labels: [at('B-name'), at('I-name')], behind: 0 });
  expect(next).toEqual({ labels: [at('B-name'), at('B-kind')], behind: 0.5 });
  expect(others).toHaveLength(1);
});

test('training finds what tells labels apart, and comes to the same weights again', () => {
  const lesson = (word: string, role: 'act' | 'create'): Lesson => ({
    features: [[word, 'first'], ['x']],
    labels: labelsOfPieces([{ role, from: 0, to: 1 }], 2),
  });
  const lessons = [
    lesson('pin', 'act'),
    lesson('add', 'create'),
    lesson('pin', 'act'),
    lesson('add', 'create'),
  ];
  const [one, other] = [train(lessons), train(lessons)];
  const read = (word: string) =>
    piecesOfLabels(
      labelled([[word, 'first'], ['x']], { feature: (name) => one.features.get(name), steps: one.steps })[0]!
        .labels,
    );
  expect(read('pin')).toEqual([{ role: 'act', from: 0, to: 1 }]);
  expect(read('add')).toEqual([{ role: 'create', from: 0, to: 1 }]);
  expect(one.steps).toEqual(other.steps);
});

test('a label that there is not is refused', () => {
  expect(() => orderOf('{verb|Pin} it')).toThrow('“verb” in “{verb|Pin} it”: expected one of create, change');
});

test('orders of trades that were left out of training are read right, in one of five readings at least', async () => {
  const orders = await readOrders(join(import.meta.dirname, 'orders-kept-aside.txt'));
  const asked = orders.flatMap(({ prompt, tokens, pieces }) => {
    const right = deedsOfPieces(pieces, tokens, { prompt, lexicon: lexiconFor(tokens) });
    return right.length > 0 ? [{ prompt, right, readings: readingsOf(prompt) }] : [];
  });
  const byGrammar = asked.filter(({ prompt, right }) => isSameReading(readByGrammar(prompt), right));
  const any = asked.filter(({ right, readings }) => readings.some((one) => isSameReading(one, right)));
  // The grammar reads 78 of 247 right.
  expect(byGrammar.length / asked.length).toBeLessThan(0.4);
  expect(any.length / asked.length).toBeGreaterThan(0.6);
});

/**
 * 1,998 orders in the style of testers ("Set the shadow of the 'Modal' frame to blur 24"), written when the weights were trained already. The first reading is right for 64 in 100
 * of them, the grammar's for 48. Whoever trains with them needs others to measure with.
 */
test('orders in the style of testers that no training has seen are read right by the first reading, and oftener than by the grammar', async () => {
  const files = await Promise.all(
    [1, 2, 3, 4].map((file) => readOrders(join(import.meta.dirname, `testers-${file}.txt`))),
  );
  const asked = files.flat().flatMap(({ prompt, tokens, pieces }, at) => {
    const right = at % 4 === 0 ? deedsOfPieces(pieces, tokens, { prompt, lexicon: lexiconFor(tokens) }) : [];
    return right.length > 0 ? [{ prompt, right }] : [];
  });
  const share = (read: (prompt: string) => readonly Deed[]) =>
    asked.filter(({ prompt, right }) => isSameReading(read(prompt), right)).length / asked.length;
  const first = share((prompt) => readingsOf(prompt)[0]!);
  expect(first).toBeGreaterThan(0.6);
  expect(first - share(readByGrammar)).toBeGreaterThan(0.1);
});

test.each([
  [
    'Ändere den Status der Anfrage „Kabel“ auf Erledigt',
    'change ändere! | anfrage "Kabel" | - | Status = Erledigt',
  ],
  [
    'Ajoute une tâche « Relire » avec la priorité haute',
    'create ajoute! | tâche "Relire" | - | priorité = haute',
  ],
  ['Crea una nota "Llaves" en la carpeta Casa', 'create crea! | nota "Llaves" | carpeta "Casa" | -'],
])('other languages are read by their labels first: %s', (prompt, ...deeds) => {
  expect(readingsOf(prompt)[0]!.map(told)).toEqual(deeds);
});

test('what stands behind a name may say which field it is for, and what is selected together is each for itself', () => {
  expect(readingsOf('Give Samuel Adeyemi the Admin role')[0]!.map(told)).toEqual([
    'change give! | "Samuel Adeyemi" | - | role = Admin',
  ]);
  expect(readingsOf('Select the bicycles K-101 and K-105 and mark them as ready')[0]!.map(told)).toEqual([
    'change mark! | bicycles "K-101" | - | = ready',
    'change mark! | bicycles "K-105" | - | = ready',
  ]);
});

test('a sum behind “at” is a price, and a time is none', () => {
  const fields = (prompt: string) =>
    readingsOf(prompt)[0]!.flatMap((deed) => deed.fields.map(({ field }) => field));
  expect(fields("Create a plan 'Team' at $12 with 5 seats")).toEqual(['price', 'seats']);
  expect(fields("Add a meeting 'Review' at 10:00")).not.toContain('price');
});

test('any order, also half of one, is read without an error', async () => {
  const folder = join(import.meta.dirname, '../../../../scripts/train-reader/orders');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  const prompts = (await Promise.all(files.map((name) => readOrders(join(folder, name)))))
    .flat()
    .map(({ prompt }) => prompt)
    // "Mach aus 2" had no last word that it makes something of.
    .filter((prompt, at) => at % 40 === 0 || prompt.startsWith('Mach aus'));
  expect(prompts.length).toBeGreaterThan(150);
  for (const [at, prompt] of prompts.entries()) {
    const words = prompt.split(' ');
    // Each breaks off at another place: all places of all orders took 73 s of a processor.
    for (const length of [(at % words.length) + 1, words.length - 1, words.length])
      expect(readingsOf(words.slice(0, length).join(' ')).length).toBeGreaterThan(0);
  }
});
