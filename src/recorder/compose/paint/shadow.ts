import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { StageLayout } from '../../contract/stage-layout.ts';

// Two shadows, as a lamp and a bright room cast them: a wide one from above, and a tight one where the window touches.
// Lengths at 1080p.
const casts = [
  { blur: 70, down: 34, alpha: 0.34 },
  { blur: 14, down: 4, alpha: 0.2 },
];

/** The window's shadow alone, at the size of the stage, blurred once instead of in every frame. */
export function paintShadow(stage: StageLayout): Canvas {
  const canvas = createCanvas(stage.width, stage.height);
  const context = canvas.getContext('2d');
  const { x, y, width, height } = stage.window;
  // The shape itself is drawn off the canvas; only its shadow falls on it.
  const aside = stage.width * 2;
  for (const { blur, down, alpha } of casts) {
    context.shadowColor = `rgba(4, 6, 18, ${alpha})`;
    context.shadowBlur = blur * stage.unit;
    context.shadowOffsetX = aside;
    context.shadowOffsetY = down * stage.unit;
    context.fillStyle = '#000';
    context.beginPath();
    context.roundRect(x - aside, y, width, height, stage.radius);
    context.fill();
  }
  return canvas;
}
