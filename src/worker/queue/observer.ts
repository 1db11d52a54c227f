import { z } from 'zod';

/** Where a job was asked for. The event store writes it into the payload; jobs that nobody asked for have none. */
const originSchema = z.object({ requestId: z.string().optional(), traceparent: z.string().optional() });
export type JobOrigin = z.infer<typeof originSchema>;

/** One run of a job, as whoever measures it sees it. */
export interface ObservedJob {
  task: string;
  queueId: string;
  attempt: number;
  /** From when it was due to the beginning of this run. */
  waitedMs: number;
  origin: JobOrigin;
}

/** Does the run, and passes on the error with which it ends. */
export type JobObserver = (job: ObservedJob, run: () => Promise<void>) => Promise<void>;

export const unobserved: JobObserver = (_job, run) => run();

export const originOf = (payload: unknown): JobOrigin =>
  z.object({ origin: originSchema }).safeParse(payload).data?.origin ?? {};
