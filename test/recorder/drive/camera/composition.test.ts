import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../../src/recorder/contract/stage-layout.ts';
import {
  type Camera,
  type Rect,
  type ViewportName,
  viewports,
} from '../../../../src/recorder/contract/take-frame.ts';
import { CameraOperator } from '../../../../src/recorder/drive/camera/camera.ts';
import { viewSize } from '../../../../src/recorder/drive/camera/framing.ts';
import type { Piece } from '../../../../src/recorder/drive/camera/piece-reader.ts';
import { piecesAround } from '../../../../src/recorder/drive/camera/pieces.ts';
import { boxOf, subjectBox } from '../../../../src/recorder/drive/element/boxes.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { servePlanningPages } from '../../../planning/pages.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../../browser/recording-browser.ts';

const presentation = resolvePresentation(undefined);
const stageOf = (viewport: ViewportName) =>
  layoutStage({ output: { width: 1920, height: 1080 }, viewport: viewports[viewport], presentation });
const stage = stageOf('desktop');
const operator = (at = stage) => new CameraOperator(at, presentation.zoom);

const viewOf = (camera: Camera, at = stage): Rect => {
  const { width, height } = viewSize(at, camera.zoom);
  return { x: camera.x - width / 2, y: camera.y - height / 2, width, height };
};
const ends = ({ x, y, width, height }: Rect) => ({ left: x, top: y, right: x + width, bottom: y + height });
const holds = (outer: Rect, inner: Rect) => {
  const [out, own] = [ends(outer), ends(inner)];
  const off = 0.3;
  return (
    own.left >= out.left - off &&
    own.right <= out.right + off &&
    own.top >= out.top - off &&
    own.bottom <= out.bottom + off
  );
};
/** The pieces that the left or right edge of the view cuts. */
const cutBeside = (view: Rect, pieces: Piece[]) =>
  pieces.filter((piece) => {
    const [out, own] = [ends(view), ends(piece)];
    const isThere = own.bottom > out.top && own.top < out.bottom;
    const isCut = (edge: number) => own.left < edge - 1 && own.right > edge + 1;
    return isThere && (isCut(out.left) || isCut(out.right));
  });

const card = (x: number, width: number, y = 300): Piece[] => [
  { kind: 'card', x, y, width, height: 300, pinned: false, own: false },
  ...[40, 80, 120].map((down) => ({
    kind: 'text' as const,
    x: x + 24,
    y: y + down,
    width: width - 48,
    height: 22,
    pinned: false,
    own: false,
  })),
];

describe('a close-up', () => {
  const row = [card(130, 380), card(530, 380), card(930, 380)].flat();

  it.each([0, 4, 8])('of one card in a row of three cuts none of them (%i)', (index) => {
    const box = row[index]!;
    const plain = viewOf(operator().frame(box, 0));
    const view = viewOf(operator().frame(box, 0, undefined, row));
    // The card in the middle needs no composition.
    expect(cutBeside(plain, row).length > 0).toBe(index !== 4);
    expect(cutBeside(view, row)).toEqual([]);
    expect(holds(view, box)).toBe(true);
    // No card touches the edge of the view.
    const lefts = row.map(({ x }) => x);
    expect(Math.min(...lefts) - view.x).toBeGreaterThan(8);
    expect(view.x + view.width - 1310).toBeGreaterThan(8);
  });

  it('shows all of a bar at the top, or nothing of it', () => {
    const bar: Piece = { kind: 'bar', x: 0, y: 0, width: 1440, height: 72, pinned: true, own: false };
    for (let y = 60; y < 500; y += 20) {
      const box = { x: 500, y, width: 440, height: 60 };
      const { top } = ends(viewOf(operator().frame(box, 0, undefined, [bar])));
      expect(top <= 5 || top >= 71, `${y}: the picture begins at ${top}`).toBe(true);
    }
  });

  it('shows all of its subject and nothing beside the page, whatever stands around the subject', () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed / 2_147_483_647) * most;
    };
    for (let run = 0; run < 150; run++) {
      const box = {
        x: 10 + random(990),
        y: 10 + random(680),
        width: 60 + random(380),
        height: 20 + random(180),
      };
      const pieces = Array.from({ length: 40 }, (): Piece => {
        const kind = (['text', 'thing', 'card'] as const)[Math.floor(random(3))]!;
        const size = { width: 20 + random(500), height: 10 + random(200) };
        return { kind, x: random(1_300), y: random(850), ...size, pinned: false, own: false };
      });
      const camera = operator().frame(box, 0, undefined, pieces);
      const view = viewOf(camera);
      expect(holds(view, box), JSON.stringify({ box, view })).toBe(true);
      expect(holds({ x: 0, y: 0, width: 1440, height: 900 }, view)).toBe(true);
      expect(camera.zoom).toBeLessThanOrEqual(presentation.zoom.intensity + 1e-9);
      expect(operator().frame(box, 0, undefined, pieces)).toEqual(camera);
    }
  });

  it('that follows the action keeps all of the target in view', () => {
    const close = operator();
    close.frame({ x: 600, y: 400, width: 200, height: 60 }, 0);
    for (const x of [40, 300, 700, 1_000]) {
      const box = { x, y: 420, width: 380, height: 80 };
      expect(holds(viewOf(close.follow(box, 10_000)), box), `${x}`).toBe(true);
    }
  });
});

/** Scrolls the page to `target` and reads what a close-up of it needs. */
async function look(tab: RecordingBrowser['session']['tab'], target: ElementHandle<Element>) {
  await tab.askOf(target, (element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const place = await boxOf(tab, target);
  if (!place) return null;
  return { box: await subjectBox(tab, target, place), pieces: await piecesAround(tab, target) };
}

describe('on real pages', () => {
  let studio: RecordingBrowser;
  let pages: Awaited<ReturnType<typeof servePlanningPages>>;
  beforeAll(async () => {
    [studio, pages] = await Promise.all([
      openRecordingBrowser({ deviceScaleFactor: stage.scale }),
      servePlanningPages(),
    ]);
  });
  afterAll(async () => {
    await studio?.close();
    await pages?.stop();
  });

  it.each([
    'sample/',
    'template/agency/index.html',
    'template/new-age/index.html',
    'template/creative/index.html',
    'fixture/planner-saas/pricing.html',
  ])('%s: close-ups cut no word of their subject, and few words beside it', async (path) => {
    const { tab, page } = studio.session;
    await loadPage(studio.session, pages.urlOf(path), { log });
    const targets = await tab.during(page.$$('h1, h2, h3, article, .card, .pricing-card'));
    let [plainly, composed, framed] = [0, 0, 0];
    for (const target of targets.slice(0, 24)) {
      const seen = await tab.during(look(tab, target));
      if (!seen) continue;
      const { box, pieces } = seen;
      const [plain, camera] = [operator().frame(box, 0), operator().frame(box, 0, undefined, pieces)];
      if (camera.zoom <= 1.001) continue;
      framed++;
      const words = (view: Rect) => cutBeside(view, pieces).filter(({ kind }) => kind === 'text');
      plainly += words(viewOf(plain)).length;
      composed += words(viewOf(camera)).length;
      expect(words(viewOf(camera)).filter(({ own }) => own)).toEqual([]);
      expect(holds(viewOf(camera), box)).toBe(true);
    }
    expect(framed).toBeGreaterThan(0);
    expect(composed).toBeLessThanOrEqual(plainly * 0.25);
  });
});
