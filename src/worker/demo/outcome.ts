import { RecordingFault } from '../../recorder/contract/fault.ts';
import { RecorderDied } from '../film/recorder-died.ts';
import type { Interruption } from '../queue/interruption.ts';
import { isOwnFault } from '../queue/own-fault.ts';

/** The most runs of one job, whether they ended with a temporary fault or with the death of the worker. */
const attemptLimit = 3;

/**
 * The most runs where the service itself was at fault: the database was away, the disk full, the browser or the encoder was killed. The
 * queue waits longer after each run, so this outlasts 4 minutes.
 */
const ownFaultLimit = 6;

/** Whether a job has had all its runs. `lastError` is what the queue remembers of the run before. */
export const isUsedUp = (attempt: number, lastError: string | null): boolean =>
  attempt > (isOwnFault(lastError) ? ownFaultLimit : attemptLimit);

/** The shortest films take this long. A run with less time would only replace the page's fault by that of the deadline. */
const leastRunMs = 10_000;

/** What to do after a run that did not succeed. */
export type Outcome =
  /** The job was cancelled, or another worker has it: report nothing. */
  | { kind: 'drop' }
  /** The queue has to run the job again. `isOwn`: the page had no part in it. */
  | { kind: 'again'; isOwn?: true }
  | { kind: 'fail'; code: string; message: string; level: 'info' | 'error' };

/**
 * @param interruption why the run was interrupted, null where it was not.
 * @param attempt 1 for the first run.
 * @param leftMs how much of the job's time is left
 */
export function outcomeOf(
  error: unknown,
  interruption: Interruption | null,
  attempt: number,
  leftMs: number,
): Outcome {
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
    if (ownKinds.has(error.kind) && error.retryable) return again(attempt, error.kind, error.message);
    const mayRunAgain = attempt < attemptsAt(error.kind) && leftMs >= leastRunMs;
    if (error.retryable && mayRunAgain) return { kind: 'again' };
    return { kind: 'fail', code: error.kind, message: error.message, level: 'info' };
  }
  if (error instanceof RecorderDied) {
    const message =
      'The recording stopped the recorder, so it was given up. The page may need more memory than there is.';
    if (error.isKilled) return again(attempt, 'worker_died', message);
    if (attempt < attemptLimit) return { kind: 'again' };
    return { kind: 'fail', code: 'worker_died', message, level: 'error' };
  }
  // A bug or a failing machine: its message belongs in the log, and not in the answer to the owner.
  const [code, message] = [
    'internal',
    'The recording failed because of a fault in the service itself. Try again later.',
  ];
  return isTemporary(error) ? again(attempt, code, message) : { kind: 'fail', code, message, level: 'error' };
}

const again = (attempt: number, code: string, message: string): Outcome =>
  attempt < ownFaultLimit ? { kind: 'again', isOwn: true } : { kind: 'fail', code, message, level: 'error' };

/** Programs of the service that were killed, by the kernel or by an operator. */
const ownKinds = new Set<RecordingFault['kind']>(['browser', 'encoder']);

/** A page that did not answer within its time-out gets one more attempt and not two: each one costs the owner 20 s. */
const attemptsAt = (kind: RecordingFault['kind']) => (kind === 'timeout' ? 2 : attemptLimit);

/** Whether the database, the disk or the browser was gone for a moment, which is no fault of the job. */
function isTemporary(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (typeof code === 'string' && temporaryCodes.has(code)) || isBrowserGone(error);
}

/** What puppeteer throws from a call that was running, or came, when the browser died. */
const isBrowserGone = (error: unknown) =>
  error instanceof Error &&
  (/^(?:TargetCloseError|ConnectionClosedError)$/.test(error.name) ||
    /detached Frame|Session closed|Target closed|Connection closed/i.test(error.message));

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
  'ENFILE',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  // PostgreSQL: shutting down, crashed, starting up, too many connections, out of disk and memory, a failing disk
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '58030',
  // the bucket of the media
  'storage_unavailable',
  // the event store: other processes kept changing the same demo
  'conflict',
]);
