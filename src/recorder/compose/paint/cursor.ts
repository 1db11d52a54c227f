import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { DressedPresentation } from '../../contract/presentation.ts';
import type { CursorShape, Point } from '../../contract/take-frame.ts';
import { type Color, css, ink, lightness, parseColor, white } from './color.ts';

/**
 * Pointer shapes on a grid in which the arrow is 20 units high and the hot spot is at 0, 0. They are paths, not pictures, because
 * paths move by fractions of a pixel and stay sharp at any size.
 */
const arrow = new Path2D(
  'M0 0 L0 17.1 Q0 17.9 .62 17.36 L4.15 14.2 L6.62 19.86 Q6.9 20.5 7.54 20.22 L9.5 19.36 Q10.14 19.08 9.86 18.44 L7.42 12.86 L12.2 12.46 Q13.04 12.38 12.44 11.8 L.66 .28 Q0 -.36 0 .5 Z',
);
const hand = new Path2D(
  'M-1.9 1.7 C-1.9 .5 -1 -.1 0 -.1 C1 -.1 1.9 .5 1.9 1.7 L1.9 7.1 C2.3 6.4 3 6.1 3.7 6.2 C4.6 6.3 5.2 6.9 5.4 7.8 C5.9 7.3 6.5 7.1 7.1 7.3 C7.9 7.5 8.4 8.1 8.5 8.9 C9 8.5 9.6 8.4 10.2 8.7 C10.9 9 11.3 9.7 11.3 10.5 L11.3 13.9 C11.3 15.9 10.8 17.2 9.9 18.5 C9.5 19.1 9.3 19.6 9.3 20.3 Q9.3 21 8.6 21 L.4 21 Q-.3 21 -.3 20.3 C-.4 19.3 -.8 18.5 -1.6 17.6 C-2.8 16.2 -4.2 14.4 -5.3 12.6 C-5.9 11.6 -5.7 10.7 -5 10.2 C-4.2 9.7 -3.3 9.9 -2.6 10.6 L-1.9 11.4 Z',
);
const knuckles = new Path2D('M1.9 7.4 L1.9 11 M5.4 8.3 L5.4 11.2 M8.5 9.3 L8.5 11.6');
const textBeam = new Path2D(
  'M-3.2 -9 Q0 -9 0 -6.6 Q0 -9 3.2 -9 M0 -6.6 L0 6.6 M-3.2 9 Q0 9 0 6.6 Q0 9 3.2 9',
);

export interface CursorLook {
  style: DressedPresentation['cursor']['style'];
  /** Height of the arrow in output pixels. */
  sizePx: number;
  color: Color;
  /** The outline that sets it off from the page: white around a dark cursor, black around a light one. */
  contrast: Color;
}

export function cursorLook({ style, color, size }: DressedPresentation['cursor'], unit: number): CursorLook {
  const fill = parseColor(color) ?? ink;
  return { style, sizePx: size * unit, color: fill, contrast: lightness(fill) > 0.72 ? ink : white };
}

/** How far a cursor of any shape and its shadow reach from its tip, in output pixels. */
export const cursorReachPx = ({ sizePx }: CursorLook) => sizePx * 1.7 + 2;

/** Whether a fingertip is drawn, which comes and goes with each touch, and not a cursor. */
export const isFinger = (look: CursorLook, shape: CursorShape) =>
  shape === 'finger' && look.style === undefined;

/**
 * Draws the cursor with its tip at `at` (output pixels), at the same size whatever the camera's zoom. `press` runs from 0 to 1
 * while the button goes down. `shown` runs from 0 to 1 while a finger comes, and back while it goes.
 */
export function paintCursor(
  context: SKRSContext2D,
  look: CursorLook,
  shape: CursorShape,
  at: Point,
  press: number,
  shown = 1,
): void {
  if (look.style === 'none' || shown <= 0) return;
  if (isFinger(look, shape)) {
    paintFinger(context, look, at, press, shown);
    return;
  }
  const grid = (look.sizePx / 20) * (1 - 0.14 * press);
  context.save();
  context.translate(at.x, at.y);
  context.scale(grid, grid);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  shade(context, look);
  if (look.style === undefined || look.style === 'arrow') paintPointer(context, look, shape);
  else paintSymbol(context, look, look.style);
  context.restore();
}

/**
 * Draws a fingertip as a translucent disc that text can be read through. It is larger while the finger is still above the glass.
 * Its rim sets it off from a page of its own colour.
 */
function paintFinger(
  context: SKRSContext2D,
  { color, contrast, sizePx }: CursorLook,
  at: Point,
  press: number,
  shown: number,
) {
  const radius = sizePx * 0.9 * (1.35 - 0.35 * shown) * (1 - 0.16 * press);
  const before = context.globalAlpha;
  context.save();
  context.globalAlpha = before * shown;
  context.translate(at.x, at.y);
  shade(context, { sizePx });
  context.strokeStyle = css(contrast, 0.85);
  context.lineWidth = sizePx * 0.09;
  ring(context, radius);
  context.stroke();
  withoutShadow(context);
  const skin = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  const opacity = 0.34 + 0.18 * press;
  skin.addColorStop(0, css(color, opacity));
  skin.addColorStop(0.7, css(color, opacity * 0.86));
  skin.addColorStop(1, css(color, opacity * 0.6));
  context.fillStyle = skin;
  context.fill();
  context.restore();
}

/** Sets the shadow in output pixels, because the canvas does not scale a shadow with its shape. */
function shade(context: SKRSContext2D, { sizePx }: Pick<CursorLook, 'sizePx'>) {
  context.shadowColor = 'rgba(0, 0, 0, 0.38)';
  context.shadowBlur = sizePx * 0.22;
  context.shadowOffsetY = sizePx * 0.08;
}

function withoutShadow(context: SKRSContext2D) {
  context.shadowColor = 'rgba(0, 0, 0, 0)';
}

function paintPointer(context: SKRSContext2D, { color, contrast }: CursorLook, shape: CursorShape) {
  if (shape === 'text') {
    context.strokeStyle = css(contrast);
    context.lineWidth = 3;
    context.stroke(textBeam);
    withoutShadow(context);
    context.strokeStyle = css(color);
    context.lineWidth = 1.5;
    context.stroke(textBeam);
    return;
  }
  // A hand is recognised by its outline, so its outline has the cursor's colour and its inside the contrast colour.
  const [fill, line] = shape === 'hand' ? [contrast, color] : [color, contrast];
  const path = shape === 'hand' ? hand : arrow;
  context.strokeStyle = css(line);
  context.lineWidth = shape === 'hand' ? 2.4 : 2.6;
  context.stroke(path);
  withoutShadow(context);
  context.fillStyle = css(fill);
  context.fill(path);
  if (shape !== 'hand') return;
  context.strokeStyle = css(line);
  context.lineWidth = 1.2;
  context.stroke(knuckles);
}

function paintSymbol(
  context: SKRSContext2D,
  { color, contrast }: CursorLook,
  style: 'dot' | 'circle' | 'crosshair',
) {
  if (style === 'crosshair') {
    const cross = new Path2D('M0 -10 L0 -3 M0 3 L0 10 M-10 0 L-3 0 M3 0 L10 0');
    context.strokeStyle = css(contrast);
    context.lineWidth = 3.4;
    context.stroke(cross);
    withoutShadow(context);
    context.strokeStyle = css(color);
    context.lineWidth = 1.7;
    context.stroke(cross);
    context.fillStyle = css(color);
    ring(context, 1);
    context.fill();
    return;
  }
  context.strokeStyle = css(contrast);
  context.lineWidth = style === 'dot' ? 1.8 : 3.4;
  ring(context, style === 'dot' ? 8 : 9);
  context.stroke();
  withoutShadow(context);
  if (style === 'dot') {
    context.fillStyle = css(color);
    context.fill();
    return;
  }
  context.fillStyle = css(color, 0.16);
  context.fill();
  context.strokeStyle = css(color);
  context.lineWidth = 1.9;
  context.stroke();
}

function ring(context: SKRSContext2D, radius: number) {
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
}
