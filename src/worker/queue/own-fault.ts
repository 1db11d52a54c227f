/**
 * A fault of the service and not of the page. The queue remembers its message, so that the next run knows that the run before did not
 * end by the page's doing.
 */
export class OwnFault extends Error {
  constructor(cause: unknown) {
    super(`${ownFault}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'OwnFault';
  }
}
const ownFault = 'a fault of the service';

/** Whether the run before ended by such a fault. `lastError` is what the queue remembers of it. */
export const wasOwnFault = (lastError: string | null): boolean => lastError?.startsWith(ownFault) ?? false;
