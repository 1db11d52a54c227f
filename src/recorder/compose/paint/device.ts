import type { SKRSContext2D } from '@napi-rs/canvas';
import type { StageLayout } from '../../contract/stage-layout.ts';
import { css, lightness, parseColor } from './color.ts';
import { font } from './fonts.ts';

const bodies = {
  light: { rim: ['#f4f4f6', '#c9cbd1', '#e7e8ec'], glass: '#101114', screen: '#ffffff', ink: '#101114' },
  dark: { rim: ['#5b5d66', '#2b2c32', '#494b53'], glass: '#060607', screen: '#16171a', ink: '#f5f5f7' },
} as const;

export interface DeviceLook {
  body: keyof typeof bodies;
  /** Draws the device without metal rim and buttons. */
  flat: boolean;
  /** The page's colour at its upper edge, which the status bar continues. */
  topColor: string | null;
}

/** Draws a phone or tablet around the page: a metal rim, black glass and a status bar. */
export function paintDevice(
  context: SKRSContext2D,
  stage: StageLayout,
  { body, flat, topColor }: DeviceLook,
): void {
  const colors = { ...bodies[body], ...statusColors(topColor) };
  const { window, content, barHeight, bezel } = stage;
  const rim = flat ? 0 : Math.max(1.5, bezel * 0.26);
  if (!flat) {
    if (stage.frame === 'phone') paintButtons(context, stage, colors.rim[1]);
    const metal = context.createLinearGradient(
      window.x,
      window.y,
      window.x + window.width,
      window.y + window.height,
    );
    for (const [at, color] of colors.rim.entries()) metal.addColorStop(at / 2, color);
    context.fillStyle = metal;
    rounded(context, window.x, window.y, window.width, window.height, stage.radius);
  }
  context.fillStyle = colors.glass;
  const inset = [window.x + rim, window.y + rim, window.width - 2 * rim, window.height - 2 * rim] as const;
  rounded(context, ...inset, stage.radius - rim);
  context.fillStyle = colors.screen;
  rounded(
    context,
    content.x,
    content.y - barHeight,
    content.width,
    content.height + barHeight,
    stage.screenRadius,
  );
  paintStatusBar(context, stage, colors.ink);
  if (stage.frame === 'tablet') {
    context.fillStyle = '#24262b';
    context.beginPath();
    context.arc(window.x + window.width / 2, window.y + bezel / 2, bezel * 0.11, 0, Math.PI * 2);
    context.fill();
  }
}

/**
 * Dark signs for a light bar and light signs for a dark bar. Null, for the device's own colours, where `topColor` is not
 * readable.
 */
function statusColors(topColor: string | null): { screen: string; ink: string } | null {
  const color = topColor === null ? null : parseColor(topColor);
  if (!color || color.alpha === 0) return null;
  const ink = lightness(color) > 0.55 ? bodies.light.ink : bodies.dark.ink;
  return { screen: css({ ...color, alpha: 1 }), ink };
}

function paintButtons(context: SKRSContext2D, stage: StageLayout, color: string) {
  const { window, scale } = stage;
  const thick = 3 * scale;
  context.fillStyle = color;
  const button = (side: 'left' | 'right', from: number, length: number) => {
    const x = side === 'left' ? window.x - thick * 0.8 : window.x + window.width - thick * 0.2;
    rounded(context, x, window.y + from * scale, thick, length * scale, thick / 2);
  };
  button('left', 120, 30);
  button('left', 180, 60);
  button('left', 254, 60);
  button('right', 200, 96);
}

function paintStatusBar(context: SKRSContext2D, stage: StageLayout, ink: string) {
  const { content, barHeight, scale, frame } = stage;
  const middle = content.y - barHeight / 2 + (frame === 'phone' ? 2 * scale : 0);
  const side = (frame === 'phone' ? 52 : 34) * scale;
  const size = (frame === 'phone' ? 16 : 13) * scale;
  context.fillStyle = ink;
  context.font = font(600, size);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText('9:41', content.x + side, middle + size * 0.36);
  paintSignals(
    context,
    content.x + content.width - side - (frame === 'phone' ? 2 : 12) * scale,
    middle,
    size / 16,
    ink,
  );
  if (frame === 'phone') {
    context.fillStyle = '#000000';
    const width = 112 * scale;
    const height = 32 * scale;
    rounded(context, content.x + (content.width - width) / 2, middle - height / 2, width, height, height / 2);
  }
}

/** Draws signal bars, wireless sign and battery, centred on `x`, `y`. A `unit` of 1 fits a text of 16 pixels. */
function paintSignals(context: SKRSContext2D, x: number, y: number, unit: number, ink: string) {
  context.fillStyle = ink;
  context.strokeStyle = ink;
  for (let bar = 0; bar < 4; bar++) {
    const height = (4 + bar * 2.4) * unit;
    rounded(context, x - (34 - bar * 4.6) * unit, y + 5.6 * unit - height, 3 * unit, height, unit);
  }
  const base = y + 4.6 * unit;
  context.lineWidth = 2 * unit;
  for (const radius of [8.6, 5.2]) {
    context.beginPath();
    context.arc(x - 3 * unit, base, radius * unit, Math.PI * 1.25, Math.PI * 1.75);
    context.stroke();
  }
  context.beginPath();
  context.arc(x - 3 * unit, base - 0.6 * unit, 1.7 * unit, 0, Math.PI * 2);
  context.fill();
  context.lineWidth = unit;
  context.globalAlpha = 0.45;
  context.beginPath();
  context.roundRect(x + 10 * unit, y - 5.6 * unit, 22 * unit, 11.2 * unit, 3.4 * unit);
  context.stroke();
  context.globalAlpha = 1;
  rounded(context, x + 11.8 * unit, y - 3.8 * unit, 18.4 * unit, 7.6 * unit, 2 * unit);
  rounded(context, x + 33.4 * unit, y - 1.8 * unit, 1.6 * unit, 3.6 * unit, 0.8 * unit);
}

function rounded(
  context: SKRSContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
) {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}
