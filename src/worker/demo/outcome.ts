import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { Interruption } from '../queue/interruption.ts';

/** Runs of one job, whether they ended in a passing fault or with the death of their worker. */
export const attemptLimit = 3;

/** What is to be done about a run that did not end well. */
export type Outcome =
  /** Nobody wants it, or it is another worker's: say nothing. */
  | { kind: 'drop' }
  /** The queue shall run it again. */
  | { kind: 'again' }
  | { kind: 'fail'; code: string; message: string; level: 'info' | 'error' };

/**
 * @param interruption why the run was interrupted, null where it was not.
 * @param attempt 1 for the first run.
 */
export function outcomeOf(error: unknown, interruption: Interruption | null, attempt: number): Outcome {
  switch (interruption?.kind) {
    case 'cancelled':
      return { kind: 'drop' };
    case 'stopping':
    case 'lease_lost':
      return { kind: 'again' };
    case 'deadline': {
      const message = `The recording was stopped because it was not done in time. ${interruption.message}`;
      return { kind: 'fail', code: 'deadline', message, level: 'error' };
    }
  }
  if (error instanceof RecordingFault) {
    if (error.retryable && attempt < attemptsAt(error.kind)) return { kind: 'again' };
    return { kind: 'fail', code: error.kind, message: error.message, level: 'info' };
  }
  // A bug or a failing machine: what it says is for the log alone.
  if (attempt < attemptLimit && isPassing(error)) return { kind: 'again' };
  return {
    kind: 'fail',
    code: 'internal',
    message: 'The recording failed because of a fault in the service itself. Try again later.',
    level: 'error',
  };
}

/** A page that was silent for a whole time-out is asked once more, not twice: each costs its owner 20 s of waiting. */
const attemptsAt = (kind: RecordingFault['kind']) => (kind === 'timeout' ? 2 : attemptLimit);

/** The database or the disk was out of reach for a moment, which says nothing about the job. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && passingCodes.has(code);
}
const passingCodes = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EMFILE', 'ENOSPC'],
  // PostgreSQL: shutting down, crashed, starting up, too many connections.
  ...['57P01', '57P02', '57P03', '53300'],
  // The event store: others kept changing the same demo.
  'conflict',
]);
