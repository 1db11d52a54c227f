/** How many commands a second the event store appends, through the whole of `execute`, on a server that syncs to disk. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { systemClock } from '../../src/clock.ts';
import { connect } from '../../src/database/connect.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { newId } from '../../src/ids.ts';
import { createLogger } from '../../src/log.ts';
import { createEventStore } from '../../src/store/index.ts';
import type { Decider, Projection } from '../../src/store/types.ts';
import type { Figure } from './figure.ts';

const connections = 32;
const measureMs = 5_000;
const warmUpMs = 1_500;

export async function benchAppend(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  const log = createLogger('warn');
  const server = await startEmbeddedPostgres({ dataDir, log });
  try {
    await migrate({ url: server.url, log });
    const sql = connect(server.url, { max: connections });
    try {
      return await measureAll(sql);
    } finally {
      await sql.end();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureAll(sql: Sql): Promise<Figure[]> {
  await sql`create table bench_notes (id text primary key, text text not null, body jsonb not null, edits int not null, at timestamptz not null)`;
  await sql`create table bench_floor (id text primary key, data jsonb not null, at timestamptz not null)`;
  // What the machine allows: the same bytes as one bare row, through the same driver and connections.
  const floor = await measure(
    () => sql`insert into bench_floor values (${newId('cmd')}, ${sql.json(note)}, ${new Date()})`,
  );
  const append = (projections: Projection[], chained: boolean) => {
    const store = createEventStore({
      sql,
      clock: systemClock,
      projections,
      upcasters: [],
      chained: () => chained,
    });
    return () =>
      store.execute({ commandId: newId('cmd'), metadata: { actor: 'bench' } }, (unit) =>
        unit.begin(notes, newId('proj')).decide(null),
      );
  };
  return [
    ...figures('appends', await measure(append([], false)), floor.perSec),
    ...figures('appends, hash chained', await measure(append([], true)), floor.perSec),
    ...figures('appends with two row changes', await measure(append([noteRows], false)), floor.perSec),
  ];
}

const note = { text: 'x'.repeat(200), tags: ['a', 'b'], size: { width: 1920, height: 1080 } };
const notes: Decider<null, { type: 'NoteWritten'; data: typeof note }, null> = {
  initial: null,
  evolve: (state) => state,
  decide: () => [{ type: 'NoteWritten', data: note }],
};
const noteRows: Projection = {
  name: 'bench notes',
  version: 1,
  tables: ['bench_notes'],
  handles: ['NoteWritten'],
  project: ({ stream, data, recordedAt }) => [
    {
      op: 'insert',
      table: 'bench_notes',
      row: { id: stream, text: note.text, body: data as typeof note, edits: 0, at: recordedAt },
    },
    { op: 'update', table: 'bench_notes', key: { id: stream }, set: { text: 'edited' }, add: { edits: 1 } },
  ],
};

interface Measured {
  perSec: number;
  p99Ms: number;
}

async function measure(work: () => PromiseLike<unknown>): Promise<Measured> {
  const begun = performance.now();
  const from = begun + warmUpMs;
  const until = from + measureMs;
  const latenciesMs: number[] = [];
  const client = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      await work();
      if (at >= from) latenciesMs.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  latenciesMs.sort((a, b) => a - b);
  return {
    perSec: latenciesMs.length / (measureMs / 1000),
    p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN,
  };
}

function figures(name: string, { perSec, p99Ms }: Measured, floor: number): Figure[] {
  const nobody = { group: 'append', peer: null, peerValue: null, ratio: null };
  return [
    { ...nobody, name: `${name}, ${connections} connections`, value: perSec, unit: '/s', floor },
    { ...nobody, name: `${name}, 99th percentile`, value: p99Ms, unit: 'ms', floor: null },
  ];
}
