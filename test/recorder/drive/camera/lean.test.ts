import { describe, expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../../src/recorder/contract/stage-layout.ts';
import { type Camera, type Rect, viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { CameraOperator } from '../../../../src/recorder/drive/camera/camera.ts';
import { viewSize } from '../../../../src/recorder/drive/camera/framing.ts';
import type { Piece } from '../../../../src/recorder/drive/camera/piece-reader.ts';

const presentation = resolvePresentation(undefined);
const stage = layoutStage({
  output: { width: 1280, height: 720 },
  viewport: viewports.desktop,
  presentation,
});
const button: Rect = { x: 655, y: 500, width: 130, height: 40 };
const text = (x: number, y: number, width: number): Piece => ({
  ...{ kind: 'text', x, y, width, height: 24, pinned: false, own: false },
});
const rightOf = ({ x, zoom }: Camera) => x + viewSize(stage, zoom).width / 2;
const leftOf = ({ x, zoom }: Camera) => x - viewSize(stage, zoom).width / 2;

describe('a camera that leans in a long rest', () => {
  it('goes down or up where a line of text ends just beside the right edge and another one begins just beside the left', () => {
    const operator = new CameraOperator(stage, presentation.zoom);
    const alone = operator.preview(button, 0);
    const air = 0.02 * viewSize(stage, alone.zoom).width;
    const lines = [420, 450, 480].map((y) =>
      text(leftOf(alone) + air, y, rightOf(alone) - leftOf(alone) - 2 * air),
    );
    const closeUp = operator.frame(button, 0, undefined, lines);
    expect(rightOf(closeUp)).toBeGreaterThan(lines[0]!.x + lines[0]!.width);

    const leant = operator.lean(null);
    expect(leant).not.toEqual(closeUp);
    expect(leant.x).toBeCloseTo(closeUp.x, 0);

    expect(operator.lean(null)).toEqual(closeUp);
  });

  it('goes aside where nothing stands at the sides', () => {
    const operator = new CameraOperator(stage, presentation.zoom);
    const closeUp = operator.frame(button, 0, undefined, [text(button.x, 460, 200)]);
    const leant = operator.lean(null);
    expect(leant.x - closeUp.x).toBeGreaterThan(5);
    expect(leant.y).toBeCloseTo(closeUp.y, 0);
  });

  it('knows nothing any more of what stood around before the page scrolled', () => {
    const operator = new CameraOperator(stage, presentation.zoom);
    const alone = operator.preview(button, 0);
    const line = text(leftOf(alone) + 20, 460, rightOf(alone) - leftOf(alone) - 40);
    operator.frame(button, 0, undefined, [line]);
    const closeUp = operator.panWithScroll([], 0);
    expect(operator.lean(null).y).toBeCloseTo(closeUp.y, 0);
  });
});
