import { type Compositor, startCompositor } from './compose/index.ts';
import { RecordingFault } from './contract/fault.ts';
import type { DressedPresentation } from './contract/presentation.ts';
import type { StageLayout } from './contract/stage-layout.ts';
import type { RecordRequest } from './record-request.ts';

/** Widths of the stills in pixels, where the film is not narrower. */
const posterWidth = 1280;
const snapshotWidth = 960;

/** Starts the compositor of a film, which paints background and shadow at once. */
export function startFilmCompositor(
  request: Pick<RecordRequest, 'watermark' | 'output' | 'backgroundImage'> & {
    presentation: DressedPresentation;
  },
  stage: StageLayout,
): Compositor {
  const { presentation, watermark, output, backgroundImage = null } = request;
  return startCompositor(
    { stage, presentation, watermark, fps: output.fps, backgroundImage },
    {
      posterWidth: Math.min(posterWidth, output.width),
      snapshotWidth: Math.min(snapshotWidth, output.width),
    },
  );
}

/** The fault of a film whose signal has aborted. */
export const cancelled = (signal: AbortSignal) =>
  new RecordingFault('cancelled', 'The film was cancelled.', { cause: signal.reason });
