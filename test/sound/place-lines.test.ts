import { expect, test } from 'vitest';
import { duckBelow } from '../../src/sound/mix.ts';
import { placeLines } from '../../src/sound/place-lines.ts';

const line = (startMs: number, endMs: number) => ({ text: `at ${startMs}`, startMs, endMs });
const clip = (lengthMs: number) => ({ path: `${lengthMs}.wav`, lengthMs });
const lines = [line(600, 3_000), line(3_000, 6_000), line(6_000, 9_400)];

test('a line is heard from the moment in which its pictures come', () => {
  const { placed, tooLong } = placeLines(lines, [clip(1_000), clip(2_850), clip(3_000)], 10_000);
  expect(placed).toEqual([
    { path: '1000.wav', startMs: 600, endMs: 1_600, tempo: 1 },
    { path: '2850.wav', startMs: 3_000, endMs: 5_850, tempo: 1 },
    { path: '3000.wav', startMs: 6_000, endMs: 9_000, tempo: 1 },
  ]);
  expect(tooLong).toEqual([]);
});

test('one that is a little too long is spoken faster; one that is much too long stays silent', () => {
  const { placed, tooLong } = placeLines(lines, [clip(2_500), clip(3_300), clip(1_000)], 10_000);
  expect(placed.map(({ path }) => path)).toEqual(['2500.wav', '1000.wav']);
  expect(placed[0]!.tempo).toBeCloseTo(2_500 / 2_250, 3);
  expect(placed[0]!.endMs).toBeCloseTo(2_850);
  expect(tooLong).toEqual([lines[1]]);
});

test('a line may go on over pictures for which nobody speaks, and until the film is over', () => {
  const { placed } = placeLines(lines, [clip(4_900), null, clip(3_700)], 10_000);
  expect(placed.map(({ tempo }) => tempo)).toEqual([1, 1]);
  expect(placeLines(lines, [null, null, null], 10_000)).toEqual({ placed: [], tooLong: [] });
});

test('the music steps back before a line, and stays down between two that follow each other', () => {
  const together = duckBelow([
    { startMs: 1_000, endMs: 2_000 },
    { startMs: 2_500, endMs: 3_000 },
  ]);
  expect(together.match(/clip\(/g)).toHaveLength(1);
  expect(together).toContain('(t-0.750)/0.250');
  expect(together).toContain('(3.600-t)/0.600');
  const apart = duckBelow([
    { startMs: 1_000, endMs: 2_000 },
    { startMs: 4_000, endMs: 5_000 },
  ]);
  expect(apart.match(/clip\(/g)).toHaveLength(2);
});
