import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { conflict } from '../errors.ts';
import { type AppendSettings, append } from './append.ts';
import { readCommand, readStream } from './read.ts';
import type { CommandContext, ExecuteResult, UnitOfWork } from './types.ts';
import { createDraft } from './unit.ts';
import type { Upcasts } from './upcast.ts';

export interface ExecuteSettings extends AppendSettings {
  clock: Clock;
  upcasts: Upcasts;
}

const retries = 3;

/** Load → decide → append; see EventStore.execute. */
export async function execute<T>(
  settings: ExecuteSettings,
  context: CommandContext,
  work: (unit: UnitOfWork) => Promise<T> | T,
): Promise<ExecuteResult<T>> {
  const { sql, upcasts } = settings;
  const sources = {
    read: (stream: string) => readStream(sql, upcasts, stream),
    currentVersion: upcasts.currentVersion,
  };
  for (let attempt = 0; ; attempt++) {
    const draft = createDraft(sources);
    const value = await work(draft.unit);
    const { streams, events, jobs } = draft;
    if (events.length === 0 && jobs.length === 0) return { value, duplicate: false, events: [] };
    const outcome = await append(settings, {
      context,
      events,
      jobs,
      streams: streams.filter(({ stream }) => events.some((event) => event.stream === stream)),
      recordedAt: settings.clock.now(),
    });
    if (outcome.kind === 'appended') return { value, duplicate: false, events: outcome.events };
    if (outcome.kind === 'duplicate')
      return {
        value,
        duplicate: true,
        events: await readCommand(sql, upcasts, context.commandId),
      };
    if (attempt === retries)
      throw conflict('conflict', 'Somebody else changed the same record at the same time. Try again.');
    // Writers that collided once would collide again in step.
    await sleep(Math.random() * 10 * 2 ** attempt);
  }
}
