/** How fast a contender was. */
export interface Pace {
  perSec: number;
  p50Ms: number;
  p99Ms: number;
}

export type Contender = () => PromiseLike<unknown>;

const warmUpMs = 400;

/**
 * The median pace of each contender. They run in turns, round after round, so that other work on the machine strikes all of them
 * alike. A contender has `clients` callers, and each begins its next call when its last one is answered.
 */
export async function race<Name extends string>(
  contenders: Record<Name, Contender>,
  { clients, rounds, roundMs }: { clients: number; rounds: number; roundMs: number },
): Promise<Record<Name, Pace>> {
  const names = Object.keys(contenders) as Name[];
  const paces = new Map<Name, Pace[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) paces.get(name)!.push(await lap(contenders[name], clients, roundMs));
  return Object.fromEntries(names.map((name) => [name, medianPace(paces.get(name)!)])) as Record<Name, Pace>;
}

async function lap(work: Contender, clients: number, roundMs: number): Promise<Pace> {
  const from = performance.now() + warmUpMs;
  const until = from + roundMs;
  const latenciesMs: number[] = [];
  const client = async () => {
    for (let at = performance.now(); at < until; ) {
      await work();
      const end = performance.now();
      if (at >= from && end <= until) latenciesMs.push(end - at);
      at = end;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return {
    perSec: latenciesMs.length / (roundMs / 1000),
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  };
}

const medianPace = (paces: Pace[]): Pace => ({
  perSec: median(paces.map((pace) => pace.perSec)),
  p50Ms: median(paces.map((pace) => pace.p50Ms)),
  p99Ms: median(paces.map((pace) => pace.p99Ms)),
});

export const median = (values: number[]) => quantile(values, 0.5);

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
