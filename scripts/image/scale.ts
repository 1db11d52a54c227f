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
  await startDatabase(stage);
  await startSite(stage);
  const api = await startService(stage, 'api');
  await healthy(api);
  const computed = [await compute(stage, 1), await compute(stage, 2)] as const;
  const machine = (computed[1] - computed[0]) / computed[0];
  say(
    `the machine itself: a second computation on ${cpus} of a processor adds ${machine.toFixed(2)} of the first`,
  );
  const workers: Container[] = [];
  const rates: number[] = [];
  for (const count of [1, 2]) {
    while (workers.length < count)
      workers.push(await startService(stage, 'worker', { name: `worker-${workers.length + 1}`, cpus }));
    const customer = await signUp(api, `customer-${count}`);
    // What a worker does once, as unpacking the browser, is not measured.
    await filmAll(api, customer, count);
    rates.push(filmsAnHour(await filmAll(api, customer, count * filmsPerWorker)));
    say(`${count} of ${cpus} processors: ${rates.at(-1)!.toFixed(0)} films an hour (5 s, 720p)`);
  }
  const [one = 0, two = 0] = rates;
  const added = (two - one) / one;
  say(
    `${(one / cpus).toFixed(0)} films an hour and processor; the second worker adds ${added.toFixed(2)} of the first`,
  );
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
