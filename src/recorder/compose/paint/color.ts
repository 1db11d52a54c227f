import { createCanvas } from '@napi-rs/canvas';

export interface Color {
  red: number;
  green: number;
  blue: number;
  /** 0 to 1. */
  alpha: number;
}

const probe = createCanvas(1, 1).getContext('2d');

/** Reads any CSS colour that the canvas understands; null where `text` is no colour. */
export function parseColor(text: string): Color | null {
  // The canvas ignores a text that it cannot read and keeps the old colour. With two different old colours the results then
  // differ.
  probe.fillStyle = '#000000';
  probe.fillStyle = text;
  const first = String(probe.fillStyle);
  probe.fillStyle = '#ffffff';
  probe.fillStyle = text;
  if (first !== String(probe.fillStyle)) return null;
  probe.clearRect(0, 0, 1, 1);
  probe.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = probe.getImageData(0, 0, 1, 1).data;
  return { red, green, blue, alpha: alpha / 255 };
}

export const css = ({ red, green, blue, alpha }: Color, opacity = 1) =>
  `rgba(${red}, ${green}, ${blue}, ${Math.round(alpha * opacity * 1000) / 1000})`;

/** Perceived lightness, 0 (black) to 1 (white). */
export const lightness = ({ red, green, blue }: Color) =>
  (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;

export const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 };
export const ink: Color = { red: 17, green: 17, blue: 17, alpha: 1 };
