import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { StageLayout } from '../../contract/stage-layout.ts';
import type { Rect } from '../../contract/take-frame.ts';
import { font } from './fonts.ts';

// Lengths are pixels at 1080p.
const height = 66;
const gap = 10;
const risePx1080 = 10;
/** Between the keys and a caption below them. */
const abovePx1080 = 18;

/** The keys of a shortcut as a picture, with room for its shadow. `anchor` is the middle of their lower edge inside the picture. */
export interface KeysPlate {
  canvas: Canvas;
  anchor: { x: number; y: number };
}

/** Draws keys side by side, dark with a light rim, so that they stand off from any page. */
export function paintKeys({ unit }: StageLayout, faces: readonly string[]): KeysPlate {
  const size = 29 * unit;
  const measure = createCanvas(1, 1).getContext('2d');
  measure.font = font(600, size);
  const widths = faces.map((face) =>
    Math.ceil(
      signs[face] ? height * unit : Math.max(height * unit, measure.measureText(face).width + 40 * unit),
    ),
  );
  const width = widths.reduce((sum, one) => sum + one, 0) + gap * unit * (faces.length - 1);
  const margin = Math.ceil(40 * unit);
  const canvas = createCanvas(Math.ceil(width) + 2 * margin, Math.ceil(height * unit) + 2 * margin);
  const context = canvas.getContext('2d');
  let x = margin;
  for (const [at, face] of faces.entries()) {
    paintKey(context, { x, y: margin, width: widths[at]!, height: height * unit }, unit);
    paintFace(context, face, { x: x + widths[at]! / 2, y: margin + (height / 2 - 2) * unit }, size);
    x += widths[at]! + gap * unit;
  }
  return { canvas, anchor: { x: canvas.width / 2, y: margin + height * unit } };
}

function paintKey(context: SKRSContext2D, { x, y, width, height }: Rect, unit: number) {
  const radius = 15 * unit;
  const edge = 4 * unit;
  context.save();
  context.shadowColor = 'rgba(0, 0, 0, 0.38)';
  context.shadowBlur = 26 * unit;
  context.shadowOffsetY = 9 * unit;
  // The side of the key, which shows below its face.
  context.fillStyle = '#0b0c10';
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
  context.restore();
  const face = context.createLinearGradient(0, y, 0, y + height - edge);
  face.addColorStop(0, '#363943');
  face.addColorStop(1, '#23252c');
  context.fillStyle = face;
  context.beginPath();
  context.roundRect(x, y, width, height - edge, radius);
  context.fill();
  context.strokeStyle = 'rgba(255, 255, 255, 0.22)';
  context.lineWidth = Math.max(1, 1.4 * unit);
  context.stroke();
}

function paintFace(context: SKRSContext2D, face: string, middle: { x: number; y: number }, size: number) {
  context.fillStyle = '#ffffff';
  const sign = signs[face];
  if (!sign) {
    context.font = font(600, size);
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    context.fillText(face, middle.x, middle.y + size * 0.36);
    return;
  }
  context.save();
  context.translate(middle.x, middle.y);
  context.scale(size / 24, size / 24);
  context.rotate(sign.turn ?? 0);
  context.strokeStyle = '#ffffff';
  context.lineWidth = 2.4;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(sign.path);
  context.restore();
}

const arrow = new Path2D('M0 9 L0 -9 M-7 -2 L0 -9 L7 -2');
/** Signs that Inter does not have, around their middle, 24 units high. */
const signs: Record<string, { path: Path2D; turn?: number }> = {
  '⌘': {
    path: new Path2D(
      'M-4 -4 L4 -4 L4 4 L-4 4 Z M-4 -4 L-7 -4 A3 3 0 1 1 -4 -7 Z M4 -4 L4 -7 A3 3 0 1 1 7 -4 Z M4 4 L7 4 A3 3 0 1 1 4 7 Z M-4 4 L-4 7 A3 3 0 1 1 -7 4 Z',
    ),
  },
  '⇧': { path: new Path2D('M0 -9 L9 1 L4.5 1 L4.5 8 L-4.5 8 L-4.5 1 L-9 1 Z') },
  '⌥': { path: new Path2D('M-10 -6 L-4 -6 L4 7 L10 7 M4 -6 L10 -6') },
  '⌃': { path: new Path2D('M-7 0 L0 -7 L7 0') },
  '↑': { path: arrow },
  '→': { path: arrow, turn: Math.PI / 2 },
  '↓': { path: arrow, turn: Math.PI },
  '←': { path: arrow, turn: -Math.PI / 2 },
};

/** Where the keys' lower edge is on the output: near the bottom, or above a caption. */
const lowerEdge = ({ height, unit }: StageLayout, caption: Rect | null) =>
  caption ? caption.y + (captionMargin - abovePx1080) * unit : height * 0.925;
/** The room for a caption's shadow, which its bounds contain. */
const captionMargin = 48;

/** What keys may cover on the output, both while they rise and when they are there, in pixels. */
export function keysBounds(stage: StageLayout, plate: KeysPlate, caption: Rect | null): Rect {
  const { canvas, anchor } = plate;
  const x = Math.floor(stage.width / 2 - anchor.x) - 1;
  const y = Math.floor(lowerEdge(stage, caption) - anchor.y) - 1;
  return { x, y, width: canvas.width + 2, height: canvas.height + risePx1080 * stage.unit + 2 };
}

/** @param shown from 0 (hidden) to 1 (fully there) */
export function drawKeys(
  context: SKRSContext2D,
  stage: StageLayout,
  plate: KeysPlate,
  { shown, caption }: { shown: number; caption: Rect | null },
): void {
  const { canvas, anchor } = plate;
  context.globalAlpha = shown;
  const y = lowerEdge(stage, caption) - anchor.y + (1 - shown) * risePx1080 * stage.unit;
  context.drawImage(canvas, Math.round(stage.width / 2 - anchor.x), shown === 1 ? Math.round(y) : y);
  context.globalAlpha = 1;
}
