import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pace } from '../../../../src/recorder/drive/pace/pacing.ts';
import { stages } from '../../../../src/recorder/drive/pace/stages.ts';
import type { StepTiming } from '../../../../src/recorder/drive/pace/step-timing.ts';

const rest = (minMs: number, more: Partial<StepTiming> = {}): StepTiming => ({
  motionMs: 0,
  rest: { minMs, weight: 1 },
  explicit: true,
  ...more,
});
/** One rest of each kind, and 3.6 s of movements. */
const film: StepTiming[] = [
  rest(800, { explicit: false, opening: true }),
  { motionMs: 1_800, rest: { minMs: 500, weight: 0.5 }, explicit: false },
  rest(300),
  rest(1_000, { extraReadingMs: 900 }),
  { motionMs: 1_800, rest: null, explicit: false },
  rest(800, { closing: true }),
];
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe('the stages of relaxation', () => {
  it.each([
    ['shorten pauses that nobody reads in', [200, 200, 300, 1_000, 0, 800], 1],
    ['leave out glances', [200, 200, 0, 1_000, 0, 800], 1],
    ['move briskly', [200, 200, 0, 1_000, 0, 800], 1.5],
    ['read on while only the cursor moves', [200, 200, 0, 500, 0, 800], 1.5],
    ['move fast', [200, 200, 0, 500, 0, 800], 1.8],
    ['leave out the rest at the opening', [0, 200, 0, 500, 0, 800], 1.8],
    ['shorten reading', [0, 200, 0, 400, 0, 800], 1.8],
    ['fast-forward, and shorten the last rest', [0, 200, 0, 400, 0, 400], 2.5],
  ])('%s', (name, rests, mostSpeed) => {
    const stage = stages.find((one) => one.name === name)!;
    expect(film.map(stage.leastRestMs)).toEqual(rests);
    expect(stage.mostSpeed).toBe(mostSpeed);
  });

  it('follow one another in the order in which a film gives things up', () => {
    expect(stages.map(({ name }) => name)).toEqual([
      'shorten pauses that nobody reads in',
      'leave out glances',
      'move briskly',
      'read on while only the cursor moves',
      'move fast',
      'leave out the rest at the opening',
      'shorten reading',
      'fast-forward, and shorten the last rest',
    ]);
  });

  it('never ask for more than the stage before them, whatever the film', () => {
    const timing = fc.record({
      motionMs: fc.integer({ min: 0, max: 3_000 }),
      rest: fc.option(fc.record({ minMs: fc.integer({ min: 0, max: 3_000 }), weight: fc.constant(1) })),
      explicit: fc.boolean(),
      closing: fc.boolean(),
      opening: fc.boolean(),
      extraReadingMs: fc.integer({ min: 0, max: 1_500 }),
    });
    fc.assert(
      fc.property(timing, (given) => {
        for (const [index, stage] of stages.entries()) {
          const before = stages[index - 1];
          if (!before) continue;
          expect(stage.leastRestMs(given)).toBeLessThanOrEqual(before.leastRestMs(given));
          expect(stage.mostSpeed).toBeGreaterThanOrEqual(before.mostSpeed);
        }
      }),
    );
  });

  it('give up no more than the film needs', () => {
    // Up to the second stage the movements keep their speed.
    expect(pace(film, 3_600 + 2_500).speed).toBe(1);
    expect(pace(film, 3_600 + 2_200).speed).toBe(1);
    expect(pace(film, 3_600 + 2_199).speed).toBeGreaterThan(1);
    for (const [index, { leastRestMs, mostSpeed }] of stages.entries()) {
      const neededMs = sum(film.map(leastRestMs)) + 3_600 / mostSpeed;
      const { restMs, speed, fits } = pace(film, neededMs);
      expect(fits, stages[index]!.name).toBe(true);
      expect(restMs).toBeCloseTo(leastRestMs(film[0]!), 6);
      expect(speed).toBeLessThanOrEqual(mostSpeed);
      // With a little less time, the film goes on to the next stage.
      const next = stages[index + 1];
      if (next) expect(pace(film, neededMs - 1).speed).toBeLessThanOrEqual(next.mostSpeed);
    }
  });
});
