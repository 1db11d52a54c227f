import { describe, expect, test } from 'vitest';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { filmSize } from '../../../src/recorder/contract/shapes.ts';
import {
  layoutStage,
  nearZoom,
  onOutput,
  safeMargin,
  wideCamera,
} from '../../../src/recorder/contract/stage-layout.ts';
import { type Rect, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { recut } from '../../../src/recorder/takes/recut.ts';
import type { KeptFrame } from '../../../src/recorder/takes/timeline.ts';

const fps = 30;
const stage = layoutStage({
  output: filmSize('9:16', '1080p'),
  viewport: viewports.desktop,
  presentation: resolvePresentation(null),
});
const wide = wideCamera(stage);

/** Something that a film goes to, presses and leaves, in seconds. */
interface Press {
  box: Rect;
  from: number;
  at: number;
  to: number;
}

/** A film of some seconds. Takes of earlier versions knew no targets. */
function framesOf(presses: Press[], sec: number, { knowsTargets = true } = {}): KeptFrame[] {
  return Array.from({ length: sec * fps }, (_, index) => {
    const atSec = index / fps;
    const press = presses.find(({ from, to }) => atSec >= from && atSec < to);
    const point = press && { x: press.box.x + press.box.width / 2, y: press.box.y + press.box.height / 2 };
    const isPressed = press !== undefined && index === Math.round(press.at * fps);
    return {
      picture: null,
      clip: { x: 0, y: 0, width: 1440, height: 900 },
      camera: { x: 720, y: 450, zoom: 1 },
      cursor: { x: 0, y: 0, visible: true, shape: 'arrow', pressed: false },
      click: isPressed ? point! : null,
      caption: null,
      ...(knowsTargets && { target: press?.box ?? null }),
      stepLabel: '',
      page: { title: '', url: '' },
    };
  });
}

const camerasOf = (frames: KeptFrame[]) => recut({ frames, cameras: frames.map(() => wide), fps, stage });

const corner: Press = { box: { x: 1380, y: 12, width: 50, height: 30 }, from: 2, at: 3, to: 4 };
const left: Press = { box: { x: 10, y: 600, width: 120, height: 40 }, from: 4.1, at: 4.9, to: 6 };

function expectSafe(box: Rect, camera: ReturnType<typeof camerasOf>[number]) {
  const { x, y, width, height } = onOutput(stage, camera, box);
  expect(Math.min(x / stage.width, y / stage.height)).toBeGreaterThanOrEqual(safeMargin - 1e-3);
  expect((x + width) / stage.width).toBeLessThanOrEqual(1 - safeMargin + 1e-3);
  expect((y + height) / stage.height).toBeLessThanOrEqual(1 - safeMargin + 1e-3);
}

describe('a wide take in a tall picture', () => {
  test.each([true, false])('comes close to what is pressed, in time (targets known: %s)', (knowsTargets) => {
    const cameras = camerasOf(framesOf([corner, left], 10, { knowsTargets }));
    for (const { box, at } of [corner, left]) {
      const pressed = cameras[Math.round(at * fps)]!;
      expect(pressed.zoom).toBeCloseTo(nearZoom(stage), 2);
      if (knowsTargets) expectSafe(box, pressed);
      // It stands still, and so do the frames around.
      expect(cameras[Math.round(at * fps) - 2]).toEqual(pressed);
    }
  });

  test('shows the whole page before, at the end, and between presses that are far apart', () => {
    const cameras = camerasOf(framesOf([corner, { ...left, from: 9, at: 10, to: 11 }], 15));
    for (const sec of [0, 1, 7, 14.9]) expect(cameras[Math.round(sec * fps)]).toEqual(wide);
  });

  test('stays close between presses that follow each other, and where both are in view it does not move', () => {
    const beside: Press = { ...corner, box: { ...corner.box, x: 1300 }, from: 4.1, at: 4.9, to: 6 };
    const cameras = camerasOf(framesOf([corner, beside], 10));
    const between = cameras.slice(3 * fps, 5 * fps);
    for (const camera of between) expect(camera).toEqual(between[0]);
    expectSafe(beside.box, between[0]!);
  });

  test('shows all of what is wider than the near view', () => {
    const broad: Press = { ...corner, box: { x: 100, y: 200, width: 1240, height: 300 } };
    const camera = camerasOf(framesOf([broad], 8))[3 * fps]!;
    expect(camera.zoom).toBeLessThan(nearZoom(stage));
    expectSafe(broad.box, camera);
  });

  test('moves smoothly: no frame is far from the one before', () => {
    const cameras = camerasOf(framesOf([corner, left], 10));
    for (const [index, camera] of cameras.entries()) {
      if (index === 0) continue;
      const doublings = Math.abs(Math.log2(camera.zoom / cameras[index - 1]!.zoom));
      expect(doublings * fps).toBeLessThan(3.3);
    }
  });

  test('that acts on nothing is shown as a whole', () => {
    for (const camera of camerasOf(framesOf([], 4))) expect(camera).toEqual(wide);
  });
});
