import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { Logger } from '../log.ts';
import { inlineChanges } from './projector.ts';
import { readHead, readSettled } from './read.ts';
import { toStatements } from './statements.ts';
import type { SubjectKeys } from './subject-keys.ts';
import type { Doorbell, Projection, Reaction, ReactionJob, RowChange, StoredEvent } from './types.ts';
import { createUpcasts, type Upcaster } from './upcast.ts';

interface CatchUpOptions {
  sql: Sql;
  /** For the one connection whose session holds the leader's locks. */
  url: string;
  /** Not inline: reports, deliveries, search. Their tables may lag behind the log. */
  projections: readonly (Projection | Reaction)[];
  upcasters: readonly Upcaster[];
  /** Open what is sealed. A log without a sealed event needs none. */
  keys?: SubjectKeys | undefined;
  doorbell: Doorbell;
  log: Logger;
  /** How long the leader's connection may take to answer, which reads nothing from the disk. Default 10,000. */
  patienceMs?: number;
}

const pollEveryMs = 2_000;
const batchSize = 500;

/**
 * Keeps catching-up projections and reactions up to date from their checkpoints. Any number of processes may run it; for each projection
 * one of them leads at a time, and a step counts only where the checkpoint is still where the step began.
 */
export function startCatchUp(options: CatchUpOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  const handled = new Set(options.projections.flatMap(({ handles }) => handles));
  const off = options.doorbell.bus.on('event', ({ data }) => void (handled.has(data.type) && wake()));

  let session = openSession(options.url);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      for (const projection of options.projections)
        await catchUp(options, session, projection).catch(async (error: unknown) => {
          options.log.error({ err: error, projection: projection.name }, 'a projection could not catch up');
          if (!(error instanceof SessionIsSilent)) return;
          const silent = session;
          session = openSession(options.url);
          await silent.end({ timeout: 0 });
        });
      await Promise.race([
        woken,
        sleep(pollEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined),
      ]);
    }
  }

  const running = run();
  return {
    async stop() {
      off();
      stopping.abort();
      await running;
      await session.end({ timeout: 2 });
    },
  };
}

class SessionIsSilent extends Error {}

/**
 * The connection that holds the leader's locks. Where the network forgets it, the server notices after 90 s, by the keep-alives asked for here,
 * and another process may lead. By itself it notices after two hours.
 */
const openSession = (url: string) =>
  postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => undefined,
    connection: { tcp_keepalives_idle: 60, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 },
  });

/** @throws SessionIsSilent where no answer comes: the network may have forgotten the connection, and tells nobody */
async function leads(session: Sql, name: string, patienceMs: number): Promise<boolean> {
  const silence = new AbortController();
  const silent = sleep(patienceMs, undefined, { signal: silence.signal, ref: false }).then(() => {
    throw new SessionIsSilent('The connection that holds the locks of projections does not answer.');
  });
  silent.catch(() => undefined);
  // Asked each time: a session that was lost has lost its locks, and one that holds the lock gets it again at once.
  const asked = session<{ leads: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended(${name}, 2)) as leads`.then(
    ([answer]) => answer?.leads ?? false,
  );
  try {
    return await Promise.race([asked, silent]);
  } finally {
    asked.catch(() => undefined);
    silence.abort();
  }
}

/** Steps until the log's end, if this process leads. */
async function catchUp(
  { sql, upcasters, keys, patienceMs = 10_000 }: CatchUpOptions,
  session: Sql,
  projection: Projection | Reaction,
): Promise<void> {
  if (!(await leads(session, projection.name, patienceMs))) return;
  const reading = { upcasts: createUpcasts(upcasters), keys };
  for (;;) {
    const after = await readCheckpoint(sql, projection);
    const upTo = await readHead(sql);
    if (after >= upTo) return;
    const range = { after, upTo, limit: batchSize, types: projection.handles };
    const events = await readSettled(sql, reading, range);
    const { changes, jobs } = await whatFollows(projection, events);
    const reached = events.length === batchSize ? events.at(-1)!.position : upTo;
    const [step] = await sql<{ done: boolean }[]>`
      select advance_projection(
        ${projection.name}, ${after}, ${reached},
        ${JSON.stringify(toStatements(changes))}::text::jsonb, ${JSON.stringify(jobs)}::text::jsonb
      ) as done`;
    if (!step?.done) return;
  }
}

async function whatFollows(
  from: Projection | Reaction,
  events: StoredEvent[],
): Promise<{ changes: RowChange[]; jobs: ReactionJob[] }> {
  if ('react' in from) return from.react(events);
  return { changes: events.flatMap((event) => inlineChanges([from], event)), jobs: [] };
}

/** Notes a projection that is new. That is part of each step and not of the start, which a database that is away for a second would end. */
async function readCheckpoint(sql: Sql, { name, version }: Projection | Reaction): Promise<number> {
  const [checkpoint] = await sql<
    { position: number }[]
  >`select position from projections where name = ${name}`;
  if (checkpoint) return checkpoint.position;
  await sql`
    insert into projections (name, version, position) values (${name}, ${version}, 0)
    on conflict (name) do nothing`;
  return 0;
}
