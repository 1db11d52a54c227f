const enough = { progress: 0.08, ms: 2_000 };

/** Seconds that are left, by the pace since the job was first seen; null while that says too little. */
export function createPace(): (jobId: string | null, progress: number, nowMs: number) => number | null {
  let first: { jobId: string | null; progress: number; atMs: number } | null = null;
  return (jobId, progress, nowMs) => {
    if (!first || first.jobId !== jobId || progress === 0) first = { jobId, progress, atMs: nowMs };
    const done = progress - first.progress;
    const tookMs = nowMs - first.atMs;
    if (done < enough.progress || tookMs < enough.ms) return null;
    return Math.max(1, Math.round(((1 - progress) * tookMs) / done / 1000));
  };
}
