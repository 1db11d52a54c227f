import { describe, expect, test } from 'vitest';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import {
  aspects,
  filmSize,
  resolutions,
  screenOf,
  viewportFor,
} from '../../../src/recorder/contract/shapes.ts';
import { isRecut, layoutShot } from '../../../src/recorder/contract/shot-layout.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';

const screens = ['desktop', 'tablet', 'mobile'] as const;

test('a resolution is the shorter side of a film', () => {
  expect(aspects.map((aspect) => filmSize(aspect, '1080p'))).toEqual([
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1080, height: 1080 },
    { width: 1080, height: 1350 },
  ]);
  for (const aspect of aspects)
    for (const resolution of resolutions)
      for (const side of Object.values(filmSize(aspect, resolution))) expect(side % 2).toBe(0);
});

test('the size of a page tells its screen and its shape', () => {
  for (const aspect of aspects)
    expect(screenOf(viewportFor('desktop', aspect))).toEqual({ viewport: 'desktop', aspect });
  expect(viewportFor('desktop', '16:9')).toEqual(viewports.desktop);
  expect(screenOf(viewportFor('mobile', '9:16'))).toEqual({ viewport: 'mobile', aspect: null });
  expect(screenOf({ width: 1280, height: 720 })).toBeNull();
});

describe.each(aspects)('a film of %s', (aspect) => {
  const output = filmSize(aspect, '1080p');
  const narrow = output.width <= output.height;

  test('is filled by the window of a desktop', () => {
    const { window } = layoutStage({
      output,
      viewport: viewportFor('desktop', aspect),
      presentation: resolvePresentation(null),
    });
    const filled = Math.max(window.width / output.width, window.height / output.height);
    expect(filled).toBeGreaterThan(0.83);
    expect((window.width * window.height) / (output.width * output.height)).toBeGreaterThan(0.57);
  });

  test.each(screens)(
    'has its captions clear of the window of a page on %s where there is room, inside the picture',
    (screen) => {
      const { window, caption } = layoutStage({
        output,
        viewport: viewportFor(screen, aspect),
        presentation: resolvePresentation({ zoom: { enabled: false } }),
      });
      if (!narrow && screen !== 'desktop') return expect(caption.isBeside).toBe(true);
      if (!narrow) return expect(caption).toMatchObject({ top: null, bottom: 0.925 * 1080 });
      expect(caption.top).toBeGreaterThan(window.y + window.height);
      // Two lines with the pill around them.
      expect(caption.top! + 130).toBeLessThanOrEqual(caption.bottom + 1);
      expect(caption.bottom).toBeLessThanOrEqual(0.95 * output.height);
    },
  );

  test.each(screens)('shows a page on %s that was laid out for it as it is shot', (screen) => {
    for (const padding of [0, 0.08, 0.3]) {
      const presentation = resolvePresentation({ padding });
      const shown = { output, viewport: viewportFor(screen, aspect), presentation };
      expect(isRecut(shown)).toBe(false);
      expect(layoutShot(shown)).toEqual(layoutStage(shown));
    }
  });
});

test.each(['9:16', '4:5', '1:1'] as const)('a wide page comes into %s by way of a wide take', (aspect) => {
  const shown = {
    output: filmSize(aspect, '720p'),
    viewport: viewports.desktop,
    presentation: resolvePresentation(null),
  };
  expect(isRecut(shown)).toBe(true);
  // Its pictures are as large as the camera shows them.
  expect(layoutShot(shown).scale).toBeGreaterThan(1.1 * layoutStage(shown).scale);
  expect(isRecut({ ...shown, presentation: resolvePresentation({ zoom: { enabled: false } }) })).toBe(false);
});
