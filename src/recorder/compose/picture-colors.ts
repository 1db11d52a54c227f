import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';
import type { Rect } from '../contract/take-frame.ts';
import { type DecodedPicture, drawable } from './pixels/decoded-picture.ts';
import { createDecoder } from './pixels/decoder.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Few enough to read in 2 ms. A button of 40 pixels is still seen. */
const sampled = { width: 288, height: 180 };
const whole: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** A colour (`#rrggbb`) and its share of a picture. */
export interface PictureColor {
  color: string;
  share: number;
}

/**
 * The colours of a JPEG, the most frequent first. Similar ones are counted as one.
 * @param part of the picture, as fractions of its sides
 */
export const pictureColors = (jpeg: Uint8Array, part = whole): PictureColor[] =>
  sampledColors(drawable(createDecoder([])(jpeg)), part);

export function sampledColors(picture: Canvas | Image, part = whole): PictureColor[] {
  const pixels = sampled.width * sampled.height;
  return groupsIn([samples(picture, part)])
    .map(({ color, count }) => ({ color: hexOf(color), share: count / pixels }))
    .sort((a, b) => b.share - a.share);
}

/** The colours of pictures, and how many of the sampled pixels have about that colour. */
export const colorGroups = (pictures: readonly DecodedPicture[]) =>
  groupsIn(pictures.map((picture) => samples(drawable(picture), whole)));

function groupsIn(pictures: readonly Uint8ClampedArray[]): { color: Rgb; count: number }[] {
  const groups = new Map<number, { count: number; sum: [number, number, number] }>();
  for (const pixels of pictures) {
    for (let at = 0; at < pixels.length; at += 4) {
      // What is clear is no colour of an icon.
      if (pixels[at + 3]! < 128) continue;
      const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
      // Sixteen levels of each channel.
      const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
      const group = groups.get(key) ?? { count: 0, sum: [0, 0, 0] };
      group.count++;
      group.sum = [group.sum[0] + r, group.sum[1] + g, group.sum[2] + b];
      groups.set(key, group);
    }
  }
  return (
    [...groups.values()]
      // What has fewer pixels is the edge of a letter.
      .filter(({ count }) => count >= 12)
      .map(({ count, sum }) => ({
        count,
        color: sum.map((value) => Math.round(value / count)) as unknown as Rgb,
      }))
  );
}

/** Single pixels in a grid: means of several would be colours that the page does not have. */
function samples(picture: Canvas | Image, part: Rect): Uint8ClampedArray {
  const { width, height } = sampled;
  const context = createCanvas(width, height).getContext('2d');
  context.imageSmoothingEnabled = false;
  context.drawImage(
    picture,
    part.x * picture.width,
    part.y * picture.height,
    part.width * picture.width,
    part.height * picture.height,
    0,
    0,
    width,
    height,
  );
  return context.getImageData(0, 0, width, height).data;
}

export const hexOf = (color: Rgb) => `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
