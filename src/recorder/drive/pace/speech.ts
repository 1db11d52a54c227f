import type { Speech } from '../../contract/spoken-lines.ts';
import { readingMs } from '../../contract/timing.ts';
import { easyMs } from './pacing.ts';
import type { FilmLengths } from './schedule.ts';
import { sum } from './share-out.ts';
import type { StepTiming } from './step-timing.ts';

export type { Speech };

/** A rest that was added for speech gets hardly anything of the time that a film has to spare. */
const addedWeight = 0.05;

/**
 * What of the speech gets the time that it takes. A film does not hurry for its voice, and grows no further than it may: a line for which
 * no time is left gets none.
 */
export function grantSpeech(
  timings: StepTiming[],
  speech: readonly Speech[],
  { durationMs, mostMs = durationMs, leadInMs, leadOutMs }: FilmLengths,
  pullBackMs: number,
  reserved: StepTiming[],
): readonly Speech[] {
  const granted: Speech[] = [];
  const freeMs = mostMs - leadInMs - leadOutMs - pullBackMs;
  for (const line of speech)
    if (easyMs([...withSpeech(timings, [...granted, line]), ...reserved]) <= freeMs) granted.push(line);
  return granted;
}

/**
 * The same timings, in which the last rest of each line's steps is as long as the line still needs.
 * @param now the step that comes next, and how long ago the line began that is being said
 */
export function withSpeech(
  timings: StepTiming[],
  speech: readonly Speech[],
  now = { index: 0, passedMs: 0 },
): StepTiming[] {
  if (speech.length === 0) return timings;
  const spoken = [...timings];
  for (const { from, to, ms } of speech) {
    if (to <= now.index) continue;
    const first = Math.max(from, now.index);
    const passedMs = from <= now.index ? now.passedMs : 0;
    const shownMs = sum(spoken.slice(first, to).map(lengthMs));
    const missingMs = ms - passedMs - shownMs;
    const at = restIn(spoken, first, to);
    const timing = spoken[at];
    if (missingMs <= 0 || !timing) continue;
    const { minMs, weight } = timing.rest ?? { minMs: 0, weight: addedWeight };
    const rest = { minMs: Math.max(readingMs, minMs + missingMs), weight };
    spoken[at] = { ...timing, rest, explicit: true, opening: false };
  }
  return spoken;
}

const lengthMs = ({ motionMs, pageMotionMs = 0, rest }: StepTiming) =>
  motionMs + pageMotionMs + (rest?.minMs ?? 0);

/** The last step that rests anyway; where none does, the last one. */
function restIn(timings: readonly StepTiming[], from: number, to: number): number {
  const at = timings.slice(0, to).findLastIndex(({ rest }, index) => index >= from && rest !== null);
  return at >= 0 ? at : to - 1;
}
