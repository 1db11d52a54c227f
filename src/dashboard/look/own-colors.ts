import type { Draft } from './draft.ts';

type Gradient = Extract<Draft['background'], { from: string }>;

export interface OwnBackground {
  name: string;
  background: Gradient;
  css: { from: string; to: string };
}

/** A gradient of each colour of the page, from a lighter to a deeper tone of it, and one of its two strongest colours. */
export function ownBackgrounds(colors: readonly string[]): OwnBackground[] {
  const [first, second] = colors;
  const made = colors.map((color) =>
    gradientOf(`Tones of ${color}`, mixed(color, 255, 0.22), mixed(color, 0, 0.3)),
  );
  return first && second ? [gradientOf(`${first} to ${second}`, first, second), ...made] : made;
}

const gradientOf = (name: string, from: string, to: string): OwnBackground => ({
  name,
  background: { from, to, angle: 135 },
  css: { from, to },
});

/** A `#rrggbb` colour, moved towards white (255) or black (0). */
function mixed(color: string, towards: number, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const moved = channels.map((value) => Math.round(value + (towards - value) * share));
  return `#${moved.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
