import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { StageLayout } from '../../contract/stage-layout.ts';

// Two shadows look natural: a wide one as from a lamp above, and a narrow one close to the window's edge. Lengths in pixels at
// 1080p.
const shadows = [
  { blur: 70, offsetY: 34, alpha: 0.34 },
  { blur: 14, offsetY: 4, alpha: 0.2 },
];

/**
 * Paints the window's shadow alone, at the size of the stage. It is painted once, because blurring it in each frame is expensive.
 */
export function paintShadow(stage: StageLayout): Canvas {
  const canvas = createCanvas(stage.width, stage.depth);
  const context = canvas.getContext('2d');
  const { x, y, width, height } = stage.window;
  // The shape itself is drawn outside the canvas; only its shadow lies on it.
  const offCanvasX = stage.width * 2;
  for (const { blur, offsetY, alpha } of shadows) {
    context.shadowColor = `rgba(4, 6, 18, ${alpha})`;
    context.shadowBlur = blur * stage.unit;
    context.shadowOffsetX = offCanvasX;
    context.shadowOffsetY = offsetY * stage.unit;
    context.fillStyle = '#000';
    context.beginPath();
    context.roundRect(x - offCanvasX, y, width, height, stage.radius);
    context.fill();
  }
  return canvas;
}
