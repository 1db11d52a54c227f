import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { StageLayout } from '../../contract/stage-layout.ts';
import type { Rect } from '../../contract/take-frame.ts';
import { fitText } from './fit-text.ts';
import { font } from './fonts.ts';

// A caption rises by this many pixels at 1080p as it appears.
const risePx1080 = 14;
// The room for its shadow on each side.
const shadowPx1080 = 48;

/** A caption as a picture, with room for its shadow. `anchor` is the middle of the pill's lower edge inside the picture. */
export interface CaptionPlate {
  canvas: Canvas;
  anchor: { x: number; y: number };
}

/** Sets `text` in a few lines on a dark pill. */
export function paintCaption(stage: StageLayout, text: string): CaptionPlate {
  const { unit, caption } = stage;
  const size = caption.fontPx;
  const lineHeight = size * 1.36;
  const face = font(600, size);
  const measure = createCanvas(1, 1).getContext('2d');
  measure.font = face;
  const lines = wrap(measure, text.trim().replace(/\s+/g, ' '), caption);
  const textWidth = Math.max(...lines.map((line) => measure.measureText(line).width));
  const width = Math.ceil(textWidth + 60 * unit);
  const height = Math.ceil(lines.length * lineHeight + 26 * unit);
  const margin = Math.ceil(shadowPx1080 * unit);

  const canvas = createCanvas(width + 2 * margin, height + 2 * margin);
  const context = canvas.getContext('2d');
  context.shadowColor = 'rgba(0, 0, 0, 0.35)';
  context.shadowBlur = 30 * unit;
  context.shadowOffsetY = 10 * unit;
  context.fillStyle = 'rgba(17, 18, 24, 0.88)';
  context.beginPath();
  context.roundRect(margin, margin, width, height, Math.min(height / 2, 30 * unit));
  context.fill();
  context.shadowColor = 'rgba(0, 0, 0, 0)';
  context.strokeStyle = 'rgba(255, 255, 255, 0.14)';
  context.lineWidth = Math.max(1, unit);
  context.stroke();
  context.font = face;
  context.textAlign = 'center';
  context.fillStyle = '#ffffff';
  for (const [at, line] of lines.entries()) {
    context.fillText(line, margin + width / 2, margin + 13 * unit + at * lineHeight + lineHeight * 0.74);
  }
  return { canvas, anchor: { x: canvas.width / 2, y: margin + height } };
}

/** Fills lines with words greedily. A language without spaces is split at its own word boundaries. */
function wrap(
  context: SKRSContext2D,
  text: string,
  { lineWidth: width, mostLines }: Pick<StageLayout['caption'], 'lineWidth' | 'mostLines'>,
): string[] {
  const lines = [''];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const longer = lines.at(-1) + segment;
    if (lines.at(-1) === '' || context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(segment.trimStart());
  }
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (filled.length <= 2) return balance(context, filled, width);
  if (filled.length <= mostLines) return filled;
  const whole = filled.slice(0, mostLines - 1);
  return [...whole, fitText(context, filled.slice(mostLines - 1).join(' '), width)];
}

/** Splits the words into two lines of about the same length, which read better than a long line over a short one. */
function balance(context: SKRSContext2D, lines: string[], width: number): string[] {
  if (lines.length < 2) return lines.length === 0 ? [''] : lines;
  const words = lines.join(' ').split(' ');
  let best = { lines, longest: Number.POSITIVE_INFINITY };
  for (let cut = 1; cut < words.length; cut++) {
    const pair = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
    const longest = Math.max(...pair.map((line) => context.measureText(line).width));
    if (longest <= width && longest < best.longest) best = { lines: pair, longest };
  }
  return best.lines;
}

/** Where the pill's lower edge is on the output. */
function endOf(
  { caption: { top, bottom, isBeside }, unit }: StageLayout,
  { canvas, anchor }: CaptionPlate,
): number {
  if (isBeside) return bottom + canvas.height / 2 - (canvas.height - anchor.y);
  return top === null ? bottom : Math.min(bottom, top + anchor.y - Math.ceil(shadowPx1080 * unit));
}

/** What a plate may cover on the output, both while it rises and when it is there, in pixels. */
export function captionBounds(stage: StageLayout, plate: CaptionPlate): Rect {
  const { canvas, anchor } = plate;
  const x = Math.round(stage.caption.middle - anchor.x);
  const y = Math.floor(endOf(stage, plate) - anchor.y) - 1;
  return { x, y, width: canvas.width, height: canvas.height + risePx1080 * stage.unit + 2 };
}

/** Draws the plate in its place. `shown` runs from 0 (hidden) to 1 (fully there). */
export function drawCaption(
  context: SKRSContext2D,
  stage: StageLayout,
  plate: CaptionPlate,
  shown: number,
): void {
  const { canvas, anchor } = plate;
  context.globalAlpha = shown;
  const x = Math.round(stage.caption.middle - anchor.x);
  const y = endOf(stage, plate) - anchor.y + (1 - shown) * risePx1080 * stage.unit;
  context.drawImage(canvas, x, shown === 1 ? Math.round(y) : y);
  context.globalAlpha = 1;
}
