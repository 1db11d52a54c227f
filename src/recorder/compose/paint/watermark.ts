import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { StageLayout } from '../../contract/stage-layout.ts';
import { font } from './fonts.ts';

const text = 'Made with Showreel';

/** Paints the watermark as a small plate for the lower right corner. */
export function paintWatermark({ unit }: StageLayout): Canvas {
  const size = 17 * unit;
  const measure = createCanvas(1, 1).getContext('2d');
  measure.font = font(500, size);
  const icon = 15 * unit;
  const width = Math.ceil(measure.measureText(text).width + icon + 34 * unit);
  const height = Math.ceil(36 * unit);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgba(10, 11, 18, 0.42)';
  context.beginPath();
  context.roundRect(0, 0, width, height, height / 2);
  context.fill();
  context.fillStyle = 'rgba(255, 255, 255, 0.92)';
  const left = 13 * unit;
  context.beginPath();
  context.moveTo(left, height / 2 - 6 * unit);
  context.lineTo(left + 10.5 * unit, height / 2);
  context.lineTo(left, height / 2 + 6 * unit);
  context.closePath();
  context.fill();
  context.font = font(500, size);
  context.fillText(text, left + icon + 2 * unit, height / 2 + size * 0.35);
  return canvas;
}
