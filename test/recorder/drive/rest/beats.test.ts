import { expect, test } from 'vitest';
import type { TakeFrame } from '../../../../src/recorder/contract/take-frame.ts';
import { PictureMotion } from '../../../../src/recorder/drive/camera/picture-motion.ts';
import { longestStillMs, planRest } from '../../../../src/recorder/drive/rest/beats.ts';

const rests = [0, 300, 2_000, 2_349, 2_351, 2_600, 3_000, 4_100, 5_900, 5_901, 7_000, 9_450, 12_000, 28_000];
const stood = [0, 120, 450, 1_000];

test.each(rests.flatMap((restMs) => stood.map((stoodMs) => [restMs, stoodMs] as const)))(
  'a rest of %i ms after %i ms of standing lasts exactly so long, and nothing stands for longer than 2.5 s in it',
  (restMs, stoodMs) => {
    const { firstMs, beats, moveMs, stillMs } = planRest(restMs, stoodMs);
    expect(firstMs + beats * (moveMs + stillMs)).toBeCloseTo(restMs, 6);
    expect(stoodMs + firstMs).toBeLessThanOrEqual(Math.max(stoodMs, longestStillMs) + 0.001);
    if (beats === 0) return;
    expect(stillMs).toBeLessThanOrEqual(longestStillMs + 0.001);
    expect(stillMs).toBeGreaterThanOrEqual(800);
    expect(moveMs).toBeGreaterThanOrEqual(800);
    expect(moveMs).toBeLessThanOrEqual(1_200);
  },
);

test('a rest that is short enough stays whole, and a long one has as few movements as it can', () => {
  expect(planRest(2_000, 0)).toEqual({ firstMs: 2_000, beats: 0, moveMs: 0, stillMs: 0 });
  expect(planRest(2_000, 1_000).beats).toBe(1);
  expect([3_000, 5_800, 6_000, 9_400, 9_500].map((restMs) => planRest(restMs, 0).beats)).toEqual([
    1, 1, 2, 2, 3,
  ]);
});

test('what has come into view is looked at longest before anything moves', () => {
  const { firstMs, stillMs } = planRest(4_200, 0);
  expect(firstMs).toBeGreaterThan(1_900);
  expect(firstMs).toBeGreaterThan(stillMs);
});

const shown = (timeMs: number, changes: Partial<TakeFrame> = {}): TakeFrame => ({
  index: 0,
  timeMs,
  image: null,
  clip: { x: 0, y: 0, width: 100, height: 100 },
  camera: { x: 50, y: 50, zoom: 1 },
  cursor: { x: 0, y: 0, visible: false, shape: 'arrow', pressed: false },
  click: null,
  caption: null,
  stepLabel: '',
  page: { title: '', url: '' },
  ...changes,
});

test('a picture moves with camera, cursor, caption or page, and not with a caret that blinks or a cursor of another shape', () => {
  const picture = Buffer.from('jpeg');
  const movedAfter = (...frames: TakeFrame[]) => {
    const motion = new PictureMotion(600);
    motion.note(shown(0));
    for (const frame of frames) motion.note(frame);
    return motion.movedAtMs;
  };
  expect(movedAfter(shown(700))).toBe(600);
  expect(movedAfter(shown(700, { camera: { x: 51, y: 50, zoom: 1 } }))).toBe(700);
  expect(movedAfter(shown(700, { caption: 'Words' }))).toBe(700);
  expect(movedAfter(shown(700, { click: { x: 1, y: 1 } }))).toBe(700);
  expect(movedAfter(shown(700, { image: picture }), shown(733, { image: picture }))).toBe(733);
  expect(movedAfter(shown(700, { image: picture }), shown(1_200, { image: picture }))).toBe(600);
  const hand = { x: 0, y: 0, visible: false, shape: 'hand', pressed: false } as const;
  expect(movedAfter(shown(700, { cursor: hand }))).toBe(600);
});
