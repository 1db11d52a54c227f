import { expect, test } from 'vitest';
import { createMeter, type Reading } from '../../../src/worker/film/meter.ts';

test('progress goes from 0 to 1 over the whole job and never goes back, whatever the steps report', () => {
  const told: Reading[] = [];
  let nowMs = 0;
  const meter = createMeter(
    (reading) => told.push(reading),
    () => nowMs,
  );
  const say = (...given: Parameters<typeof meter.advance>) => {
    nowMs += 1000;
    meter.advance(...given);
  };
  say('planning', 0);
  say('planning', 0.9);
  say('planning', 0.4);
  say('recording', 0);
  say('recording', 7);
  say('rendering', -1);
  say('publishing', 1);
  const values = told.map((reading) => reading.progress);
  expect(values[0]).toBe(0);
  expect(values.at(-1)).toBe(1);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(told.map((reading) => reading.step)).toEqual([
    ...['planning', 'planning', 'planning', 'recording', 'recording', 'rendering', 'publishing'],
  ]);
});

test('a step that reports every frame is passed on at most four times a second, and its first report at once', () => {
  const told: number[] = [];
  let nowMs = 0;
  const meter = createMeter(
    () => told.push(nowMs),
    () => nowMs,
  );
  for (; nowMs < 2000; nowMs += 10) meter.advance('recording', nowMs / 4000);
  expect(told[0]).toBe(0);
  expect(told.length).toBeGreaterThanOrEqual(5);
  expect(told.length).toBeLessThanOrEqual(8);
  meter.advance('rendering', 0);
  expect(told.at(-1)).toBe(2000);
});
