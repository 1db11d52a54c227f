import type { ActionScript } from '../../contract/script.ts';
import { leastWideEndingMs, readingMs } from '../../contract/timing.ts';
import { endsClose } from '../act/steps.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { type FilmLengths, Schedule } from '../pace/schedule.ts';
import { grantSpeech, type Speech, withSpeech } from '../pace/speech.ts';
import { nextInTime, placeInFilm, type StepTiming, stepTiming } from '../pace/step-timing.ts';
import { type Survey, surveyMotions } from './survey.ts';

/**
 * Measures how long each step will take, and divides the film's time among the steps and the ending.
 * @param lengths.speech what is said while the steps are shown. `granted` is what of it gets its time
 * @param reserved time that is kept for steps that are not known yet
 */
export async function planTime(
  emitter: FrameEmitter,
  script: ActionScript,
  lengths: FilmLengths & { speech?: readonly Speech[] | undefined },
  autoZoom: boolean,
  reserved: StepTiming[] = [],
): Promise<{ timings: StepTiming[]; granted: readonly Speech[]; schedule: Schedule }> {
  const { zoom } = emitter.options;
  // A film that zooms ends with a rest on the whole stage. A short film has no time for that and ends close.
  const zooms = zoom.enabled && (autoZoom || emitter.hasCameraSteps);
  const isLongEnough = lengths.durationMs >= leastWideEndingMs;
  const survey = await surveyMotions(emitter, script, zooms);
  const timings = timingsFrom(script, survey);
  const endsWide = (autoZoom || survey.endsReading || endsClose(script)) && zoom.enabled && isLongEnough;
  const isBackAlready = autoZoom && !survey.endsReading && survey.endsStandingBack;
  const pullBackMs = endsWide && !isBackAlready ? zoom.transitionMs + readingMs : 0;
  const granted = grantSpeech(timings, lengths.speech ?? [], lengths, pullBackMs, reserved);
  const spoken = withSpeech(timings, granted);
  return { timings, granted, schedule: new Schedule([...spoken, ...reserved], lengths, pullBackMs) };
}

/** How long each step will take on the page as it is now, in the middle of a film. */
export async function timingsOf(
  emitter: FrameEmitter,
  script: ActionScript,
  autoZoom: boolean,
): Promise<StepTiming[]> {
  const zooms = emitter.options.zoom.enabled && (autoZoom || emitter.hasCameraSteps);
  return timingsFrom(script, await surveyMotions(emitter, script, zooms));
}

const timingsFrom = ({ steps }: ActionScript, survey: Survey): StepTiming[] =>
  placeInFilm(
    steps.map((step, i) => ({
      ...stepTiming(step, nextInTime(steps, i), survey.steps[i]?.motionMs ?? 0),
      ...survey.steps[i],
    })),
  );
