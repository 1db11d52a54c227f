import { describe, expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { filmSize, viewportFor } from '../../../../src/recorder/contract/shapes.ts';
import {
  cameraView,
  layoutStage,
  type StageLayout,
  wideCamera,
} from '../../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { scrollMs } from '../../../../src/recorder/contract/timing.ts';
import { CameraOperator } from '../../../../src/recorder/drive/camera/camera.ts';
import { between } from '../../../../src/recorder/drive/camera/camera-motion.ts';
import { frameBox } from '../../../../src/recorder/drive/camera/framing.ts';
import { cursorMoveMs, cursorPath, minimumJerk } from '../../../../src/recorder/drive/pace/motion.ts';

const stageOf = (viewport: keyof typeof viewports) =>
  layoutStage({
    output: { width: 1920, height: 1080 },
    viewport: viewports[viewport],
    presentation: resolvePresentation(undefined),
  });
const stage = stageOf('desktop');
const button = { x: 900, y: 500, width: 160, height: 50 };
const settings = { enabled: true, intensity: 1.6, transitionMs: 700 };

describe('movement', () => {
  it('starts and ends at rest', () => {
    expect(minimumJerk(0)).toBe(0);
    expect(minimumJerk(1)).toBe(1);
    expect(minimumJerk(0.02)).toBeLessThan(0.0001);
    expect(1 - minimumJerk(0.98)).toBeLessThan(0.0001);
  });

  it('takes 0.5 to 0.9 s with the cursor and 0.8 to 1.4 s when scrolling', () => {
    for (const distance of [5, 80, 400, 1_500]) {
      const ms = cursorMoveMs({ x: 0, y: 0 }, { x: distance, y: 0 });
      expect(ms).toBeGreaterThanOrEqual(500);
      expect(ms).toBeLessThanOrEqual(900);
    }
    for (const distance of [50, 900, 20_000]) {
      expect(scrollMs(distance, 900)).toBeGreaterThanOrEqual(800);
      expect(scrollMs(distance, 900)).toBeLessThanOrEqual(1_400);
    }
  });

  it('takes the cursor along a slight curve from its start to its target', () => {
    const path = cursorPath({ x: 100, y: 100 }, { x: 900, y: 100 });
    expect(path(0)).toEqual({ x: 100, y: 100 });
    expect(path(1).x).toBeCloseTo(900, 6);
    expect(path(1).y).toBeCloseTo(100, 6);
    const bow = Math.abs(path(0.5).y - 100);
    expect(bow).toBeGreaterThan(5);
    expect(bow).toBeLessThan(50);
  });
});

describe('the camera', () => {
  it('frames a target at no higher zoom than allowed, and shows nothing beyond the stage', () => {
    for (const name of ['desktop', 'tablet', 'mobile'] as const)
      for (const box of [
        button,
        { x: 0, y: 0, width: 40, height: 20 },
        { x: 100, y: 700, width: 300, height: 200 },
      ]) {
        const stage = stageOf(name);
        const camera = frameBox(stage, box, 2.5);
        const view = cameraView(stage, camera);
        expect(camera.zoom).toBeLessThanOrEqual(2.5);
        expect(view.x).toBeGreaterThanOrEqual(-0.01);
        expect(view.y).toBeGreaterThanOrEqual(-0.01);
        expect(view.x + view.width).toBeLessThanOrEqual(1920.01);
        // A phone's stage goes on below the picture.
        expect(view.y + view.height).toBeLessThanOrEqual(stage.depth + 0.01);
      }
  });

  it('shows a page of one column from side to side in an upright picture, however small the target is', () => {
    const upright = (aspect: '9:16' | '4:5') =>
      layoutStage({
        output: filmSize(aspect, '720p'),
        viewport: viewportFor('desktop', aspect),
        presentation: resolvePresentation(undefined),
      });
    const closeUp = (stage: StageLayout) =>
      cameraView(stage, new CameraOperator(stage, settings).frame({ ...button, x: 200 }, 5_000));
    const column = upright('9:16');
    // Less than the space beside a page's words is out of the picture.
    expect(closeUp(column).width).toBeGreaterThanOrEqual(column.content.width * 0.95);
    expect(closeUp(column).width).toBeLessThan(column.width / 1.1);
    const wide = upright('4:5');
    expect(closeUp(wide).width).toBeLessThan(wide.content.width * 0.8);
  });

  it('shows all of a target with its surroundings, and does not zoom to a target that fills the page', () => {
    const wideBox = { x: 200, y: 200, width: 800, height: 300 };
    const camera = frameBox(stage, wideBox, 3);
    expect((wideBox.width * stage.scale * camera.zoom) / stage.width).toBeLessThan(0.65);
    expect(frameBox(stage, { x: 0, y: 0, width: 1440, height: 900 }, 3)).toEqual(wideCamera(stage));
  });

  it('shows no background beside a zoomed page', () => {
    const corner = cameraView(stage, frameBox(stage, { x: 0, y: 0, width: 60, height: 30 }, 2));
    expect(corner.x).toBeGreaterThanOrEqual(stage.content.x - 0.01);
    expect(corner.y).toBeGreaterThanOrEqual(stage.content.y - 0.01);
  });

  it('keeps the corners of its view inside the round corners of the page', () => {
    const { content, screenRadius } = stage;
    const low = { x: 0, y: 860, width: 60, height: 30 };
    const view = cameraView(stage, frameBox(stage, low, 2));
    const corner = { x: view.x, y: view.y + view.height };
    const middle = { x: content.x + screenRadius, y: content.y + content.height - screenRadius };
    expect(corner.x).toBeLessThan(middle.x);
    expect(Math.hypot(corner.x - middle.x, corner.y - middle.y)).toBeLessThanOrEqual(screenRadius + 0.01);
  });

  it('shows no thin strip of background beside the page, unless it may not zoom in further', () => {
    const card = { x: 300, y: 300, width: 400, height: 200 };
    const beside = (intensity: number) => {
      const view = cameraView(
        stage,
        new CameraOperator(stage, { ...settings, intensity }).frame(card, 0, 1.3),
      );
      return stage.content.x - view.x;
    };
    expect(beside(1.6)).toBeLessThanOrEqual(0);
    expect(beside(1.3)).toBeGreaterThan(0);
  });

  it('pans between nearby targets instead of zooming out and in', () => {
    const operator = new CameraOperator(stage, settings);
    const first = operator.frame(button, 1_000);
    const second = operator.frame({ ...button, x: 500, width: 180 }, 2_000);
    expect(second.zoom).toBe(first.zoom);
    expect(second.x).not.toBe(first.x);
  });

  it('does not reverse a zoom within 1.8 s', () => {
    const operator = new CameraOperator(stage, settings);
    const zoomed = operator.frame(button, 1_000);
    expect(operator.wide(2_500)).toEqual(zoomed);
    expect(operator.wide(3_600).zoom).toBe(1);
    expect(operator.frame(button, 4_500).zoom).toBe(1);
    expect(operator.frame(button, 6_200).zoom).toBeGreaterThan(1.5);
  });

  it('does not zoom when zooming is switched off', () => {
    const operator = new CameraOperator(stage, { ...settings, enabled: false });
    expect(operator.frame(button, 1_000)).toEqual(wideCamera(stage));
  });

  it('moves without a jump', () => {
    const from = wideCamera(stage);
    const to = frameBox(stage, button, 2);
    let last = cameraView(stage, from);
    for (let i = 1; i <= 21; i++) {
      const view = cameraView(stage, between(from, to, i / 21));
      expect(Math.hypot(view.x - last.x, view.y - last.y)).toBeLessThan(90);
      expect(view.x).toBeGreaterThanOrEqual(-0.01);
      expect(view.x + view.width).toBeLessThanOrEqual(1920.01);
      last = view;
    }
  });
});
