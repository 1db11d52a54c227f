import type { SKRSContext2D } from '@napi-rs/canvas';
import type { DressedPresentation } from '../../contract/presentation.ts';
import type { Point } from '../../contract/take-frame.ts';
import { type Color, css, parseColor, white } from './color.ts';
import { clamp01, easeOut } from './easing.ts';

/** How long a click effect lasts, ms. */
export const clickEffectMs = 500;

const fallback: Color = { red: 99, green: 102, blue: 241, alpha: 1 };

export interface ClickLook {
  style: DressedPresentation['clickEffect']['style'];
  color: Color;
  /** Largest radius in output pixels. */
  radiusPx: number;
}

export function clickLook(
  { style, color, scale }: DressedPresentation['clickEffect'],
  unit: number,
): ClickLook {
  return { style, color: parseColor(color) ?? fallback, radiusPx: 46 * scale * unit };
}

/** How far a click effect reaches from its middle, in output pixels. */
export const clickReachPx = ({ radiusPx }: ClickLook) => radiusPx * 1.4 + 2;

/** Draws one click at `at` (output pixels). `progress` runs from 0, when the button goes down, to 1 at the effect's end. */
export function paintClick(context: SKRSContext2D, look: ClickLook, at: Point, progress: number): void {
  const left = 1 - clamp01(progress);
  const grown = easeOut(progress);
  const { radiusPx, color } = look;
  if (look.style === 'pulse') {
    context.fillStyle = css(color, 0.42 * left);
    circle(context, at, radiusPx * (0.3 + 0.62 * grown));
    context.fill();
    // A bright outline keeps the pulse visible on a button of the same colour.
    context.strokeStyle = css(white, 0.6 * left);
    context.lineWidth = Math.max(1, radiusPx * 0.045);
    context.stroke();
  } else if (look.style === 'ripple') {
    for (const delay of [0, 0.22]) {
      const own = clamp01((progress - delay) / (1 - delay));
      if (own === 0 && delay > 0) continue;
      circle(context, at, radiusPx * (0.22 + 0.88 * easeOut(own)));
      const widthPx = Math.max(1, radiusPx * 0.11 * (1 - 0.6 * own));
      // A bright edge on both sides keeps the ring visible on a page of the same colour.
      context.strokeStyle = css(white, 0.7 * (1 - own));
      context.lineWidth = widthPx * 1.7;
      context.stroke();
      context.strokeStyle = css(color, 0.9 * (1 - own));
      context.lineWidth = widthPx;
      context.stroke();
    }
  } else if (look.style === 'glow') {
    const radius = radiusPx * (0.8 + 0.5 * grown);
    const bloom = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, radius);
    const strength = 0.75 * left ** 0.8;
    for (const [stop, alpha] of [
      [0, 1],
      [0.35, 0.62],
      [0.7, 0.18],
      [1, 0],
    ] as const) {
      bloom.addColorStop(stop, css(color, alpha * strength));
    }
    context.fillStyle = bloom;
    circle(context, at, radius);
    context.fill();
    // A light middle keeps the glow visible on a page of the same colour.
    const core = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, radius * 0.55);
    core.addColorStop(0, css(white, 0.62 * strength));
    core.addColorStop(1, css(white, 0));
    context.fillStyle = core;
    circle(context, at, radius * 0.55);
    context.fill();
  }
}

function circle(context: SKRSContext2D, { x, y }: Point, radius: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
}
