import { type Customer, order, ready, signUp } from './ask.ts';
import type { Container } from './containers.ts';
import { healthy, type Stage, startDatabase, startService, startSite } from './stage.ts';

const wish = { prompt: 'Show the pricing', duration_target: '5s', resolution: '720p' };
/** A new account has ten films, which two workers use up. */
const filmsPerWorker = 4;
/** What a worker's machine has. Two of them leave half of a machine with two processors to the API, the database and the site. */
const cpus = 0.5;

/**
 * Measures what a second worker adds. Each worker has half a processor, so that the workers do not take it from each other: what is missing
 * of the double is what the service itself costs, in its database, queue and media.
 */
export async function measureScale(stage: Stage): Promise<void> {
  const { say } = stage;
  await (await startService(stage, 'secrets')).ended;
  const { server } = await startDatabase(stage);
  const site = await startSite(stage);
  const api = await startService(stage, 'api');
  await healthy(api);
  const computed = [await compute(stage, 1), await compute(stage, 2)] as const;
  const machine = (computed[1] - computed[0]) / computed[0];
  say(
    `the machine itself: a second computation on ${cpus} of a processor adds ${machine.toFixed(2)} of the first`,
  );
  const workers: Container[] = [];
  const rates: number[] = [];
  const costs: number[] = [];
  for (const count of [1, 2]) {
    while (workers.length < count)
      workers.push(await startService(stage, 'worker', { name: `worker-${workers.length + 1}`, cpus }));
    const customer = await signUp(api, `customer-${count}`);
    // What a worker does once, as unpacking the browser, is not measured.
    await filmAll(api, customer, count);
    const films = count * filmsPerWorker;
    const before = [await cpuSeconds(workers), await cpuSeconds([api, server, site])] as const;
    rates.push(filmsAnHour(await filmAll(api, customer, films)));
    costs.push(((await cpuSeconds(workers)) - before[0]) / films);
    const others = ((await cpuSeconds([api, server, site])) - before[1]) / films;
    say(
      `${count} of ${cpus} processors: ${rates.at(-1)!.toFixed(0)} films an hour (5 s, 720p); a film takes ${costs.at(-1)!.toFixed(1)} s of a worker’s processor, and ${others.toFixed(1)} s of API, database and site`,
    );
  }
  const [one = 0, two = 0] = rates;
  const added = (two - one) / one;
  const [costOfOne = 0, costOfTwo = 0] = costs;
  // A machine that is shared takes away time, but the processor counts what it has done for us.
  const addedWork = (2 * costOfOne) / costOfTwo - 1;
  say(
    `by the clock ${(one / cpus).toFixed(0)} films an hour and processor, and the second worker adds ${added.toFixed(2)} of the first; by the processor's time ${(3600 / costOfOne).toFixed(0)} and ${addedWork.toFixed(2)}`,
  );
}

async function cpuSeconds(machines: readonly Container[]): Promise<number> {
  const taken = await Promise.all(machines.map((machine) => machine.cpuSeconds()));
  return taken.reduce((sum, one) => sum + one, 0);
}

/**
 * What the same share of the processors computes where nothing is shared but the machine: its processors may be threads of one core, or be
 * taken away by a host. @returns hashes of all machines together
 */
async function compute(stage: Stage, count: number): Promise<number> {
  const script = `const { createHash } = require('node:crypto'); const end = Date.now() + 15000; let hashes = 0;
    while (Date.now() < end) { createHash('sha256').update(Buffer.alloc(65536)).digest(); hashes += 1; } console.log(hashes)`;
  const machines = [];
  for (let n = 1; n <= count; n++)
    machines.push(
      await startService(stage, 'worker', {
        name: `compute-${count}-${n}`,
        args: ['node', '-e', script],
        cpus,
      }),
    );
  await Promise.all(machines.map(({ ended }) => ended));
  const said = await Promise.all(machines.map((machine) => machine.log()));
  return said.reduce((sum, text) => sum + Number(text), 0);
}

interface Span {
  startedMs: number;
  endedMs: number;
}

async function filmAll(api: Container, customer: Customer, count: number): Promise<Span[]> {
  const ids = [];
  for (let n = 0; n < count; n++) ids.push(await order(api, customer, wish));
  const spans = [];
  for (const id of ids) {
    const { latestJob } = await ready(api, customer, id);
    spans.push({ startedMs: Date.parse(latestJob.started_at), endedMs: Date.parse(latestJob.completed_at) });
  }
  return spans;
}

/** Each worker by itself, from the start of its first film to the end of its last: one may have nothing to do while the other still works. */
function filmsAnHour(films: readonly Span[]): number {
  const workers: Span[][] = [];
  for (const film of films.toSorted((one, other) => one.startedMs - other.startedMs)) {
    const free = workers.find((made) => made.at(-1)!.endedMs <= film.startedMs);
    if (free) free.push(film);
    else workers.push([film]);
  }
  return workers.reduce(
    (sum, made) => sum + (made.length * 3_600_000) / (made.at(-1)!.endedMs - made[0]!.startedMs),
    0,
  );
}
