import { mostSpeed as fastSpeed, leastActionRestMs, readingMs } from '../../contract/timing.ts';
import type { StepTiming } from './step-timing.ts';

/**
 * A stage of relaxation: what a film gives up when it has less time than its script asks for. A film that still has too little
 * time goes on to the next stage. Each stage keeps what the stages before it have given up.
 */
export interface Stage {
  name: string;
  /** How long the rest of a step is at least. In the stage before it was at least as long. */
  leastRestMs(timing: StepTiming): number;
  /** How many times as fast as normal the movements may become. */
  mostSpeed: number;
  /** The rests get their least lengths at once. In the other stages they shrink only as far as the film needs. */
  atOnce?: boolean;
}

/** How far a rest shrinks where the viewer reads on while the cursor moves. */
const leastBeforeCursorMs = 350;
/** How far the rests of a supplied script that is too long shrink. */
const leastReadingMs = 400;

/** Movements become as fast as this before reading time is cut. */
const briskSpeed = 1.5;
/** The speed of a supplied script that is too long. Beyond it, its last steps are left out. */
export const fastForwardSpeed = 2.5;

export const stages: readonly Stage[] = [
  { name: 'shorten pauses that nobody reads in', leastRestMs: heldMs, mostSpeed: 1 },
  // A glance shorter than the time to read is shown whole or not at all.
  { name: 'leave out glances', leastRestMs: readMs, mostSpeed: 1, atOnce: true },
  { name: 'move briskly', leastRestMs: readMs, mostSpeed: briskSpeed },
  { name: 'read on while only the cursor moves', leastRestMs: beforeCursorMs, mostSpeed: briskSpeed },
  { name: 'move fast', leastRestMs: beforeCursorMs, mostSpeed: fastSpeed },
  { name: 'leave out the rest at the opening', leastRestMs: afterOpeningMs, mostSpeed: fastSpeed },
  { name: 'shorten reading', leastRestMs: shortReadingMs, mostSpeed: fastSpeed },
  { name: 'fast-forward, and shorten the last rest', leastRestMs: shortestMs, mostSpeed: fastForwardSpeed },
];

/** How long a rest is where nothing is given up. */
export const wholeMs = ({ rest }: StepTiming) => rest?.minMs ?? 0;

/** Rests of the script and rests long enough to read stay whole. Pauses that the recorder has added shrink. */
function heldMs(timing: StepTiming): number {
  return isForReading(timing) || timing.explicit ? wholeMs(timing) : pauseMs(timing);
}

/** Rests long enough to read stay whole. Shorter rests of the script, the glances, are left out. */
export function readMs(timing: StepTiming): number {
  if (isForReading(timing)) return wholeMs(timing);
  return timing.explicit ? 0 : pauseMs(timing);
}

function beforeCursorMs(timing: StepTiming): number {
  if (!isForReading(timing) || timing.closing) return readMs(timing);
  return Math.max(leastBeforeCursorMs, wholeMs(timing) - (timing.extraReadingMs ?? 0) / fastSpeed);
}

function afterOpeningMs(timing: StepTiming): number {
  return timing.opening ? 0 : beforeCursorMs(timing);
}

function shortReadingMs(timing: StepTiming): number {
  return timing.closing ? afterOpeningMs(timing) : shortestMs(timing);
}

/** The last rest may be short, too: the viewer still sees the end while the window closes. */
export function shortestMs(timing: StepTiming): number {
  return Math.min(afterOpeningMs(timing), leastReadingMs);
}

/** A rest in which something new is read. The rest at the opening is none. */
const isForReading = ({ rest, closing, opening }: StepTiming) =>
  closing === true || (opening !== true && (rest?.minMs ?? 0) >= readingMs);

const pauseMs = (timing: StepTiming) => Math.min(wholeMs(timing), leastActionRestMs);
