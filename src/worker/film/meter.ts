import type { JobStep } from '../../domain/demos/progress.ts';

/** Which stretch of the whole job's 0 to 1 a step takes. Recording is most of it: frames are encoded as they come. */
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
}

/** At most one tick every 300 ms (three a second): enough for a bar that moves, and quiet enough for the doorbell. */
const tickMs = 300;

/**
 * Turns what the parts of a job say about themselves into readings for its owner: over the whole job, never going
 * back, not too often; the first of every step at once.
 */
export type Meter = ReturnType<typeof createMeter>;

export function createMeter(tell: (reading: Reading) => void, nowMs: () => number = () => performance.now()) {
  let last: Reading = { step: 'planning', progress: 0, message: null };
  let toldMs = Number.NEGATIVE_INFINITY;
  let begun = false;
  return {
    /** @param fraction how much of this step is done, 0 to 1. */
    advance(step: JobStep, fraction: number, message: string | null = null): void {
      const { from, to } = stretches[step];
      const within = from + (to - from) * Math.min(1, Math.max(0, fraction));
      const entered = !begun || step !== last.step;
      last = { step, progress: Math.max(last.progress, Math.round(within * 1000) / 1000), message };
      if (!entered && nowMs() - toldMs < tickMs) return;
      begun = true;
      toldMs = nowMs();
      tell(last);
    },
  };
}
