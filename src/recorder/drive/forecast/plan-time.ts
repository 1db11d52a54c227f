import type { ActionScript } from '../../contract/script.ts';
import { leastWideEndingMs, readingMs } from '../../contract/timing.ts';
import { endsClose } from '../act/steps.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { type FilmLengths, Schedule } from '../pace/schedule.ts';
import { nextInTime, placeInFilm, type StepTiming, stepTiming } from '../pace/step-timing.ts';
import { surveyMotions } from './survey.ts';

/** Measures how long each step will take, and divides the film's time among the steps and the ending. */
export async function planTime(
  emitter: FrameEmitter,
  script: ActionScript,
  lengths: FilmLengths,
  autoZoom: boolean,
): Promise<{ timings: StepTiming[]; schedule: Schedule }> {
  const { zoom } = emitter.options;
  // A film that zooms ends with a rest on the whole stage. A short film has no time for that and ends close.
  const zooms = zoom.enabled && (autoZoom || emitter.hasCameraSteps);
  const isLongEnough = lengths.durationMs >= leastWideEndingMs;
  const endsWide = (autoZoom || endsClose(script)) && zoom.enabled && isLongEnough;
  const { steps, endsStandingBack } = await surveyMotions(emitter, script, zooms);
  const timings = placeInFilm(
    script.steps.map((step, i) => ({
      ...stepTiming(step, nextInTime(script.steps, i), steps[i]?.motionMs ?? 0),
      ...steps[i],
    })),
  );
  const pullBackMs = endsWide && !(autoZoom && endsStandingBack) ? zoom.transitionMs + readingMs : 0;
  return { timings, schedule: new Schedule(timings, lengths, pullBackMs) };
}
