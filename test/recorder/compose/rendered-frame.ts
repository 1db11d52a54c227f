import { loadImage } from '@napi-rs/canvas';
import { createCompositeRenderer } from '../../../src/recorder/compose/composite-renderer.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage, type StageLayout } from '../../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, type ViewportName, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { capture, takeFrame } from '../../support/synthetic-take.ts';

/** Composes single frames of a small film, so that tests can look at their pixels. */
export const smallOutput = { width: 640, height: 360 };

export interface RenderedFrame {
  stage: StageLayout;
  /** Red, green and blue at a point of the output. */
  at(x: number, y: number): [number, number, number];
  pixels: Uint8Array;
}

/** A presentation in which nothing moves or covers the page. A test adds the one thing that it is about. */
export const plainPresentation: Presentation = {
  background: '#336699',
  cursor: { style: 'none' },
  fade: { inMs: 0, outMs: 0 },
  windowAnimation: { intro: false, outro: false },
};

export async function createFrameRenderer(
  presentation: Presentation,
  options: { viewport?: ViewportName; watermark?: boolean; backgroundImage?: Uint8Array } = {},
) {
  const viewport = viewports[options.viewport ?? 'desktop'];
  const resolved = resolvePresentation(presentation);
  const stage = layoutStage({ output: smallOutput, viewport, presentation: resolved });
  const renderer = await createCompositeRenderer({
    stage,
    presentation: resolved,
    backgroundImage: options.backgroundImage ?? null,
    watermark: options.watermark ?? false,
    fps: 30,
  });
  const page = capture(stage, viewport);
  return {
    stage,
    viewport,
    renderer,
    /** Composes the next frame, with the page's picture unless `image` says otherwise. */
    async render(
      given: Partial<TakeFrame> = {},
      remainingMs = Number.POSITIVE_INFINITY,
    ): Promise<RenderedFrame & { isChanged: boolean }> {
      const frame = takeFrame(stage, viewport, { image: page, ...given });
      const changed = renderer.compose(frame, frame.image ? await loadImage(frame.image) : null, remainingMs);
      return { ...renderedFrame(stage, new Uint8Array(renderer.canvas.data())), isChanged: changed !== null };
    },
  };
}

export function renderedFrame(stage: StageLayout, pixels: Uint8Array): RenderedFrame {
  return {
    stage,
    pixels,
    at(x, y) {
      const start = (Math.round(y) * stage.width + Math.round(x)) * 4;
      return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0];
    },
  };
}

/** The rectangle in which two frames differ by more than `threshold` in some channel; null where they are alike. */
export function changedBox(before: RenderedFrame, after: RenderedFrame, threshold = 24) {
  const { width, height } = before.stage;
  const box = { left: width, top: height, right: -1, bottom: -1, count: 0 };
  for (let i = 0; i < before.pixels.length; i += 4) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((before.pixels[i + channel] ?? 0) - (after.pixels[i + channel] ?? 0)) > threshold,
    );
    if (!differs) continue;
    const x = (i / 4) % width;
    const y = Math.floor(i / 4 / width);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    box.count++;
  }
  return box.count === 0 ? null : box;
}

export const brightness = ([red, green, blue]: [number, number, number]) => (red + green + blue) / 3;
