/**
 * Runs work that tells how far it has come, and yields what it tells. Steps that come faster than they are read are
 * left out, the last one excepted. The work goes on when nobody reads any more.
 * @returns what the work returns.
 * @throws what the work throws.
 */
export async function* followProgress<Step, Result>(
  work: (tell: (step: Step) => void) => Promise<Result>,
): AsyncGenerator<Step, Result> {
  let latest: { step: Step } | null = null;
  let wake = Promise.withResolvers<void>();
  let ended = false;
  const working = work((step) => {
    latest = { step };
    wake.resolve();
  }).finally(() => {
    ended = true;
    wake.resolve();
  });
  // It is awaited below; until then its error must not count as unhandled.
  working.catch(() => undefined);
  while (!ended) {
    await wake.promise;
    wake = Promise.withResolvers();
    const told: { step: Step } | null = latest;
    latest = null;
    if (told) yield (told as { step: Step }).step;
  }
  const last = latest as { step: Step } | null;
  if (last) yield last.step;
  return working;
}
