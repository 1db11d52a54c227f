import { expect, test } from 'vitest';
import type { Camera } from '../../../src/recorder/contract/take-frame.ts';
import { CameraMotion } from '../../../src/recorder/drive/camera/camera-motion.ts';
import { cameraMoves, turnsBack } from './camera-moves.ts';

const viewportWidth = 1_000;
const home: Camera = { x: 500, y: 300, zoom: 1 };
const close: Camera = { x: 400, y: 300, zoom: 2 };
const beside: Camera = { x: 600, y: 300, zoom: 2 };

/** The frames of a camera that is sent to each place at its time, at 50 frames a second. */
function filmed(
  sent: { atMs: number; to: Camera; takesMs: number }[],
  url = (_: number) => 'https://a.test/',
) {
  const camera = new CameraMotion(home);
  const frames = [];
  for (let timeMs = 0; timeMs < 4_000; timeMs += 20) {
    for (const { atMs, to, takesMs } of sent)
      if (atMs === timeMs) camera.moveTo(to, { startMs: timeMs, durationMs: takesMs });
    camera.advance(timeMs);
    frames.push({ timeMs, camera: camera.at, page: { title: '', url: url(timeMs) } });
  }
  return cameraMoves(frames, viewportWidth);
}

test('a zoom is measured in doublings a second where it is fastest, and a pan in widths of the picture', () => {
  const [zoom, pan, ...more] = filmed([
    { atMs: 200, to: close, takesMs: 1_000 },
    { atMs: 2_000, to: beside, takesMs: 1_000 },
  ]);
  // Minimum jerk is fastest in its middle: 1.875 times its mean speed.
  expect(zoom).toMatchObject({ startMs: 200, endMs: 1_200 });
  expect(zoom?.zoomSpeed).toBeCloseTo(1.875, 1);
  expect(pan?.zoomSpeed).toBe(0);
  expect(pan?.panSpeed).toBeCloseTo(0.4 * 1.875, 1);
  expect(pan?.went.x).toBeCloseTo(0.4, 3);
  expect(more).toEqual([]);
});

test('a camera that jumps is faster than any that moves', () => {
  const [jump] = filmed([{ atMs: 1_000, to: close, takesMs: 0 }]);
  expect(jump?.zoomSpeed).toBeCloseTo(50, 0);
});

test('a cut to another page is no movement', () => {
  const cut = filmed([{ atMs: 1_000, to: close, takesMs: 0 }], (timeMs) =>
    timeMs < 1_000 ? 'https://a.test/' : 'https://a.test/next',
  );
  expect(cut).toEqual([]);
});

test('a zoom or a pan that is taken back soon is found, and one that goes on or waits is not', () => {
  const found = (first: Camera, restMs: number, second: Camera) => {
    const motions = filmed([
      { atMs: 0, to: close, takesMs: 500 },
      { atMs: 500, to: first, takesMs: 500 },
      { atMs: 1_000 + restMs, to: second, takesMs: 500 },
    ]);
    return turnsBack(motions, 1_800).length;
  };
  const closer = { ...close, zoom: 2.5 };
  const further = { ...beside, x: 700 };
  expect(found(closer, 1_000, close)).toBe(1);
  expect(found(closer, 1_900, close)).toBe(0);
  expect(found(closer, 1_000, { ...close, zoom: 3 })).toBe(0);
  expect(found(beside, 1_000, close)).toBe(1);
  expect(found(beside, 1_900, close)).toBe(0);
  expect(found(beside, 1_000, further)).toBe(0);
  // The picture goes left as the camera comes closer, and then right to the next card.
  expect(found(closer, 1_000, { ...beside, zoom: 2.5 })).toBe(0);
});
