import { describe, expect, test } from 'vitest';
import type { Backdrop } from '../../../src/recorder/contract/backdrops.ts';
import { brandBackdrop } from '../../../src/recorder/contract/brand-stage.ts';
import { dressedFor, followsPage } from '../../../src/recorder/contract/dress.ts';
import { contrastOf, fromHex, hueBetween, toHex } from '../../../src/recorder/contract/oklch.ts';
import type { PageLook } from '../../../src/recorder/contract/page-look.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';

const light = (...accents: string[]): PageLook => ({ ground: '#ffffff', isDark: false, accents });
const dark = (...accents: string[]): PageLook => ({ ground: '#0b0b10', isDark: true, accents });
const middleOf = ({ stops }: Backdrop) => fromHex(stops[2]!);

/** Brands in all hues, from murky to the brightest that a screen has. */
const brands = Array.from({ length: 36 }, (_, at) => at * 10).flatMap((hue) =>
  [0.06, 0.14, 0.3].flatMap((chroma) =>
    [0.35, 0.6, 0.85].map((lightness) => toHex({ lightness, chroma, hue })),
  ),
);

describe('the stage of a brand', () => {
  test('the window stands off from it, whatever the colour, on light pages and on dark ones', () => {
    for (const look of [...brands.map((brand) => light(brand)), ...brands.map((brand) => dark(brand))]) {
      const { stops } = brandBackdrop(look);
      const contrast = contrastOf(stops[2]!, look.ground);
      expect([look, contrast > 1.7]).toEqual([look, true]);
    }
  });

  test('stands off from a page that is itself in the colour of the brand', () => {
    for (const ground of brands) {
      const look = { ground, isDark: fromHex(ground).lightness < 0.5, accents: [ground] };
      expect([ground, contrastOf(brandBackdrop(look).stops[2]!, ground) > 1.4]).toEqual([ground, true]);
    }
  });

  test('keeps the hue of the brand, and tames its strength', () => {
    for (const brand of ['#2563eb', '#e11d48', '#16a34a', '#8b5cf6', '#39ff14', '#ff2e9a']) {
      const [first] = brandBackdrop(light(brand)).stops;
      const stage = fromHex(first!);
      expect(Math.abs(hueBetween(stage.hue, fromHex(brand).hue))).toBeLessThan(16);
      expect(stage.chroma).toBeLessThan(0.165);
      expect(stage.chroma).toBeGreaterThan(0.08);
    }
  });

  test('yellow becomes gold and not olive', () => {
    const stage = middleOf(brandBackdrop(light('#facc15')));
    expect(stage.lightness).toBeGreaterThan(0.68);
    expect(stage.hue).toBeLessThan(92);
  });

  test('a page without colours gets greys, and another one a second colour of its own', () => {
    for (const look of [light(), dark()])
      for (const stop of brandBackdrop(look).stops) expect(fromHex(stop).chroma).toBeLessThan(0.03);
    const duo = brandBackdrop(light('#4f46e5', '#c026d3'));
    const last = fromHex(duo.stops.at(-1)!);
    expect(Math.abs(hueBetween(last.hue, fromHex('#c026d3').hue))).toBeLessThan(20);
  });

  test('goes over softly: no step between two of its colours is large, and it turns darker all the way', () => {
    for (const brand of brands) {
      const tones = brandBackdrop(light(brand)).stops.map(fromHex);
      for (const [at, tone] of tones.slice(1).entries()) {
        const step = tones[at]!.lightness - tone.lightness;
        expect([brand, step > 0.02 && step < 0.1]).toEqual([brand, true]);
      }
    }
  });
});

describe('what is left to the page', () => {
  const dress = (look: PageLook, given: Presentation = {}) => {
    const presentation = resolvePresentation(given);
    return { follows: followsPage(presentation), ...dressedFor(look, presentation) };
  };

  test('is stage and window where nothing is said', () => {
    expect(dress(dark('#8b5cf6'))).toMatchObject({
      follows: true,
      mockup: 'macos-dark',
      background: { id: 'brand' },
    });
    expect(dress(light('#8b5cf6'))).toMatchObject({ mockup: 'macos-light' });
  });

  test('is not what is named', () => {
    const named: Presentation = { background: 'aurora', mockup: 'macos-light' };
    expect(dress(dark(), named)).toMatchObject({ follows: false, ...named });
    expect(dress(dark(), { background: ' Brand ', mockup: 'none' })).toMatchObject({
      follows: true,
      mockup: 'none',
      background: { id: 'brand' },
    });
  });
});

test('colours go to OKLCH and back', () => {
  for (const hex of ['#000000', '#ffffff', '#2563eb', '#39ff14', '#7c4a21'])
    expect(toHex(fromHex(hex))).toBe(hex);
  // Values of the CSS Color 4 conversion, https://www.w3.org/TR/css-color-4/
  const red = fromHex('#ff0000');
  expect([red.lightness, red.chroma, red.hue].map((value) => Math.round(value * 1000) / 1000)).toEqual([
    0.628, 0.258, 29.234,
  ]);
});
