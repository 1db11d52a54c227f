import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { Interruption } from '../queue/interruption.ts';

/** The most runs of one job, whether they ended with a temporary fault or with the death of the worker. */
export const attemptLimit = 3;

/** What to do after a run that did not succeed. */
export type Outcome =
  /** The job was cancelled, or another worker has it: report nothing. */
  | { kind: 'drop' }
  /** The queue has to run the job again. */
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
  // A bug or a failing machine: its message belongs in the log, and not in the answer to the owner.
  if (attempt < attemptLimit && isTemporary(error)) return { kind: 'again' };
  return {
    kind: 'fail',
    code: 'internal',
    message: 'The recording failed because of a fault in the service itself. Try again later.',
    level: 'error',
  };
}

/** A page that did not answer within its time-out gets one more attempt and not two: each one costs the owner 20 s. */
const attemptsAt = (kind: RecordingFault['kind']) => (kind === 'timeout' ? 2 : attemptLimit);

/** Whether the database or the disk was unavailable for a moment, which is no fault of the job. */
function isTemporary(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && temporaryCodes.has(code);
}
const temporaryCodes = new Set([
  // postgres.js
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  // the operating system
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EMFILE',
  'ENOSPC',
  // PostgreSQL: shutting down, crashed, starting up, too many connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // the event store: other processes kept changing the same demo
  'conflict',
]);
