import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { Logger } from '../log.ts';
import { inlineChanges } from './projector.ts';
import { readHead, readSettled } from './read.ts';
import type { SubjectKeys } from './seals/subject-keys.ts';
import { toStatements } from './statements.ts';
import type { Doorbell, Projection, Reaction, ReactionJob, RowChange, StoredEvent } from './types.ts';
import { createUpcasts, NewerEvent, type Upcaster } from './upcast.ts';

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
  /** How long nobody of the newer code may have led before this code goes on in its place. Default 60,000. */
  takeBackAfterMs?: number;
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

  /** By projection: since when this process finds nobody who leads it. */
  const leaderless = new Map<string, number>();
  const left = new Set<string>();

  /** Others lead from here on, who understand what comes next. */
  async function letGo(name: string): Promise<void> {
    if (!left.has(name)) options.log.info({ projection: name }, 'this projection is left to newer code');
    left.add(name);
    await session`select pg_advisory_unlock_all()`.catch(() => undefined);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      for (const projection of options.projections)
        await catchUp(options, session, projection, leaderless).catch(async (error: unknown) => {
          if (isOfNewerCode(error)) return letGo(projection.name);
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
/** Newer code has claimed the projection, which knows events that this code would pass over. */
class NewerCodeLeads extends Error {}

const isOfNewerCode = (error: unknown) => error instanceof NewerCodeLeads || error instanceof NewerEvent;

/**
 * Where nobody of the newer code has led for a minute, an upgrade was taken back: then this code goes on.
 * @throws NewerCodeLeads until then
 */
async function takeBack(
  sql: Sql,
  { name, version }: Projection | Reaction,
  leaderless: Map<string, number>,
  afterMs: number,
): Promise<void> {
  const sinceMs = leaderless.get(name) ?? performance.now();
  leaderless.set(name, sinceMs);
  if (performance.now() - sinceMs < afterMs) throw new NewerCodeLeads();
  await sql`update projections set version = ${version} where name = ${name}`;
  leaderless.delete(name);
}

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
  // A process that runs asks for the lead every 2 s.
  { sql, upcasters, keys, patienceMs = 10_000, takeBackAfterMs = 60_000 }: CatchUpOptions,
  session: Sql,
  projection: Projection | Reaction,
  leaderless: Map<string, number>,
): Promise<void> {
  const claimed = await claimVersion(sql, projection);
  if (!(await leads(session, projection.name, patienceMs))) return void leaderless.delete(projection.name);
  if (claimed > projection.version) await takeBack(sql, projection, leaderless, takeBackAfterMs);
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
        ${JSON.stringify(toStatements(changes))}::text::jsonb, ${JSON.stringify(jobs)}::text::jsonb,
        ${projection.version}
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

/**
 * Notes a projection that is new, and a reaction whose code is newer than what led so far: older code leads no more from then on. A read
 * model gets its version by a rebuild alone. That is part of each step and not of the start, which a database that is away for a second
 * would end.
 * @returns the newest version that is noted
 */
async function claimVersion(sql: Sql, projection: Projection | Reaction): Promise<number> {
  const { name, version } = projection;
  const [known] = await sql<{ version: number }[]>`select version from projections where name = ${name}`;
  if (known && (known.version >= version || !('react' in projection))) return known.version;
  const [claimed] = await sql<{ version: number }[]>`
    insert into projections (name, version, position) values (${name}, ${version}, 0)
    on conflict (name) do update set version = greatest(projections.version, excluded.version)
    returning version`;
  return claimed!.version;
}

async function readCheckpoint(sql: Sql, { name }: Projection | Reaction): Promise<number> {
  const [checkpoint] = await sql<
    { position: number }[]
  >`select position from projections where name = ${name}`;
  return checkpoint?.position ?? 0;
}
