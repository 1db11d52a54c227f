import type { SKRSContext2D } from '@napi-rs/canvas';
import type { DressedPresentation } from '../../contract/presentation.ts';
import type { StageLayout } from '../../contract/stage-layout.ts';
import { paintDevice } from './device.ts';
import { fitText } from './fit-text.ts';
import { font } from './fonts.ts';

export interface PageLabel {
  title: string;
  url: string;
  /** Stands in the bar in place of the address. */
  shownAs?: string;
  /** The page's colour at its upper edge. A device's status bar is drawn in it. */
  topColor?: string | null;
}

interface BarColors {
  top: string;
  bottom: string;
  line: string;
  pill: string;
  text: string;
  /** Hairline around the whole window. */
  rim: string;
}
const light: BarColors = {
  top: '#f7f7f8',
  bottom: '#ededef',
  line: 'rgba(0, 0, 0, 0.11)',
  pill: 'rgba(0, 0, 0, 0.06)',
  text: '#4c4d52',
  rim: 'rgba(0, 0, 0, 0.16)',
};
const dark: BarColors = {
  top: '#323338',
  bottom: '#2a2b2f',
  line: 'rgba(0, 0, 0, 0.45)',
  pill: 'rgba(255, 255, 255, 0.09)',
  text: '#c9cad0',
  rim: 'rgba(255, 255, 255, 0.16)',
};
const minimal: BarColors = { ...light, top: '#fdfdfd', bottom: '#fafafa', line: 'rgba(0, 0, 0, 0.07)' };

const trafficLights = [
  { fill: '#ff5f57', edge: '#e0443e' },
  { fill: '#febc2e', edge: '#d89e24' },
  { fill: '#28c840', edge: '#1aab29' },
];

/**
 * Draws the window (or device) without its page, in stage pixels under the context's transform. It draws paths and text, not
 * pictures, so that the window is sharp at any zoom.
 */
export function paintWindow(
  context: SKRSContext2D,
  stage: StageLayout,
  mockup: DressedPresentation['mockup'],
  page: PageLabel,
): void {
  if (stage.frame === 'phone' || stage.frame === 'tablet') {
    const body = mockup === 'macos-dark' ? 'dark' : 'light';
    paintDevice(context, stage, { body, flat: mockup === 'minimal', topColor: page.topColor ?? null });
    return;
  }
  const { x, y, width, height } = stage.window;
  const colors = mockup === 'macos-dark' ? dark : mockup === 'minimal' ? minimal : light;
  const hairline = Math.max(1, stage.unit);
  context.fillStyle = colors.rim;
  context.beginPath();
  context.roundRect(
    x - hairline / 2,
    y - hairline / 2,
    width + hairline,
    height + hairline,
    stage.radius + hairline / 2,
  );
  context.fill();
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, stage.radius);
  context.clip();
  context.fillStyle = '#ffffff';
  context.fillRect(x, y, width, height);
  if (stage.barHeight > 0) paintBar(context, stage, colors, mockup, page);
  context.restore();
}

function paintBar(
  context: SKRSContext2D,
  stage: StageLayout,
  colors: BarColors,
  mockup: DressedPresentation['mockup'],
  page: PageLabel,
) {
  const { x, y, width } = stage.window;
  const { barHeight, unit } = stage;
  const shade = context.createLinearGradient(0, y, 0, y + barHeight);
  shade.addColorStop(0, colors.top);
  shade.addColorStop(1, colors.bottom);
  context.fillStyle = shade;
  context.fillRect(x, y, width, barHeight);
  const hairline = Math.max(1, Math.round(unit));
  context.fillStyle = colors.line;
  context.fillRect(x, y + barHeight - hairline, width, hairline);

  const middle = y + (barHeight - hairline) / 2;
  if (mockup === 'minimal') {
    context.fillStyle = 'rgba(0, 0, 0, 0.14)';
    for (let dot = 0; dot < 3; dot++) fillDisc(context, x + (20 + dot * 15) * unit, middle, 4.5 * unit);
    return;
  }
  for (const [at, { fill, edge }] of trafficLights.entries()) {
    const centerX = x + (22 + at * 20) * unit;
    context.fillStyle = edge;
    fillDisc(context, centerX, middle, 6.2 * unit);
    context.fillStyle = fill;
    fillDisc(context, centerX, middle, 5.6 * unit);
  }
  paintAddress(context, stage, colors, page, middle);
}

function paintAddress(
  context: SKRSContext2D,
  stage: StageLayout,
  colors: BarColors,
  page: PageLabel,
  middle: number,
) {
  const { unit, window } = stage;
  const address = page.shownAs === undefined ? shortAddress(page.url) : null;
  const text = address ?? page.shownAs ?? page.title;
  const widest = Math.min(window.width * 0.5, 620 * unit);
  context.font = font(500, 13.5 * unit);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const shown = fitText(context, text, widest - 60 * unit);
  if (shown === '') return;
  const center = window.x + window.width / 2;
  const pillWidth = Math.max(context.measureText(shown).width + 64 * unit, Math.min(widest, 420 * unit));
  const pillHeight = 24 * unit;
  if (address) {
    context.fillStyle = colors.pill;
    context.beginPath();
    context.roundRect(center - pillWidth / 2, middle - pillHeight / 2, pillWidth, pillHeight, 7 * unit);
    context.fill();
  }
  const secure = address !== null && page.url.startsWith('https:');
  const lock = secure ? 8 * unit : 0;
  context.fillStyle = colors.text;
  context.fillText(shown, center + lock, middle + 4.8 * unit);
  if (secure) {
    paintLock(context, center + lock - context.measureText(shown).width / 2 - 12 * unit, middle, unit);
  }
}

function paintLock(context: SKRSContext2D, x: number, y: number, unit: number) {
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 1.5 * unit;
  context.beginPath();
  context.arc(x, y - 1.4 * unit, 2.6 * unit, Math.PI, 0);
  context.stroke();
  context.beginPath();
  context.roundRect(x - 4.2 * unit, y - 1.2 * unit, 8.4 * unit, 6.2 * unit, 1.4 * unit);
  context.fill();
}

function fillDisc(context: SKRSContext2D, x: number, y: number, radius: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/** Host and path as a browser's address bar shows them; null where `url` is not a web address. */
export function shortAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  return host.replace(/^www\./, '') + readable(path);
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
