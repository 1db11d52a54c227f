import { loadImage } from '@napi-rs/canvas';
import { parseColor } from './paint/color.ts';
import { type PictureColor, sampledColors } from './picture-colors.ts';

const mostSide = 1_024;

/** The colours of a page's icon: of the pixels of a PNG, or of what an SVG names. Other formats and broken files have none. */
export async function iconColors(bytes: Buffer): Promise<PictureColor[]> {
  if (bytes.subarray(0, 8).equals(pngStart) && bytes.length > 24) {
    // A small file may unpack to gigabytes.
    if (bytes.readUInt32BE(16) > mostSide || bytes.readUInt32BE(20) > mostSide) return [];
    const picture = await loadImage(bytes).catch(() => null);
    return picture ? sampledColors(picture) : [];
  }
  const text = bytes.toString('utf8');
  if (!/<svg[\s>]/i.test(text)) return [];
  const named = [
    ...text
      .slice(0, 100_000)
      .matchAll(/(?:fill|stroke|stop-color|color)\s*[:=]\s*["']?\s*([#\w(),.%\s]{3,40}?)\s*["';]/g),
  ];
  const colors = named.flatMap(([, color]) => colorOf(color ?? '') ?? []);
  return colors.map((color) => ({ color, share: 1 / colors.length }));
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** `#rrggbb` of a CSS colour; null where it is none, or none that is seen. */
export function colorOf(text: string): string | null {
  const color = parseColor(text);
  if (!color || color.alpha < 0.5) return null;
  return `#${[color.red, color.green, color.blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
