import { type Compositor, startCompositor } from './compose/index.ts';
import { RecordingFault } from './contract/fault.ts';
import type { DressedPresentation } from './contract/presentation.ts';
import type { StageLayout } from './contract/stage-layout.ts';
import type { Output } from './contract/take-frame.ts';
import type { RecordRequest } from './record-request.ts';

/** The longer sides of the stills in pixels, where the film's is not shorter. */
const posterSide = 1280;
const snapshotSide = 960;

/** Starts the compositor of a film, which paints background and shadow as soon as it knows the presentation. */
export function startFilmCompositor(
  request: Pick<RecordRequest, 'watermark' | 'output' | 'backgroundImage'> & {
    presentation: DressedPresentation | Promise<DressedPresentation>;
  },
  stage: StageLayout,
): Compositor {
  const { presentation, watermark, output, backgroundImage = null } = request;
  return startCompositor(
    { stage, presentation, watermark, fps: output.fps, backgroundImage },
    {
      posterWidth: widthWithin(output, posterSide),
      snapshotWidth: widthWithin(output, snapshotSide),
    },
  );
}

/** How wide a still of the film is whose longer side has at most `side` pixels. */
export const widthWithin = ({ width, height }: Pick<Output, 'width' | 'height'>, side: number) =>
  Math.round(width * Math.min(1, side / Math.max(width, height)));

/** The fault of a film whose signal has aborted. */
export const cancelled = (signal: AbortSignal) =>
  new RecordingFault('cancelled', 'The film was cancelled.', { cause: signal.reason });
