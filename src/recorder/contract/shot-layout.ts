import type { ResolvedPresentation } from './presentation.ts';
import { layoutStage, nearZoom, type StageLayout } from './stage-layout.ts';
import type { Output, Viewport } from './take-frame.ts';

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
