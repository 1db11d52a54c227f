import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type StageLayout, wideCamera } from '../../src/recorder/contract/stage-layout.ts';
import type { Rect, TakeFrame, Viewport } from '../../src/recorder/contract/take-frame.ts';

/** Draws a product page as a browser would, so that a test needs none. `scrollY` is in CSS pixels. */
export function drawPage(context: SKRSContext2D, viewport: Viewport, scrollY = 0): void {
  const { width, height } = viewport;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.save();
  context.translate(0, -scrollY);
  const hero = context.createLinearGradient(0, 0, width, 520);
  hero.addColorStop(0, '#eef2ff');
  hero.addColorStop(1, '#fdf2f8');
  context.fillStyle = hero;
  context.fillRect(0, 0, width, 520);
  context.fillStyle = '#111827';
  context.font = '600 18px Inter, sans-serif';
  context.fillText('Northwind', 48, 46);
  context.font = '500 15px Inter, sans-serif';
  context.fillStyle = '#4b5563';
  for (const [at, item] of ['Product', 'Pricing', 'Docs', 'Blog'].entries()) {
    context.fillText(item, width * 0.35 + at * 96, 46);
  }
  context.fillStyle = '#0f172a';
  context.font = `600 ${Math.min(60, width / 11)}px Inter, sans-serif`;
  context.fillText('Invoices that chase', 48, 200);
  context.fillText('themselves.', 48, 270);
  context.fillStyle = '#475569';
  context.font = '500 19px Inter, sans-serif';
  context.fillText('Send, track and collect, while you do the work you like.', 48, 326);
  context.fillStyle = '#4f46e5';
  context.beginPath();
  context.roundRect(48, 370, 190, 52, 12);
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = '600 17px Inter, sans-serif';
  context.fillText('Start free trial', 80, 402);
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 3; column++) {
      const x = 48 + column * ((width - 96) / 3);
      const y = 580 + row * 260;
      context.fillStyle = `hsl(${(row * 70 + column * 40) % 360} 70% 94%)`;
      context.beginPath();
      context.roundRect(x, y, (width - 96) / 3 - 24, 230, 16);
      context.fill();
      context.fillStyle = '#1e293b';
      context.font = '600 20px Inter, sans-serif';
      context.fillText(`Feature ${row * 3 + column + 1}`, x + 24, y + 48);
      context.fillStyle = '#64748b';
      context.font = '500 14px Inter, sans-serif';
      for (let line = 0; line < 4; line++) {
        context.fillText('Reminders go out on time, politely.', x + 24, y + 84 + line * 24);
      }
    }
  }
  context.restore();
}

/** What the browser would capture of that page: a JPEG of `clip`, rendered for `zoom`. */
export function capture(
  stage: StageLayout,
  viewport: Viewport,
  { scrollY = 0, clip, zoom = 1 }: { scrollY?: number; clip?: Rect; zoom?: number } = {},
): Buffer {
  const area = clip ?? { x: 0, y: 0, width: viewport.width, height: viewport.height };
  const ratio = stage.scale * zoom;
  const canvas = createCanvas(Math.round(area.width * ratio), Math.round(area.height * ratio));
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.translate(-area.x, -area.y);
  drawPage(context, viewport, scrollY);
  return canvas.encodeSync('jpeg', 90);
}

export function takeFrame(stage: StageLayout, viewport: Viewport, given: Partial<TakeFrame> = {}): TakeFrame {
  const index = given.index ?? 0;
  return {
    index,
    timeMs: (index / 30) * 1000,
    image: null,
    clip: { x: 0, y: 0, width: viewport.width, height: viewport.height },
    camera: wideCamera(stage),
    cursor: { x: viewport.width / 2, y: viewport.height / 2, visible: true, shape: 'arrow', pressed: false },
    click: null,
    caption: null,
    stepLabel: 'look',
    page: { title: 'Northwind', url: 'https://www.northwind.example/pricing' },
    ...given,
  };
}
