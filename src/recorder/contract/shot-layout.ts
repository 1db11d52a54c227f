import type { ResolvedPresentation } from './presentation.ts';
import { layoutStage, type StageLayout } from './stage-layout.ts';
import type { Output, Viewport } from './take-frame.ts';

// A window that is lower than this part of a narrow picture leaves so much of it empty that the camera comes closer.
const lowWindow = 0.72;
// Coming closer by less is not worth the movement; by more, too little of the page is left.
const leastNear = 1.15;
const mostNear = 2;

/**
 * How close the camera comes to what a film acts on, at least: more than 1 where a page that was laid out for a wide picture stands in a
 * narrow one.
 */
export function nearZoom({ width, height, window }: StageLayout): number {
  if (width > height) return 1;
  const near = Math.min(mostNear, (lowWindow * height) / window.height);
  return near >= leastNear ? near : 1;
}

interface Shown {
  output: Pick<Output, 'width' | 'height'>;
  viewport: Viewport;
  presentation: ResolvedPresentation;
}

/** Whether the page is shot on a wide stage, and its take composed anew for the narrow one. */
export const isRecut = (shown: Shown): boolean =>
  shown.presentation.zoom.enabled && nearZoom(layoutStage(shown)) > 1;

/** The stage for which a page is shot. The pictures of one that is recut are as large as the camera will show them. */
export function layoutShot(shown: Shown): StageLayout {
  const stage = layoutStage(shown);
  if (!isRecut(shown)) return stage;
  const wide = { width: 1920, height: 1080 };
  const enlargement = (stage.scale * nearZoom(stage)) / layoutStage({ ...shown, output: wide }).scale;
  const grown = (length: number) => Math.round((length * enlargement) / 2) * 2;
  return layoutStage({ ...shown, output: { width: grown(wide.width), height: grown(wide.height) } });
}
