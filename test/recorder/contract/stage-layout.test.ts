import { describe, expect, test } from 'vitest';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import {
  cameraView,
  clampCamera,
  layoutStage,
  onOutput,
  visibleClip,
  wideCamera,
} from '../../../src/recorder/contract/stage-layout.ts';
import { type ViewportName, viewports } from '../../../src/recorder/contract/take-frame.ts';

const outputs = { '1080p': { width: 1920, height: 1080 }, '720p': { width: 1280, height: 720 } };
const lay = (name: ViewportName, presentation: Presentation = {}, output = outputs['1080p']) =>
  layoutStage({ output, viewport: viewports[name], presentation: resolvePresentation(presentation) });

describe('the stage', () => {
  test('gives a desktop page about 1394 x 871 pixels of 1080p, below a title bar of 36', () => {
    const { content, barHeight, scale, frame } = lay('desktop');
    expect(Math.abs(content.width - 1394)).toBeLessThanOrEqual(4);
    expect(Math.abs(content.height - 871)).toBeLessThanOrEqual(2);
    expect([barHeight, frame]).toEqual([36, 'window']);
    expect(content.width / 1440).toBeCloseTo(scale, 3);
  });

  const everyCase = Object.entries(outputs).flatMap(([size, output]) =>
    (Object.keys(viewports) as ViewportName[]).flatMap((name) =>
      (['macos-light', 'macos-dark', 'minimal', 'none'] as const).flatMap((mockup) =>
        [0, 0.08, 0.3].map((padding) => ({ size, output, name, mockup, padding })),
      ),
    ),
  );
  test.each(everyCase)(
    '$name in $mockup at $size with padding $padding keeps its proportions and its margin',
    (given) => {
      const { output, name, mockup, padding } = given;
      const { content, window, scale, depth } = lay(name, { mockup, padding }, output);
      const viewport = viewports[name];
      for (const length of [content.x, content.y, content.width, content.height]) {
        expect(Number.isInteger(length)).toBe(true);
      }
      // A capture at `scale` has the content's size to the pixel.
      expect(Math.abs(viewport.width * scale - content.width)).toBeLessThan(0.6);
      expect(Math.abs(viewport.height * scale - content.height)).toBeLessThan(0.6);
      const margin = padding * output.height - 2;
      expect(window.x).toBeGreaterThanOrEqual(margin);
      expect(window.y).toBeGreaterThanOrEqual(margin);
      expect(window.x + window.width).toBeLessThanOrEqual(output.width - margin);
      // The stage ends below the window, and a desktop's ends with the picture.
      expect(window.y + window.height).toBeLessThanOrEqual(depth - margin);
      if (name === 'desktop') expect(depth).toBe(output.height);
      // The window is in the middle, except for the pixels that whole positions cost.
      expect(Math.abs(window.x * 2 + window.width - output.width)).toBeLessThanOrEqual(2);
      expect(Math.abs(window.y * 2 + window.height - depth)).toBeLessThanOrEqual(4);
    },
  );

  test('puts a page in portrait format into its device, unless no mockup is wanted', () => {
    expect(lay('mobile').frame).toBe('phone');
    expect(lay('tablet').frame).toBe('tablet');
    expect(lay('mobile').bezel).toBeGreaterThan(0);
    expect(lay('mobile', { mockup: 'none' }).frame).toBe('bare');
  });
});

describe('a phone or a tablet in a wide picture', () => {
  const devices = (['mobile', 'tablet'] as const).flatMap((name) =>
    Object.values(outputs).map((output) => ({ name, output, unit: output.height / 1080 })),
  );

  test.each(devices)('$name: text of 16 CSS pixels has 20 pixels at 1080p', ({ name, output, unit }) => {
    const { scale, window } = lay(name, {}, output);
    expect(16 * scale).toBeGreaterThanOrEqual(20 * unit);
    expect(window.x).toBeGreaterThanOrEqual(0.08 * output.height);
    expect(window.y).toBeGreaterThanOrEqual(0.08 * output.height - 2);
  });

  test.each(devices)(
    '$name: its lower end leaves the picture, and the camera goes down to it',
    ({ name, output }) => {
      const stage = lay(name, {}, output);
      const { window } = stage;
      expect(window.y + window.height).toBeGreaterThan(output.height);
      const home = cameraView(stage, wideCamera(stage));
      expect([home.x, home.y].map(Math.round)).toEqual([0, 0]);
      const low = cameraView(stage, clampCamera(stage, { x: 0, y: 5_000, zoom: 1 }));
      expect(low.y + low.height).toBeCloseTo(stage.depth, 6);
      expect(low.y + low.height).toBeGreaterThanOrEqual(window.y + window.height);
    },
  );

  test.each(devices)('$name: captions stand beside it', ({ name, output }) => {
    const { caption, window, unit } = lay(name, {}, output);
    expect(caption.isBeside).toBe(true);
    // The pill has 30 pixels beside its words.
    expect(caption.middle + caption.lineWidth / 2 + 30 * unit).toBeLessThan(window.x);
    expect(caption.middle - caption.lineWidth / 2 - 30 * unit).toBeGreaterThan(0);
  });

  test('in a picture that is not wide, the whole device stands in it', () => {
    const stage = lay('mobile', {}, { width: 1080, height: 1920 });
    expect(stage.depth).toBe(1920);
    expect(stage.window.y + stage.window.height).toBeLessThan(1920);
  });
});

describe('the camera', () => {
  const stage = lay('desktop');

  test('shows the whole stage at zoom 1', () => {
    const view = cameraView(stage, wideCamera(stage));
    expect(view.x).toBeCloseTo(0);
    expect(view.y).toBeCloseTo(0);
    expect([view.width, view.height]).toEqual([1920, 1080]);
    expect(visibleClip(stage, wideCamera(stage))).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  });

  test.each([
    { x: 0, y: 0, zoom: 1.6 },
    { x: 1440, y: 900, zoom: 2 },
    { x: -500, y: 3000, zoom: 3 },
    { x: 700, y: 400, zoom: 1 },
  ])('is kept inside the stage when it points at $x, $y with zoom $zoom', (camera) => {
    const view = cameraView(stage, clampCamera(stage, camera));
    expect(view.x).toBeGreaterThanOrEqual(-1e-6);
    expect(view.y).toBeGreaterThanOrEqual(-1e-6);
    expect(view.x + view.width).toBeLessThanOrEqual(1920 + 1e-6);
    expect(view.y + view.height).toBeLessThanOrEqual(1080 + 1e-6);
  });

  test('shows exactly the part of the page that is on the output', () => {
    const camera = clampCamera(stage, { x: 400, y: 300, zoom: 2 });
    const clip = visibleClip(stage, camera);
    const place = onOutput(stage, camera, clip!);
    expect(place.x).toBeCloseTo(Math.max(0, place.x));
    expect(place.x + place.width).toBeLessThanOrEqual(1920 + 1e-6);
    expect(place.y + place.height).toBeLessThanOrEqual(1080 + 1e-6);
    // The point at which the camera points is in the middle.
    const middle = onOutput(stage, camera, { x: camera.x, y: camera.y, width: 0, height: 0 });
    expect([middle.x, middle.y].map(Math.round)).toEqual([960, 540]);
  });

  test('that points beside the page shows nothing of it', () => {
    const narrow = lay('mobile', { padding: 0.3 });
    expect(visibleClip(narrow, clampCamera(narrow, { x: -900, y: 400, zoom: 3 }))).toBeNull();
  });
});
