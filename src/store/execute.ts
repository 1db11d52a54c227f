import type { Clock } from '../clock.ts';
import { conflict } from '../errors.ts';
import type { AppendSettings } from './append.ts';
import type { Append } from './group-commit.ts';
import type { KnownStates } from './known-states.ts';
import { type Reading, readCommand, readStream } from './read.ts';
import type { Turns } from './turns.ts';
import type { CommandContext, ExecuteResult, JobRequest, JsonObject, UnitOfWork } from './types.ts';
import { createDraft } from './unit.ts';

export interface ExecuteSettings extends AppendSettings {
  append: Append;
  clock: Clock;
  reading: Reading;
  turns: Turns;
  known: KnownStates;
  /** What every job carries of the place where it was asked for; see `EventStoreOptions`. */
  traceparent: () => string | null;
}

const retries = 3;

/** Load → decide → append; see EventStore.execute. */
export async function execute<T>(
  settings: ExecuteSettings,
  context: CommandContext,
  work: (unit: UnitOfWork) => Promise<T> | T,
): Promise<ExecuteResult<T>> {
  const { sql, reading } = settings;
  const sources = {
    read: (stream: string, fromVersion: number) => readStream(sql, reading, stream, { fromVersion }),
    upcasts: reading.upcasts,
    known: settings.known,
  };
  let endTurn = () => {};
  try {
    for (let attempt = 0; ; attempt++) {
      const draft = createDraft(sources);
      const value = await work(draft.unit);
      const { events } = draft;
      const jobs = draft.jobs.map((job) => withOrigin(job, context, settings.traceparent()));
      if (events.length === 0 && jobs.length === 0) return { value, duplicate: false, events: [] };
      const streams = draft.streams.filter(({ stream }) => events.some((event) => event.stream === stream));
      const recordedAt = settings.clock.now();
      const outcome = await settings.append({ context, streams, events, jobs, recordedAt });
      if (outcome.kind === 'appended') {
        draft.settle(outcome.events);
        return { value, duplicate: false, events: outcome.events };
      }
      if (outcome.kind === 'duplicate') {
        const first = await readCommand(sql, reading, context.commandId);
        return { value, duplicate: true, events: first };
      }
      if (attempt === retries)
        throw conflict('conflict', 'Somebody else changed the same record at the same time. Try again.');
      endTurn();
      endTurn = await settings.turns.take(streams.map(({ stream }) => stream));
    }
  } finally {
    endTurn();
  }
}

/** A job says in `origin` which request asked for it, so that logs and traces of another process can name that request. */
function withOrigin(job: JobRequest, { metadata }: CommandContext, traceparent: string | null): JobRequest {
  const origin: JsonObject = {
    ...(metadata.requestId !== undefined && { requestId: metadata.requestId }),
    ...(traceparent !== null && { traceparent }),
  };
  return Object.keys(origin).length === 0 ? job : { ...job, payload: { ...job.payload, origin } };
}
