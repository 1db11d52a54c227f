import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import { type ResolvedPresentation, resolvePresentation } from '../../recorder/contract/presentation.ts';
import { filmSize, viewportFor } from '../../recorder/contract/shapes.ts';
import type { Output, Viewport } from '../../recorder/contract/take-frame.ts';

/** What decides the geometry of a film: the page's size, the picture's size, and what stands around the page. */
export interface FilmScene {
  viewport: Viewport;
  output: Output;
  presentation: ResolvedPresentation;
}

export const sceneOf = (job: GenerationJob, fps: number): FilmScene => ({
  viewport: viewportFor(job.viewport, job.laidOutFor),
  output: {
    ...filmSize(job.aspect, job.resolution),
    fps,
    format: job.format,
  },
  presentation: resolvePresentation(job.presentation),
});
