/**
 * A fault of the service and not of the job. The queue remembers its message, so that the next run knows that the run before did not
 * end by the job's doing.
 */
export class OwnFault extends Error {
  constructor(cause: unknown) {
    super(`${ownFault}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'OwnFault';
  }
}
const ownFault = 'a fault of the service';

/** @param lastError what the queue remembers of a run. */
export const isOwnFault = (lastError: string | null): boolean => lastError?.startsWith(ownFault) ?? false;
