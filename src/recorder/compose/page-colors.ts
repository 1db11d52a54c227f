import { colorGroups, hexOf, type Rgb } from './picture-colors.ts';
import type { DecodedPicture } from './pixels/decoded-picture.ts';

/** Colours that are closer than this look like one in a row of swatches. */
const leastDistance = 64;

/**
 * The colours that a page is known by, the strongest first, as `#rrggbb`: a vivid colour of a button counts more than its white
 * surface, and of two that look alike one is taken.
 */
export function pageColors(pictures: readonly DecodedPicture[], most: number): string[] {
  const colors = colorGroups(pictures)
    .map(({ color, count }) => ({ color, worth: Math.sqrt(count) * (0.05 + chroma(color) / 255) }))
    .sort((a, b) => b.worth - a.worth);
  const chosen: Rgb[] = [];
  for (const { color } of colors) {
    if (chosen.length === most) break;
    if (chosen.every((other) => distance(color, other) >= leastDistance)) chosen.push(color);
  }
  return chosen.map(hexOf);
}

const chroma = (color: Rgb) => Math.max(...color) - Math.min(...color);
const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
