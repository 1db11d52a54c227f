import { expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { filmSize, viewportFor } from '../../../../src/recorder/contract/shapes.ts';
import { cameraView, layoutStage } from '../../../../src/recorder/contract/stage-layout.ts';
import { CameraOperator } from '../../../../src/recorder/drive/camera/camera.ts';
import { viewSize } from '../../../../src/recorder/drive/camera/framing.ts';
import type { Piece } from '../../../../src/recorder/drive/camera/piece-reader.ts';

const presentation = resolvePresentation(undefined);
const viewport = viewportFor('desktop', '9:16');
const stage = layoutStage({ output: filmSize('9:16', '720p'), viewport, presentation });
/** As wide as most pages make their lines on a small screen. */
const line = (y: number): Piece => ({
  ...{ kind: 'text', x: 12, y, width: viewport.width - 24, height: 24, pinned: false, own: false },
});

it('an upright picture of a page of one column keeps every line whole, wherever its subject stands and while it leans', () => {
  const lines = [200, 230, 260].map(line);
  for (const x of [50, 240, 410]) {
    const operator = new CameraOperator(stage, presentation.zoom);
    const box = { x, y: 420, width: 100, height: 40 };
    const views = [operator.frameAction(box, 0, lines), operator.lean(null), operator.lean(null)];
    views.push(operator.frame({ ...box, y: 300 }, 5_000, 1.6, lines), operator.lean(null));
    for (const camera of views) {
      expect(camera.zoom).toBeGreaterThan(1.1);
      const half = viewSize(stage, camera.zoom).width / 2;
      expect(camera.x - half).toBeLessThan(13);
      expect(camera.x + half).toBeGreaterThan(viewport.width - 13);
    }
  }
});

it('leaves most of the space beside the words, and shows the window with its whole bar, also while it leans', () => {
  const operator = new CameraOperator(stage, presentation.zoom);
  const views = [operator.frame({ x: 60, y: 300, width: 200, height: 40 }, 0, 1.6, [line(260)])];
  views.push(operator.lean(null), operator.lean(null), operator.lean(null));
  for (const [index, camera] of views.entries()) {
    const { width } = viewSize(stage, camera.zoom);
    expect((viewport.width - width) / 2).toBeLessThan(index % 2 === 0 ? 6 : 12);
    expect(cameraView(stage, camera).y).toBeLessThanOrEqual(stage.window.y + 0.5);
    expect(camera).not.toEqual(views[index - 1]);
  }
  expect(views[2]).toEqual(views[0]);
});

it('shows the whole window where what is pressed stands at a side, since the view would have to go aside for it', () => {
  for (const x of [8, 20, viewport.width - 60]) {
    const operator = new CameraOperator(stage, presentation.zoom);
    const camera = operator.frameAction({ x, y: 420, width: 50, height: 40 }, 0, [200, 230].map(line));
    expect(camera.zoom).toBe(1);
  }
});
