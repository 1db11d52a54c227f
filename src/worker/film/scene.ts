import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import { type ResolvedPresentation, resolvePresentation } from '../../recorder/contract/presentation.ts';
import { type Output, type Viewport, viewports } from '../../recorder/contract/take-frame.ts';

/** What decides the geometry of a film: the page's size, the picture's size, and what stands around the page. */
export interface FilmScene {
  viewport: Viewport;
  output: Output;
  presentation: ResolvedPresentation;
}

/** Pixels of the film. */
export const sizes = {
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
} as const satisfies Record<GenerationJob['resolution'], object>;

export const sceneOf = (job: GenerationJob, fps: number): FilmScene => ({
  viewport: viewports[job.viewport],
  output: {
    ...sizes[job.resolution],
    fps,
    format: job.format,
  },
  presentation: resolvePresentation(job.presentation),
});
