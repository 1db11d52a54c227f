import type { FilmedScene, JobStep } from '../../domain/demos/jobs/progress.ts';

/** The share of the whole job's progress (0 to 1) that each step takes. Recording takes most: frames are encoded meanwhile. */
const stretches: Record<JobStep, { from: number; to: number }> = {
  planning: { from: 0, to: 0.12 },
  recording: { from: 0.12, to: 0.86 },
  rendering: { from: 0.86, to: 0.96 },
  publishing: { from: 0.96, to: 1 },
};

export interface Reading {
  step: JobStep;
  /** 0 to 1 over the whole job, never less than in the reading before. */
  progress: number;
  message: string | null;
  /** The scene that is filmed; null in every other step. */
  scene: FilmedScene | null;
}

/** At most one report every 300 ms: often enough for a moving progress bar, and rarely enough for the doorbell. */
const tickMs = 300;

export type Meter = ReturnType<typeof createMeter>;

/**
 * Turns the progress of a job's steps into readings for its owner. Readings cover the whole job, never go back, and come at most every
 * 300 ms; the first reading of each step comes at once.
 */
export function createMeter(tell: (reading: Reading) => void, nowMs: () => number = () => performance.now()) {
  let last: Reading = { step: 'planning', progress: 0, message: null, scene: null };
  let toldMs = Number.NEGATIVE_INFINITY;
  let begun = false;
  return {
    /** @param fraction how much of this step is done, 0 to 1. */
    advance(
      step: JobStep,
      fraction: number,
      message: string | null = null,
      scene: FilmedScene | null = null,
    ): void {
      const { from, to } = stretches[step];
      const within = from + (to - from) * Math.min(1, Math.max(0, fraction));
      const entered = !begun || step !== last.step;
      last = { step, progress: Math.max(last.progress, Math.round(within * 1000) / 1000), message, scene };
      if (!entered && nowMs() - toldMs < tickMs) return;
      begun = true;
      toldMs = nowMs();
      tell(last);
    },
  };
}
