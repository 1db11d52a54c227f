import type { z } from 'zod';
import type { Logger } from '../../log.ts';

/** A kind of job: its name in the queue, the schema of its payload, and how long it may take. */
export interface TaskDefinition<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /**
   * After this time the task's signal aborts with a `deadline` interruption. The runs of a job share it. A run that ends by a fault of the
   * service itself, or because its worker stops, takes nothing of it.
   */
  deadlineMs: number;
  /** A cron expression in UTC at which the task runs by itself, on one worker of all. */
  schedule?: string;
  /** Whether a scheduled run that no worker was there for is made up for within a day. Default: true. */
  makesUpForMissed?: boolean;
}

/** What a handler gets beside its payload. */
export interface TaskContext {
  /** Aborts with an Interruption as its reason. */
  signal: AbortSignal;
  /** 1 on the first run. A run that a graceful stop gave back does not count. */
  attempt: number;
  /** The message of the error with which the run before ended. Null on the first run, and where no run has failed. */
  lastError: string | null;
  /** How much is left of the time that all runs of the job have together. */
  leftMs(): number;
  /** A folder for this run alone. It is removed when the run ends, however it ends. */
  folder: string;
  log: Logger;
  /** Throws a `lease_lost` interruption where another worker has the job by now. Call it before reporting a result. */
  confirm(): Promise<void>;
}

/** Where it returns, the job is done. Where it throws, the job is tried again after 2.7, 7.4, 20 … seconds. */
export type TaskHandler<Payload> = (payload: Payload, context: TaskContext) => Promise<void>;

/** A definition with its handler, without the payload's type: the form in which the runner keeps all tasks in one list. */
export interface Task {
  name: string;
  deadlineMs: number;
  schedule: string | null;
  makesUpForMissed: boolean;
  /** Parses the payload and runs the handler. Throws InvalidPayload where the payload does not match the schema. */
  perform(payload: unknown, context: TaskContext): Promise<void>;
}

/**
 * A job that this code cannot do. Newer code may have asked for it, so it stays in the queue, is tried again like one that failed, and
 * counts as failed when its attempts are used up.
 */
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
