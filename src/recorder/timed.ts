/** Awaits `work` and tells how long that took. */
export async function timed<Value>(work: Promise<Value> | Value): Promise<{ value: Value; ms: number }> {
  const startedMs = performance.now();
  const value = await work;
  return { value, ms: Math.round(performance.now() - startedMs) };
}
