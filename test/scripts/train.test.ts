import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lesson, lessonsOf, readDecisions, type TaskDecisions } from '../../scripts/train/decisions.ts';
import { calibration, firstShare, judged, logLoss, verdictsOf } from '../../scripts/train/measure.ts';
import { randomFrom } from '../../scripts/train/random.ts';
import { trainRanking } from '../../scripts/train/train-ranking.ts';
import { trainWeights, type Weights } from '../../scripts/train/train-weights.ts';

const truth: Weights = { bias: -3, named: 5, isLink: -1.5, isNew: 1 };
const nothing: Weights = { bias: 0, named: 0, isLink: 0, isNew: 0 };

/** Screens of five candidates, of which one or none is right with the probability that `truth` says. */
function lessonsBy(weights: Weights, count: number, apps = ['one', 'two', 'three']): Lesson[] {
  const random = randomFrom(7);
  return Array.from({ length: count }, (_, index) => {
    const candidates = Array.from({ length: 5 }, () => ({
      named: random() < 0.4 ? random() : 0,
      isLink: random() < 0.5 ? 1 : 0,
      isNew: random() < 0.3 ? 1 : 0,
    }));
    const odds = candidates.map(({ named, isLink, isNew }) =>
      Math.exp(weights.bias! + weights.named! * named + weights.isLink! * isLink + weights.isNew! * isNew),
    );
    const drawn = random() * odds.reduce((sum, one) => sum + one, 1);
    const right = odds.findIndex((_, at) => drawn < odds.slice(0, at + 1).reduce((sum, one) => sum + one));
    return { app: apps[index % apps.length]!, ranking: 'way', candidates, right: right < 0 ? [] : [right] };
  });
}

test('weights are found again in decisions that were made by them', () => {
  const found = trainWeights(lessonsBy(truth, 6000), { prior: nothing, pull: 0.1 });
  for (const [name, weight] of Object.entries(truth)) expect(found[name]).toBeCloseTo(weight, 0.4);
});

test('where decisions say nothing, a weight stays as it was set by hand, and a strong pull holds all of them', () => {
  const lessons = lessonsBy(truth, 600).map((lesson) => ({
    ...lesson,
    candidates: lesson.candidates.map(({ isNew: _, ...others }) => others),
  }));
  expect(trainWeights(lessons, { prior: { ...nothing, isNew: 1.3 }, pull: 1 }).isNew).toBe(1.3);
  const held = trainWeights(lessons, { prior: nothing, pull: 1e6 });
  for (const weight of Object.values(held)) expect(Math.abs(weight)).toBeLessThan(0.01);
});

test('of several right candidates any will do', () => {
  const twins: Pick<Lesson, 'candidates' | 'right'> = {
    candidates: [{ named: 1 }, { named: 1 }, { isLink: 1 }],
    right: [0, 1],
  };
  const found = trainWeights(
    Array.from({ length: 50 }, () => twins),
    { prior: nothing, pull: 1 },
  );
  expect(found.named).toBeGreaterThan(2);
  expect(verdictsOf([twins], found)).toEqual([
    { confidence: expect.any(Number), isRight: true, isThere: true },
  ]);
});

test('trained weights are kept where they do better on applications that were left out', () => {
  const { isBetter, weights, leftOut } = trainRanking(lessonsBy(truth, 900), nothing);
  expect(isBetter).toBe(true);
  expect(weights.named).toBeGreaterThan(3);
  expect(leftOut.map(({ app, trained }) => [app, trained.length])).toEqual([
    ['one', 300],
    ['three', 300],
    ['two', 300],
  ]);
});

test('weights that were set by hand stay where applications contradict each other', () => {
  const lessons = ['one', 'two'].flatMap((app, right) =>
    Array.from(
      { length: 40 },
      (): Lesson => ({
        app,
        ranking: 'way',
        candidates: [{ named: 1 }, { named: 1, isNew: 1 }],
        right: [right],
      }),
    ),
  );
  const prior = { bias: -3, named: 3, isNew: 0 };
  expect(trainRanking(lessons, prior)).toMatchObject({ isBetter: false, weights: prior });
});

test('verdicts tell how sure the first candidate was, how often it was right, and how much that surprises', () => {
  const lessons: Pick<Lesson, 'candidates' | 'right'>[] = [
    { candidates: [{ named: 1 }, {}], right: [0] },
    { candidates: [{ named: 1 }, {}], right: [1] },
    { candidates: [{}, { isLink: 1 }], right: [] },
  ];
  const verdicts = verdictsOf(lessons, { bias: -2, named: 4, isLink: 1, isNew: 0 });
  expect(verdicts).toEqual([
    { confidence: expect.closeTo(0.8808, 4), isRight: true, isThere: true },
    { confidence: expect.closeTo(0.8808, 4), isRight: false, isThere: true },
    { confidence: expect.closeTo(0.2689, 4), isRight: false, isThere: false },
  ]);
  expect(firstShare(verdicts)).toBe(0.5);
  expect(logLoss(verdicts)).toBeCloseTo(-(Math.log(0.8808) + Math.log(0.1192) + Math.log(0.7311)) / 3, 3);
  expect(calibration(verdicts).filter(({ count }) => count > 0)).toEqual([
    { from: 0.1, to: 0.3, count: 1, right: 0 },
    { from: 0.7, to: 0.9, count: 2, right: 1 },
  ]);
});

const task = (more: Partial<TaskDecisions>): TaskDecisions => ({
  ...{ app: 'one', task: 'first', ok: true, decisions: [] },
  ...more,
});
type Outcome = TaskDecisions['decisions'][number]['candidates'][number]['outcome'];
const decision = (isFilmed: boolean, ...outcomes: Outcome[]): TaskDecisions['decisions'][number] => ({
  ranking: 'press',
  isFilmed,
  candidates: outcomes.map((outcome, index) => ({ features: { named: index }, confidence: 0.5, outcome })),
});

test.each<[string, boolean, Outcome[], number[] | null]>([
  ['what is filmed is right', true, ['untried', 'filmed', 'untried'], [1]],
  ['where the way went on, nothing on the screen was it', true, ['untried', 'untried'], []],
  ['what was taken back is wrong', false, ['undone', 'untried'], []],
  ['a screen off the way where nothing was taken teaches nothing', false, ['untried'], null],
  ['a control that had its value teaches nothing', true, ['unclear', 'untried'], null],
])('%s', (_, isFilmed, outcomes, right) => {
  const lessons = lessonsOf([task({ decisions: [decision(isFilmed, ...outcomes)] })]);
  expect(lessons.map((lesson) => lesson.right)).toEqual(right === null ? [] : [right]);
});

test('a task that was not done teaches nothing, and what tasks of an application have in common teaches once', () => {
  const decisions = [decision(true, 'filmed', 'untried'), decision(true, 'filmed', 'untried')];
  expect(lessonsOf([task({ ok: false, decisions })])).toEqual([]);
  expect(lessonsOf([task({ decisions }), task({ task: 'second', decisions })])).toHaveLength(1);
  expect(lessonsOf([task({ decisions }), task({ app: 'two', decisions })])).toHaveLength(2);
});

test('by the judge, one of the presses of a task that was not done is wrong', () => {
  const filmed = (...sure: number[]) =>
    sure.map((confidence) => ({
      ranking: 'press' as const,
      isFilmed: true,
      candidates: [{ features: {}, confidence, outcome: 'filmed' as const }],
    }));
  const bins = judged([
    task({ decisions: filmed(0.95, 0.96, 0.6) }),
    task({ ok: false, decisions: filmed(0.97, 0.98, 0.4) }),
    task({ ok: false, decisions: [{ ...filmed(0.99)[0]!, ranking: 'way' }] }),
  ]);
  expect(bins.filter(({ count }) => count > 0)).toEqual([
    { from: 0.3, to: 0.5, count: 1, right: 0 },
    { from: 0.5, to: 0.7, count: 1, right: 1 },
    { from: 0.9, to: 1, count: 4, right: 3 },
  ]);
});

test.each<[string, string]>([
  ['{', 'a line of JSON'],
  ['{"app":"one"}', '“app” and “task”'],
  ['{"app":"one","task":"a","ok":"yes","decisions":[]}', '“ok” to be true or false'],
  ['{"app":"one","task":"a","ok":true,"decisions":[{"ranking":"tour"}]}', '“decisions”'],
])('the line %j is refused by its number', async (line, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-train-'));
  const path = join(folder, 'decisions.jsonl');
  try {
    await writeFile(path, `${JSON.stringify(task({}))}\n${line}\n`);
    await expect(readDecisions(path)).rejects.toThrow(`${path}:2: expected ${expected}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
