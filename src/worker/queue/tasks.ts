import type { z } from 'zod';
import type { Logger } from '../../log.ts';

/** A kind of job: what it is called in the queue, what its payload must be, and how long it may take. */
export interface TaskDefinition<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** After this the task's signal aborts with a `deadline` interruption. */
  deadlineMs: number;
  /** When it runs by itself, as cron writes it, in UTC: at one worker, whatever their number. */
  schedule?: string;
  /** Whether a moment that was missed while no worker was there is made up for within a day; yes unless said otherwise. */
  makesUpForMissed?: boolean;
}

/** What a handler is given beside its payload. */
export interface TaskContext {
  /** Aborts with an Interruption as its reason. */
  signal: AbortSignal;
  /** 1 on the first run; a run that was handed back by a graceful stop does not count. */
  attempt: number;
  /** A folder of this run alone; it is removed when the run ends, whichever way. */
  folder: string;
  log: Logger;
  /** Throws a `lease_lost` interruption where the job belongs to another worker by now. Call it before telling an outcome. */
  confirm(): Promise<void>;
}

/** Ends normally: the job is done. Throws: it is tried again later, after 2.7, 7.4, 20 … seconds. */
export type TaskHandler<Payload> = (payload: Payload, context: TaskContext) => Promise<void>;

/** A definition with its handler and with the payload's type closed over, as the runner keeps them. */
export interface Task {
  name: string;
  deadlineMs: number;
  schedule: string | null;
  makesUpForMissed: boolean;
  /** Parses the payload and runs the handler; a payload that does not fit throws an InvalidPayload. */
  perform(payload: unknown, context: TaskContext): Promise<void>;
}

/** Such a job can never succeed: it is dropped with a line in the log. */
export class InvalidPayload extends Error {}

export function task<Payload>(definition: TaskDefinition<Payload>, handle: TaskHandler<Payload>): Task {
  return {
    name: definition.name,
    deadlineMs: definition.deadlineMs,
    schedule: definition.schedule ?? null,
    makesUpForMissed: definition.makesUpForMissed ?? true,
    async perform(payload, context) {
      const parsed = definition.payload.safeParse(payload);
      if (!parsed.success) throw new InvalidPayload(parsed.error.message);
      await handle(parsed.data, context);
    },
  };
}
