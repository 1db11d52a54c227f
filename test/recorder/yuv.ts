import { createCanvas } from '@napi-rs/canvas';
import { createPlanes } from '../../src/recorder/compose/pixels/planes.ts';

type Size = { width: number; height: number };

/** Converts RGBA to the planes that the encoder takes. */
export function yuvFromRgba(rgba: Uint8Array, { width, height }: Size): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const opaque = context.createImageData(width, height);
  opaque.data.set(rgba.map((value, at) => (at % 4 === 3 ? 255 : value)));
  context.putImageData(opaque, 0, 0);
  const planes = createPlanes({ width, height });
  planes.convertCanvas(canvas, { x: 0, y: 0, width, height });
  return planes.frame.slice();
}

/** Converts planar YUV 4:2:0, BT.709, limited range, to RGBA, as a player does. */
export function rgbaFromYuv(frame: Uint8Array, { width, height }: Size): Uint8Array {
  const rgba = new Uint8ClampedArray(width * height * 4);
  const area = width * height;
  for (let at = 0; at < area; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const chroma = Math.floor(y / 2) * (width / 2) + Math.floor(x / 2);
    const luma = (((frame[at] ?? 0) - 16) * 255) / 219;
    const cb = (((frame[area + chroma] ?? 0) - 128) * 255) / 224;
    const cr = (((frame[area * 1.25 + chroma] ?? 0) - 128) * 255) / 224;
    rgba.set([luma + 1.5748 * cr, luma - 0.1873 * cb - 0.4681 * cr, luma + 1.8556 * cb, 255], at * 4);
  }
  return new Uint8Array(rgba.buffer);
}
