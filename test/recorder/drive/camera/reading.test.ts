import { describe, expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { type Aspect, filmSize, viewportFor } from '../../../../src/recorder/contract/shapes.ts';
import { layoutStage, onOutput } from '../../../../src/recorder/contract/stage-layout.ts';
import { type Rect, viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { CameraOperator } from '../../../../src/recorder/drive/camera/camera.ts';
import { readingZoom, viewSize } from '../../../../src/recorder/drive/camera/framing.ts';
import type { Piece } from '../../../../src/recorder/drive/camera/piece-reader.ts';

const presentation = resolvePresentation(undefined);
const stageFor = (aspect: Aspect) => {
  const viewport = viewportFor('desktop', aspect);
  return { viewport, stage: layoutStage({ output: filmSize(aspect, '1080p'), viewport, presentation }) };
};
const section: Rect = { x: 100, y: 90, width: 360, height: 500 };
const piece = (box: Rect): Piece => ({ kind: 'text', ...box, pinned: false, own: true });

describe.each(['16:9', '9:16'] as const)('%s: a page that is read', (aspect) => {
  const { viewport, stage } = stageFor(aspect);

  it('fills the picture from side to side, and loses hardly anything there', () => {
    const camera = new CameraOperator(stage, presentation.zoom).read([piece(section)], 0)!;
    const { width } = viewSize(stage, camera.zoom);
    expect(width).toBeLessThanOrEqual(viewport.width);
    expect(width).toBeGreaterThan(viewport.width - 14);
    expect(camera.x).toBeCloseTo(viewport.width / 2, 0);
    const shown = onOutput(stage, camera, section);
    expect(shown.y).toBeGreaterThan(0);
    expect(shown.y + shown.height).toBeLessThan(stage.height);
  });
});

it('has text of 16 CSS pixels at least 20 pixels high in wide and upright films of 1080p', () => {
  for (const aspect of ['16:9', '9:16'] as const) {
    const { stage } = stageFor(aspect);
    const { zoom } = new CameraOperator(stage, presentation.zoom).read([], 0)!;
    expect(16 * stage.scale * zoom).toBeGreaterThan(20);
  }
});

it('begins with the beginning of what is taller than the picture', () => {
  const { stage } = stageFor('16:9');
  const tall = { ...section, height: 4_000 };
  const camera = new CameraOperator(stage, presentation.zoom).read([piece(tall)], 0)!;
  expect(onOutput(stage, camera, tall).y).toBeGreaterThan(0);
});

it('stays as it is for a press that is well in the picture, and is no close-up for a film that zooms less', () => {
  const { stage } = stageFor('16:9');
  const operator = new CameraOperator(stage, presentation.zoom);
  const reading = operator.read([piece(section)], 0);
  expect(operator.isReading).toBe(true);
  expect(operator.frameAction({ x: 600, y: 380, width: 120, height: 40 }, 5_000)).toEqual(reading);
  for (const zoom of [{ enabled: false }, { intensity: 1.2 }])
    expect(new CameraOperator(stage, { ...presentation.zoom, ...zoom }).read([], 0)).toBeNull();
});

it('is what a script gets that wants to show something as wide as the page from close', () => {
  const { stage } = stageFor('16:9');
  const wide = { x: 100, y: 200, width: 1_240, height: 400 };
  const camera = new CameraOperator(stage, presentation.zoom).frame(wide, 0, 1.5, [piece(wide)]);
  expect(camera.zoom).toBeCloseTo(readingZoom(stage)!, 5);
  // A script that does not come close shows the whole stage.
  expect(new CameraOperator(stage, presentation.zoom).frame(wide, 0, 1, [piece(wide)]).zoom).toBe(1);
});

it.each(['1:1', '4:5'] as const)('%s: is shown whole, since its lines would be cut', (aspect) => {
  expect(new CameraOperator(stageFor(aspect).stage, presentation.zoom).read([], 0)).toBeNull();
});

it('is not for a phone, whose page would be shown in pieces', () => {
  const stage = layoutStage({
    output: filmSize('16:9', '1080p'),
    viewport: viewports.mobile,
    presentation,
  });
  expect(readingZoom(stage)).toBeNull();
});
