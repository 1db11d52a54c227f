import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import loadWabt from 'wabt';
import { createPlanes } from '../../../src/recorder/compose/pixels/planes.ts';
import { rgbaFromYuv } from '../yuv.ts';

const size = { width: 200, height: 60 };
const whole = { x: 0, y: 0, ...size };
const sources = new URL('../../../src/recorder/compose/pixels/', import.meta.url);

/** Coloured squares of 4 pixels, so that no chroma sample lies across an edge. */
function patchwork(seed: number) {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  for (let y = 0; y < size.height; y += 4) {
    for (let x = 0; x < size.width; x += 4) {
      context.fillStyle = `hsl(${(x * 7 + y * 13 + seed) % 360} ${(x + seed) % 100}% ${(y * 3 + x) % 100}%)`;
      context.fillRect(x, y, 4, 4);
    }
  }
  return canvas;
}

describe('planes', () => {
  test('planes.wasm is planes.wat, assembled', async () => {
    const wabt = await loadWabt();
    const text = await readFile(new URL('planes.wat', sources), 'utf8');
    const { buffer } = wabt.parseWat('planes.wat', text, { simd: true }).toBinary({});
    expect(Buffer.from(buffer).equals(await readFile(new URL('planes.wasm', sources)))).toBe(true);
  });

  test('every colour comes back as it was drawn, to within the steps of limited range', () => {
    const canvas = patchwork(0);
    const planes = createPlanes(size);
    planes.convertCanvas(canvas, whole);
    const [drawn, shown] = [canvas.data(), rgbaFromYuv(planes.frame, size)];
    for (const [at, value] of shown.entries())
      expect(Math.abs(value - (drawn[at] ?? 0))).toBeLessThanOrEqual(3);
  });

  test('black and white are 16 and 235, grey has no colour', () => {
    const canvas = createCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    for (const [at, color] of ['#000', '#fff', '#808080'].entries()) {
      context.fillStyle = color;
      context.fillRect(at * 64, 0, 64, size.height);
    }
    const planes = createPlanes(size);
    planes.convertCanvas(canvas, { ...whole, width: 192 });
    expect([planes.frame[8], planes.frame[72], planes.frame[136]]).toEqual([16, 235, 126]);
    const chroma = planes.frame.subarray(size.width * size.height);
    expect([chroma[4], chroma[36], chroma[68]]).toEqual([128, 128, 128]);
  });

  test.each([
    ['a small part', { x: 34, y: 10, width: 22, height: 12 }],
    ['a part as narrow as allowed, in the corner', { x: 184, y: 58, width: 16, height: 2 }],
    ['a large part', { x: 2, y: 4, width: 190, height: 50 }],
  ])('%s is converted alone, with the same result as the whole frame', (_, part) => {
    const [before, after] = [patchwork(0), patchwork(180)];
    const [planes, expected] = [createPlanes(size), createPlanes(size)];
    planes.convertCanvas(before, whole);
    planes.convertCanvas(after, part);
    const mixed = patchwork(0);
    const { x, y, width, height } = part;
    mixed.getContext('2d').drawImage(after, x, y, width, height, x, y, width, height);
    expected.convertCanvas(mixed, whole);
    expect(Buffer.from(planes.frame).equals(Buffer.from(expected.frame))).toBe(true);
  });

  describe('a kept frame, seen through a camera', () => {
    const kept = () => {
      const planes = createPlanes(size);
      planes.convertCanvas(patchwork(3), whole);
      planes.keep();
      return { planes, before: planes.frame.slice() };
    };

    test('is itself where the camera stands as before', () => {
      const { planes, before } = kept();
      planes.frame.fill(0);
      planes.zoom(whole, whole);
      expect(Buffer.from(planes.frame).equals(Buffer.from(before))).toBe(true);
    });

    test.each([
      ['from close', { x: 4.3, y: 1.7, width: 190, height: 57 }],
      ['aside, by a part of a pixel', { x: 2.25, y: 0.5, width: 200, height: 60 }],
      ['from a little further away', { x: -5, y: -1.5, width: 210, height: 63 }],
    ])('is blended of its pixels %s', (_, view) => {
      const { planes, before } = kept();
      planes.zoom(view, whole);
      for (const plane of planesOf(size)) {
        const off = farthest(planes.frame, before, plane, view);
        expect({ ...plane, off, isNear: off <= 1 }).toEqual({ ...plane, off, isNear: true });
      }
    });

    test('is written into the asked part alone', () => {
      const { planes } = kept();
      planes.frame.fill(7);
      planes.zoom({ x: 2, y: 2, width: 190, height: 57 }, { x: 20, y: 10, width: 30, height: 12 });
      const luma = planes.frame.subarray(0, size.width * size.height);
      const inside = (at: number) => {
        const [x, y] = [at % size.width, Math.floor(at / size.width)];
        return x >= 20 && x < 50 && y >= 10 && y < 22;
      };
      for (const [at, value] of luma.entries()) expect(value !== 7).toBe(inside(at));
    });
  });
});

const planesOf = ({ width, height }: typeof size) => [
  { at: 0, ratio: 1, width, height },
  { at: width * height, ratio: 0.5, width: width / 2, height: height / 2 },
  { at: width * height * 1.25, ratio: 0.5, width: width / 2, height: height / 2 },
];

/** By how much a plane differs most from one that was reckoned with whole precision. */
function farthest(
  shown: Uint8Array,
  from: Uint8Array,
  { at, ratio, width, height }: ReturnType<typeof planesOf>[number],
  view: typeof whole,
): number {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const pixel = (x: number, y: number) =>
    from[at + clamp(y, height - 1) * width + clamp(x, width - 1)] as number;
  let most = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const left = clamp(view.x * ratio + ((x + 0.5) * view.width) / size.width - 0.5, width - 1);
      const top = clamp(view.y * ratio + ((y + 0.5) * view.height) / size.height - 0.5, height - 1);
      const [x0, y0] = [Math.floor(left), Math.floor(top)];
      const [across, down] = [left - x0, top - y0];
      const above = pixel(x0, y0) * (1 - across) + pixel(x0 + 1, y0) * across;
      const below = pixel(x0, y0 + 1) * (1 - across) + pixel(x0 + 1, y0 + 1) * across;
      const wanted = above * (1 - down) + below * down;
      most = Math.max(most, Math.abs((shown[at + y * width + x] as number) - wanted));
    }
  return most;
}
