import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { type Backdrop, backdropCss, backdrops } from '../../contract/backdrops.ts';
import type { DressedPresentation } from '../../contract/presentation.ts';
import { css, parseColor } from './color.ts';

type Size = { width: number; height: number };
interface Light {
  angle: number;
  stops: string[];
  glows: Backdrop['glows'];
}

/** Reads a presentation's `background`; null where the text is neither a preset, a colour nor a gradient. */
function readBackground(
  background: Exclude<DressedPresentation['background'], { imageUrl: string }>,
): { color: string } | Light | null {
  if (typeof background !== 'string') {
    if ('stops' in background) return background;
    const { from, to, angle } = background;
    if (!parseColor(from) || !parseColor(to)) return null;
    return { angle, stops: [from, to], glows: [] };
  }
  const text = background.trim();
  const preset = backdrops.find((b) => b.id === text.toLowerCase() || backdropCss(b) === text);
  if (preset) return preset;
  const color = parseColor(text);
  if (color) return { color: css(color) };
  return readLinearGradient(text);
}

/**
 * Reads `linear-gradient(<angle>deg, <colour>, <colour>, …)` with evenly spaced stops, as the catalogue of backdrops writes it.
 */
function readLinearGradient(text: string): Light | null {
  const match = /^linear-gradient\(\s*(-?\d+(?:\.\d+)?)deg\s*,(.+)\)$/i.exec(text);
  if (!match) return null;
  const stops = (match[2] ?? '').split(/,(?![^(]*\))/).map((stop) => stop.trim());
  if (stops.length < 2 || stops.some((stop) => !parseColor(stop))) return null;
  return { angle: Number(match[1]), stops, glows: [] };
}

/**
 * Paints the stage's background. `image` is the picture of an `imageUrl` background, fetched by the caller. The default backdrop
 * is painted where that picture is missing, and for a text that cannot be read.
 */
export async function paintBackground(
  size: Size,
  background: DressedPresentation['background'],
  image: Uint8Array | null,
): Promise<Canvas> {
  if (image) return paintImage(size, image);
  const isImage = typeof background === 'object' && 'imageUrl' in background;
  const meaning = (isImage ? null : readBackground(background)) ?? (backdrops[0] as Backdrop);
  if ('color' in meaning) {
    const canvas = createCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    for (const color of ['#ffffff', meaning.color]) {
      context.fillStyle = color;
      context.fillRect(0, 0, size.width, size.height);
    }
    return canvas;
  }
  return paintLight(size, meaning);
}

/** Paints the picture so that it covers the stage. What does not fit is cut off evenly on both sides. */
async function paintImage({ width, height }: Size, bytes: Uint8Array): Promise<Canvas> {
  const picture = await loadImage(bytes);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  const ratio = Math.max(width / picture.width, height / picture.height);
  const drawn = { width: picture.width * ratio, height: picture.height * ratio };
  context.drawImage(
    picture,
    (width - drawn.width) / 2,
    (height - drawn.height) / 2,
    drawn.width,
    drawn.height,
  );
  return canvas;
}

function paintLight({ width, height }: Size, light: Light): Canvas {
  // Half floats hold about four times as many steps as 8 bits in the range that matters, and dithering needs those.
  const fine = createCanvas(width, height);
  const context = fine.getContext('2d', { colorType: 'float16' });
  context.fillStyle = linearGradient(context, { width, height }, light);
  context.fillRect(0, 0, width, height);
  for (const { x, y, radius, color } of light.glows) {
    const center = [x * width, y * height] as const;
    const shine = context.createRadialGradient(...center, 0, ...center, radius * width);
    // The fall-off is a cosine, because a linear one shows its edge as a ring.
    const base = parseColor(color);
    if (!base) continue;
    for (let step = 0; step <= 12; step++) {
      shine.addColorStop(step / 12, css(base, (1 + Math.cos((step / 12) * Math.PI)) / 2));
    }
    context.fillStyle = shine;
    context.fillRect(0, 0, width, height);
  }
  return dither(fine);
}

/** Makes the gradient as CSS does: the corners get exactly the first and the last colour. */
function linearGradient(context: SKRSContext2D, { width, height }: Size, { angle, stops }: Light) {
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
  const [x, y] = [width / 2, height / 2];
  const gradient = context.createLinearGradient(x - dx * half, y - dy * half, x + dx * half, y + dy * half);
  for (const [at, stop] of stops.entries()) gradient.addColorStop(at / (stops.length - 1), stop);
  return gradient;
}

/**
 * Rounds to 8 bits with triangular noise of ±1 step. Without noise, wide gradients show bands. The noise is the same every time.
 */
function dither(fine: Canvas): Canvas {
  const { width, height } = fine;
  const { data } = fine.getContext('2d').getImageData(0, 0, width, height, { pixelFormat: 'rgba-float32' });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  let seed = 0x9e3779b9;
  for (let i = 0; i < data.length; i += 4) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    // One value for the three channels keeps the noise grey. Only high bits are used: a congruential generator's low bits repeat.
    const noise = ((seed >>> 24) - (((seed >>> 16) & 255) as number)) / 256;
    for (let channel = 0; channel < 3; channel++) {
      pixels.data[i + channel] = Math.round((data[i + channel] ?? 0) * 255 + noise);
    }
    pixels.data[i + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}
