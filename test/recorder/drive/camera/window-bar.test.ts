import { expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { aspects, filmSize, viewportFor } from '../../../../src/recorder/contract/shapes.ts';
import {
  cameraView,
  layoutStage,
  onOutput,
  safeMargin,
} from '../../../../src/recorder/contract/stage-layout.ts';
import { CameraOperator } from '../../../../src/recorder/drive/camera/camera.ts';

// An upright picture shows the whole window then.
const shapes = aspects.filter((aspect) => aspect !== '9:16');

it.each(shapes)('%s: a close-up of what stands in a corner shows all of the window’s title bar', (aspect) => {
  const presentation = resolvePresentation(undefined);
  const viewport = viewportFor('desktop', aspect);
  const stage = layoutStage({ output: filmSize(aspect, '720p'), viewport, presentation });
  const menu = { x: viewport.width - 56, y: 8, width: 44, height: 44 };
  const camera = new CameraOperator(stage, presentation.zoom).frameAction(menu, 0);

  expect(camera.zoom).toBeGreaterThan(1.1);
  const view = cameraView(stage, camera);
  expect(view.y).toBeLessThan(stage.window.y);
  // And not much of what is above it.
  expect(stage.window.y - view.y).toBeLessThan(0.02 * view.height);

  const shown = onOutput(stage, camera, menu);
  expect(shown.y).toBeGreaterThanOrEqual(safeMargin * stage.height - 1);
  expect(shown.x + shown.width).toBeLessThanOrEqual((1 - safeMargin) * stage.width + 1);
});

it('keeps a target that is as tall as the picture where it is safe, also where that cuts the bar', () => {
  const presentation = resolvePresentation(undefined);
  const viewport = viewportFor('desktop', '16:9');
  const stage = layoutStage({ output: filmSize('16:9', '720p'), viewport, presentation });
  const operator = new CameraOperator(stage, presentation.zoom);
  operator.frameAction({ x: 1000, y: 300, width: 100, height: 40 }, 0);
  const view = cameraView(stage, operator.at);
  const list = { x: 1000, y: 4, width: 80, height: (view.height / stage.scale) * 0.88 };
  const camera = operator.follow(list, 0);
  const shown = onOutput(stage, camera, list);
  expect(shown.y).toBeGreaterThanOrEqual(safeMargin * stage.height - 1);
  expect(shown.y + shown.height).toBeLessThanOrEqual((1 - safeMargin) * stage.height + 1);
});
