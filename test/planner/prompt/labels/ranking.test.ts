import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labellingsByOthers } from '../../../../scripts/train-reader/jackknife.ts';
import { orderOf } from '../../../../scripts/train-reader/orders.ts';
import { choiceOf, FeatureNames, trainRank } from '../../../../scripts/train-reader/rank.ts';
import { deedsOfPieces } from '../../../../src/planner/prompt/labels/deeds-of-labels.ts';
import { labelsOfPieces, piecesOfLabels } from '../../../../src/planner/prompt/labels/label.ts';
import { ranked } from '../../../../src/planner/prompt/labels/rank-readings.ts';
import { featuresOfReading } from '../../../../src/planner/prompt/labels/reading-features.ts';
import { lexiconFor } from '../../../../src/planner/prompt/lexicon.ts';
import { readingsOf } from '../../../../src/planner/prompt/read-deeds.ts';
import { told } from '../notation.ts';

const readingOf = (line: string, behind = 0) => {
  const { prompt, tokens, pieces } = orderOf(line);
  return { pieces, behind, deeds: deedsOfPieces(pieces, tokens, { prompt, lexicon: lexiconFor(tokens) }) };
};
const right = "{create|Add} a {kind|note} with the {value|'Oak'} {field|template}";
const wrong = "{create|Add} a {kind|note} with the {name|'Oak'} {qual|template}";
const { prompt, tokens } = orderOf(right);

test('a reading is told by its pieces, what lies between them and what it makes of them', () => {
  const features = featuresOfReading(readingOf(right), prompt, tokens);
  expect(features).toContain('H_template');
  expect(features).toContain('dvalue_the_quote');
  expect(features).toContain('qkind_with the_value');
  expect(features).toContain('out0');
  expect(
    featuresOfReading(readingOf("{create|Add} a note with the 'Oak' template"), prompt, tokens),
  ).toContain('out1');
});

test('what speaks for a reading as a whole outweighs how likely its labels are', () => {
  const readings = [readingOf(wrong), readingOf(right, 1)];
  const weights = (template: number) => ({
    behind: 1,
    feature: (name: string) => (name === 'H_template' ? template : 0),
  });
  expect(ranked(readings, prompt, tokens, weights(0)).map(({ score }) => score)).toEqual([0, -1]);
  const [best] = ranked(readings, prompt, tokens, weights(3));
  expect(best).toEqual({ reading: readings[1], score: 2 });
});

test('training finds what the right readings have, also where their labels are less likely', () => {
  const names = new FeatureNames();
  const choices = ['Oak', 'Ash', 'Elm', 'Yew'].map((name) => {
    const order = orderOf(right.replace('Oak', name));
    const other = orderOf(wrong.replace('Oak', name));
    return choiceOf(
      order,
      [
        { labels: labelsOfPieces(other.pieces, tokens.length), behind: 0 },
        { labels: labelsOfPieces(order.pieces, tokens.length), behind: 2 },
      ],
      names,
    );
  });
  expect(choices[0]!.readings.map(({ isRight }) => isRight)).toEqual([false, true]);
  const { features, behind } = trainRank(choices, names);
  const weights = { behind, feature: (name: string) => features.get(name) ?? 0 };
  const unseen = right.replace("'Oak'", "'Red Fir'");
  const asked = orderOf(unseen);
  const [best] = ranked(
    [readingOf(wrong.replace("'Oak'", "'Red Fir'")), readingOf(unseen, 2)],
    asked.prompt,
    asked.tokens,
    weights,
  );
  expect(best!.reading.deeds.map(told)).toEqual(['create add! | note | - | template = "Red Fir"']);
});

test('what is ranked in training was labelled by what has not seen it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-orders-'));
  try {
    // Only the first file says what "zap" is, so it is labelled by files that have never heard of it.
    const paths = await Promise.all(
      [
        '{act|Zap} {name|Oak}\n{act|Zap} {name|Ash}\n{act|Zap} {name|Elm}',
        '{act|Pin} {name|Oak}\n{act|Pin} {name|Ash}\n{act|Pin} {name|Elm}',
        '{act|Pin} {name|Yew}\n{act|Pin} {name|Fir}\n{act|Pin} {name|Box}',
      ].map(async (lines, at) => {
        const path = join(folder, `${at}.txt`);
        await writeFile(path, lines);
        return path;
      }),
    );
    const found = await labellingsByOthers(paths);
    expect(found.map((file) => file.length)).toEqual([3, 3, 3]);
    const best = found.map((file) => piecesOfLabels(file[0]![0]!.labels).map(({ role }) => role));
    expect(best.slice(1)).toEqual([
      ['act', 'name'],
      ['act', 'name'],
    ]);
    expect(found[0]![0]!.length).toBeGreaterThan(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  [
    'Marta Lind has a new phone number, 0171 555 123. Please update it.',
    'change change! | "Marta Lind" | - | phone number = "0171 555 123"',
  ],
  [
    'Change the stage of Amelia Frost to Interview',
    'change change! | "Amelia Frost" | - | stage = Interview',
  ],
  [
    "Create a fund 'Roof repair' for the Chapel team and Q2 FY27, owned by Ada Moe, with a target value of 40.",
    'create create! | fund "Roof repair" | team "Chapel" > "Q2 FY27" | owned = Ada Moe ; target = "40"',
  ],
])('the first reading of: %s', (asked, ...deeds) => {
  expect(readingsOf(asked)[0]!.map(told)).toEqual(deeds);
});

test.each([
  [
    "Enter a bill from Teal Boats with bill number 'TB-118', an amount of $90, a due date of 2026-07-20 and the category 'Repairs'",
    'create',
  ],
  ["Set the number to 'TB-118' and the category to 'Repairs' for the bill from Teal Boats", 'change'],
])('an order for “a” bill makes one before it changes one: %s', (asked, kind) => {
  expect(readingsOf(asked)[0]![0]!.kind).toBe(kind);
});
