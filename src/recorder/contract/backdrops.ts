/** A background that comes with the product: a linear gradient, in most cases with soft lights on top of it. */
export interface Backdrop {
  id: string;
  name: string;
  /** The direction of the gradient, in degrees as in CSS: 0 is up, 90 is right. */
  angle: number;
  /** Evenly spaced colours. */
  stops: string[];
  /** The lights. Positions are fractions of the stage, radii are fractions of its width. */
  glows: { x: number; y: number; radius: number; color: string }[];
}

const glow = (x: number, y: number, radius: number, color: string) => ({ x, y, radius, color });

export const backdrops: readonly Backdrop[] = [
  {
    id: 'midnight',
    name: 'Midnight',
    angle: 135,
    stops: ['#0b1026', '#161a45', '#0d1230'],
    glows: [
      glow(0.12, 0.05, 0.55, 'rgba(88, 101, 242, 0.55)'),
      glow(0.92, 0.95, 0.5, 'rgba(147, 51, 234, 0.42)'),
    ],
  },
  {
    id: 'aurora',
    name: 'Aurora',
    angle: 150,
    stops: ['#062a30', '#0b3b52', '#1b1b4b'],
    glows: [
      glow(0.2, 0.1, 0.5, 'rgba(45, 212, 191, 0.55)'),
      glow(0.85, 0.85, 0.55, 'rgba(129, 92, 246, 0.5)'),
    ],
  },
  {
    id: 'sunset',
    name: 'Sunset',
    angle: 135,
    stops: ['#ff9a6b', '#f4587a', '#8f3fb0'],
    glows: [glow(0.1, 0.1, 0.5, 'rgba(255, 214, 130, 0.6)')],
  },
  {
    id: 'ocean',
    name: 'Ocean',
    angle: 145,
    stops: ['#2bb5e8', '#2f6fe0', '#2b3a9e'],
    glows: [glow(0.15, 0.05, 0.5, 'rgba(134, 239, 232, 0.5)')],
  },
  {
    id: 'lavender',
    name: 'Lavender',
    angle: 135,
    stops: ['#e6dcff', '#c8b6fb', '#b8c8ff'],
    glows: [glow(0.85, 0.1, 0.5, 'rgba(255, 220, 240, 0.8)')],
  },
  {
    id: 'peach',
    name: 'Peach',
    angle: 135,
    stops: ['#ffe3cf', '#ffc7b3', '#fbb4c4'],
    glows: [glow(0.1, 0.9, 0.5, 'rgba(255, 243, 214, 0.8)')],
  },
  {
    id: 'mint',
    name: 'Mint',
    angle: 135,
    stops: ['#d6f7e7', '#a7ead0', '#9ddcea'],
    glows: [glow(0.9, 0.1, 0.45, 'rgba(240, 255, 230, 0.8)')],
  },
  {
    id: 'rose',
    name: 'Rose',
    angle: 140,
    stops: ['#ff8fb0', '#f0568f', '#b83280'],
    glows: [glow(0.1, 0.1, 0.5, 'rgba(255, 205, 210, 0.6)')],
  },
  {
    id: 'indigo',
    name: 'Indigo',
    angle: 135,
    stops: ['#7c83ff', '#5b5bf0', '#4330b8'],
    glows: [glow(0.9, 0.05, 0.5, 'rgba(190, 150, 255, 0.55)')],
  },
  {
    id: 'violet',
    name: 'Violet',
    angle: 135,
    stops: ['#b06bff', '#7a3ff2', '#4a1fb8'],
    glows: [glow(0.1, 0.95, 0.5, 'rgba(255, 110, 200, 0.45)')],
  },
  {
    id: 'emerald',
    name: 'Emerald',
    angle: 140,
    stops: ['#1fbf8f', '#0d8f78', '#075a5c'],
    glows: [glow(0.12, 0.08, 0.5, 'rgba(190, 242, 130, 0.45)')],
  },
  {
    id: 'forest',
    name: 'Forest',
    angle: 135,
    stops: ['#12382c', '#1d5140', '#0c2a2a'],
    glows: [glow(0.88, 0.1, 0.5, 'rgba(132, 204, 130, 0.4)')],
  },
  {
    id: 'ember',
    name: 'Ember',
    angle: 135,
    stops: ['#2a0f14', '#5c1a1e', '#2b0d22'],
    glows: [glow(0.15, 0.9, 0.5, 'rgba(251, 128, 60, 0.6)'), glow(0.9, 0.1, 0.45, 'rgba(225, 60, 100, 0.4)')],
  },
  {
    id: 'graphite',
    name: 'Graphite',
    angle: 145,
    stops: ['#3a3d45', '#26282e', '#17181c'],
    glows: [glow(0.15, 0.05, 0.5, 'rgba(130, 140, 160, 0.35)')],
  },
  {
    id: 'slate',
    name: 'Slate',
    angle: 135,
    stops: ['#64748b', '#475569', '#334155'],
    glows: [glow(0.1, 0.1, 0.5, 'rgba(148, 163, 184, 0.6)')],
  },
  {
    id: 'paper',
    name: 'Paper',
    angle: 160,
    stops: ['#fbfaf7', '#f1eee8', '#e7e3da'],
    glows: [],
  },
  {
    id: 'snow',
    name: 'Snow',
    angle: 160,
    stops: ['#ffffff', '#f3f6fb', '#e6ebf4'],
    glows: [],
  },
  {
    id: 'sky',
    name: 'Sky',
    angle: 170,
    stops: ['#9cd3ff', '#c5e4ff', '#e8f3ff'],
    glows: [glow(0.85, 0.1, 0.4, 'rgba(255, 255, 255, 0.75)')],
  },
  {
    id: 'candy',
    name: 'Candy',
    angle: 135,
    stops: ['#ffb3d9', '#c9a7ff', '#93c5ff'],
    glows: [glow(0.1, 0.9, 0.5, 'rgba(255, 226, 170, 0.6)')],
  },
  {
    id: 'dusk',
    name: 'Dusk',
    angle: 170,
    stops: ['#23255a', '#6a4a96', '#e58a8f'],
    glows: [glow(0.5, 1.05, 0.5, 'rgba(255, 200, 140, 0.55)')],
  },
];

/** The same picture as a CSS background, so that a web page can show it. It is exact in a 16:9 box. */
export function backdropCss({ angle, stops, glows }: Backdrop): string {
  const lights = glows.map(
    ({ x, y, radius, color }) =>
      `radial-gradient(${percent(radius)} ${percent((radius * 16) / 9)} at ${percent(x)} ${percent(y)}, ${color}, transparent)`,
  );
  return [...lights, `linear-gradient(${angle}deg, ${stops.join(', ')})`].join(', ');
}

const percent = (fraction: number) => `${Math.round(fraction * 1000) / 10}%`;
