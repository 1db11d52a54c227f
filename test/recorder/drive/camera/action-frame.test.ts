import { describe, expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { aspects, filmSize, viewportFor } from '../../../../src/recorder/contract/shapes.ts';
import { layoutStage } from '../../../../src/recorder/contract/stage-layout.ts';
import { CameraOperator } from '../../../../src/recorder/drive/camera/camera.ts';
import { viewSize } from '../../../../src/recorder/drive/camera/framing.ts';
import type { Piece } from '../../../../src/recorder/drive/camera/piece-reader.ts';

const presentation = resolvePresentation(undefined);
const text = (x: number, y: number, width: number): Piece => ({
  ...{ kind: 'text', x, y, width, height: 24, pinned: false, own: false },
});

describe.each(aspects.filter((aspect) => aspect !== '9:16'))('%s: what is pressed', (aspect) => {
  const viewport = viewportFor('desktop', aspect);
  const stage = layoutStage({ output: filmSize(aspect, '720p'), viewport, presentation });
  const middle = viewport.width / 2;
  const widthAt = (zoom: number) => viewSize(stage, zoom).width;
  const plain = new CameraOperator(stage, presentation.zoom).frameAction(
    { x: middle - 60, y: 420, width: 120, height: 40 },
    0,
  );
  // A little wider than the usual close-up.
  const lines = [300, 330, 360].map((y) =>
    text(middle - widthAt(plain.zoom) * 0.515, y, widthAt(plain.zoom) * 1.03),
  );
  const button = { x: middle - 60, y: 420, width: 120, height: 40 };

  it('is shown from a little farther away where the lines above it would be cut', () => {
    const camera = new CameraOperator(stage, presentation.zoom).frameAction(button, 0, lines);
    const half = widthAt(camera.zoom) / 2;
    expect(camera.zoom).toBeLessThan(plain.zoom);
    expect(camera.zoom).toBeGreaterThanOrEqual(plain.zoom * 0.7);
    for (const { x, width } of lines) {
      expect(camera.x - half).toBeLessThan(x);
      expect(camera.x + half).toBeGreaterThan(x + width);
    }
  });

  it('is shown as close as usual where nothing is cut', () => {
    const camera = new CameraOperator(stage, presentation.zoom).frameAction(button, 0, [
      text(middle - 100, 330, 200),
    ]);
    expect(camera.zoom).toBe(plain.zoom);
  });

  it.each([1.03, 1.2, 1.3])(
    'stays where it is for the next field of a form, under lines of %d views',
    (share) => {
      const width = widthAt(plain.zoom) * share;
      const wide = [300, 330, 360, 390].map((y) => text(middle - width / 2, y, width));
      const operator = new CameraOperator(stage, presentation.zoom);
      const first = operator.frameAction(button, 0, wide);
      const next = operator.frameAction({ ...button, y: button.y + 60 }, 5_000, wide);
      expect(next).toEqual(first);
    },
  );
});
