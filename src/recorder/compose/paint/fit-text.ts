import type { SKRSContext2D } from '@napi-rs/canvas';

/**
 * Shortens `text` with an ellipsis until it is at most `width` wide, by a binary search. An empty text where not even one letter
 * fits.
 */
export function fitText(context: SKRSContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(`${letters.slice(0, middle).join('')}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${letters.slice(0, low).join('').trimEnd()}…`;
}
