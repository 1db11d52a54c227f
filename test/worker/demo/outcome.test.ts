import { describe, expect, test } from 'vitest';
import { RecordingFault } from '../../../src/recorder/contract/fault.ts';
import { defaultLimits, overLimit } from '../../../src/recorder/contract/limits.ts';
import { isUsedUp, outcomeOf as judge } from '../../../src/worker/demo/outcome.ts';
import { RecorderDied } from '../../../src/worker/film/recorder-died.ts';
import { Interruption } from '../../../src/worker/queue/interruption.ts';
import { OwnFault } from '../../../src/worker/queue/own-fault.ts';
import { RunFailed, timeTakenMs } from '../../../src/worker/queue/time-taken.ts';

const outcomeOf = (error: unknown, interruption: Interruption | null, attempt: number, leftMs = 60_000) =>
  judge(error, interruption, attempt, leftMs);

const crash = new RecordingFault('page_crashed', 'The page crashed.', { retryable: true });
const missing = new RecordingFault('http_status', 'The page answered with status 404.');

describe('what becomes of a run that failed', () => {
  test('a fault that can pass is tried again, three runs in all, and then the demo fails with its code and sentence', () => {
    expect([1, 2].map((attempt) => outcomeOf(crash, null, attempt).kind)).toEqual(['again', 'again']);
    expect(outcomeOf(crash, null, 3)).toMatchObject({
      kind: 'fail',
      code: 'page_crashed',
      message: 'The page crashed.',
    });
  });

  test('a page that timed out is tried only once more', () => {
    const silent = new RecordingFault('timeout', 'The page does not answer.', { retryable: true });
    expect([1, 2].map((attempt) => outcomeOf(silent, null, attempt).kind)).toEqual(['again', 'fail']);
  });

  test('a fault that can pass fails where the time that is left suffices for no film', () => {
    expect(outcomeOf(crash, null, 1, 9_999)).toMatchObject({ kind: 'fail', code: 'page_crashed' });
    expect(outcomeOf(crash, null, 1, 10_000)).toEqual({ kind: 'again' });
  });

  test('a page that took more than it may would do so again', () => {
    const greedy = overLimit('memoryBytes', defaultLimits);
    expect(outcomeOf(greedy, null, 1)).toMatchObject({
      kind: 'fail',
      code: 'over_limit',
      message: 'The page took more than 2 GB of memory.',
    });
  });

  test('a fault that cannot pass fails at once', () => {
    expect(outcomeOf(missing, null, 1)).toMatchObject({ kind: 'fail', code: 'http_status' });
  });

  test('a bug makes the demo fail at once, and the user sees nothing of it', () => {
    const outcome = outcomeOf(new TypeError('secret of the house'), null, 1);
    expect(outcome).toMatchObject({ kind: 'fail', code: 'internal' });
    expect(JSON.stringify(outcome)).not.toContain('secret of the house');
  });

  test('a database that is away for a moment is no reason to fail', () => {
    const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
    expect(outcomeOf(away, null, 1)).toEqual({ kind: 'again', isOwn: true });
    expect(outcomeOf(away, null, 5)).toEqual({ kind: 'again', isOwn: true });
    expect(outcomeOf(away, null, 6)).toMatchObject({ kind: 'fail', code: 'internal' });
  });

  test.each([
    [
      'the encoder was killed',
      new RecordingFault('encoder', 'The video could not be encoded.', { retryable: true }),
    ],
    ['the browser was killed while it was asked', new Error('Attempted to use detached Frame "5F1C".')],
    [
      'the browser was killed before it was asked',
      new Error('Protocol error (Page.navigate): Session closed.'),
    ],
    ['the disk of the database was full', Object.assign(new Error('no space'), { code: '53100' })],
    ['the disk failed', Object.assign(new Error('read failed'), { code: 'EIO' })],
    ['the disk was full', Object.assign(new Error('write failed'), { code: 'ENOSPC' })],
  ])('%s: the run is done again and not held against the page', (_, error) => {
    expect(outcomeOf(error, null, 4)).toEqual({ kind: 'again', isOwn: true });
  });

  test('a process that recorded and was killed is no doing of the page, and one that crashed may be', () => {
    const killed = new RecorderDied({ code: null, signal: 'SIGKILL' });
    expect(outcomeOf(killed, null, 5)).toEqual({ kind: 'again', isOwn: true });
    expect(outcomeOf(killed, null, 6)).toMatchObject({ kind: 'fail', code: 'worker_died' });
    const crashed = new RecorderDied({ code: null, signal: 'SIGSEGV' });
    expect(outcomeOf(crashed, null, 2)).toEqual({ kind: 'again' });
    expect(outcomeOf(crashed, null, 3)).toMatchObject({ kind: 'fail', code: 'worker_died' });
  });

  test('an encoder that fails by itself would fail again', () => {
    const broken = new RecordingFault('encoder', 'The video could not be encoded.');
    expect(outcomeOf(broken, null, 1)).toMatchObject({ kind: 'fail', code: 'encoder' });
  });

  test('a job whose workers died is given up after three runs, and later where the service was at fault before', () => {
    const away = new OwnFault(new Error('terminating connection')).message;
    expect([1, 2, 3, 4].map((attempt) => isUsedUp(attempt, null))).toEqual([false, false, false, true]);
    expect([4, 6, 7].map((attempt) => isUsedUp(attempt, away))).toEqual([false, false, true]);
    expect(isUsedUp(4, 'The page crashed.')).toBe(true);
  });

  test('what the queue remembers of a run says how long all runs took, and whether the service was at fault', () => {
    const failed = new RunFailed(new OwnFault(new Error('It broke.')), 12_345.6);
    expect(timeTakenMs(failed.message)).toBe(12_346);
    expect(isUsedUp(4, failed.message)).toBe(false);
    expect([null, 'It broke.', 'It broke (5 ms so far) again'].map(timeTakenMs)).toEqual([0, 0, 0]);
  });

  test('the reason of an interruption counts for more than the fault that it caused', () => {
    const because = (kind: Interruption['kind']) => outcomeOf(crash, new Interruption(kind, 'because'), 3);
    expect(because('cancelled')).toEqual({ kind: 'drop' });
    expect(because('stopping')).toEqual({ kind: 'again' });
    expect(because('lease_lost')).toEqual({ kind: 'again' });
    expect(because('deadline')).toMatchObject({ kind: 'fail', code: 'deadline' });
  });
});
