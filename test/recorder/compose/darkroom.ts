import { loadImage } from '@napi-rs/canvas';
import { createCompositeRenderer } from '../../../src/recorder/compose/composite-renderer.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage, type StageLayout } from '../../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, type ViewportName, viewports } from '../../../src/recorder/contract/take-frame.ts';
import { capture, takeFrame } from './synthetic-take.ts';

/** Develops single frames of a small film, for a look at their pixels. */
export const smallOutput = { width: 640, height: 360 };

export interface Print {
  stage: StageLayout;
  /** Red, green and blue at a point of the output. */
  at(x: number, y: number): [number, number, number];
  pixels: Uint8Array;
}

/** Nothing that moves or covers the picture, so that a test adds the one thing it is about. */
export const bare: Presentation = {
  background: '#336699',
  cursor: { style: 'none' },
  fade: { inMs: 0, outMs: 0 },
  windowAnimation: { intro: false, outro: false },
};

export async function darkroom(
  presentation: Presentation,
  options: { viewport?: ViewportName; watermark?: boolean; backgroundImage?: Uint8Array } = {},
) {
  const viewport = viewports[options.viewport ?? 'desktop'];
  const resolved = resolvePresentation(presentation);
  const stage = layoutStage({ output: smallOutput, viewport, presentation: resolved });
  const film = await createCompositeRenderer({
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
    film,
    /** Composes the next frame; the page's picture comes with it unless `image` says otherwise. */
    async develop(
      given: Partial<TakeFrame> = {},
      remainingMs = Number.POSITIVE_INFINITY,
    ): Promise<Print & { fresh: boolean }> {
      const frame = takeFrame(stage, viewport, { image: page, ...given });
      const changed = film.compose(frame, frame.image ? await loadImage(frame.image) : null, remainingMs);
      return { ...print(stage, new Uint8Array(film.canvas.data())), fresh: changed !== null };
    },
  };
}

export function print(stage: StageLayout, pixels: Uint8Array): Print {
  return {
    stage,
    pixels,
    at(x, y) {
      const start = (Math.round(y) * stage.width + Math.round(x)) * 4;
      return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0];
    },
  };
}

/** The rectangle in which two prints differ by more than `threshold` in some channel; null where they are alike. */
export function changedBox(before: Print, after: Print, threshold = 24) {
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
