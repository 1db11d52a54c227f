import { createCanvas } from '@napi-rs/canvas';
import { type DecodedPicture, drawable } from './pixels/decoded-picture.ts';

type Rgb = readonly [number, number, number];

/** Few enough to read in 2 ms. A button of 40 pixels is still seen. */
const sampled = { width: 288, height: 180 };
/** Colours that are closer than this look like one in a row of swatches. */
const leastDistance = 64;

/**
 * The colours that a page is known by, the strongest first, as `#rrggbb`: a vivid colour of a button counts more than its white
 * surface, and of two that look alike one is taken.
 */
export function pageColors(pictures: readonly DecodedPicture[], most: number): string[] {
  const groups = new Map<number, { count: number; sum: [number, number, number] }>();
  for (const picture of pictures) {
    const pixels = samples(picture);
    for (let at = 0; at < pixels.length; at += 4) {
      const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
      // Sixteen levels of each channel.
      const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
      const group = groups.get(key) ?? { count: 0, sum: [0, 0, 0] };
      group.count++;
      group.sum = [group.sum[0] + r, group.sum[1] + g, group.sum[2] + b];
      groups.set(key, group);
    }
  }
  const colors = [...groups.values()]
    // What has fewer pixels is the edge of a letter.
    .filter(({ count }) => count >= 12)
    .map(({ count, sum }) => {
      const color = sum.map((value) => Math.round(value / count)) as unknown as Rgb;
      return { color, worth: Math.sqrt(count) * (0.05 + chroma(color) / 255) };
    })
    .sort((a, b) => b.worth - a.worth);
  const chosen: Rgb[] = [];
  for (const { color } of colors) {
    if (chosen.length === most) break;
    if (chosen.every((other) => distance(color, other) >= leastDistance)) chosen.push(color);
  }
  return chosen.map((color) => `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
}

/** Single pixels in a grid: means of several would be colours that the page does not have. */
function samples(picture: DecodedPicture): Uint8ClampedArray {
  const { width, height } = sampled;
  const context = createCanvas(width, height).getContext('2d');
  context.imageSmoothingEnabled = false;
  context.drawImage(drawable(picture), 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

const chroma = (color: Rgb) => Math.max(...color) - Math.min(...color);
const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
