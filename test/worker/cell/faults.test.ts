import { expect, test } from 'vitest';
import { RecordingFault } from '../../../src/recorder/contract/fault.ts';
import { describeError, reviveError } from '../../../src/worker/cell/faults.ts';
import { NothingDone } from '../../../src/worker/film/planning/nothing-done.ts';

test('a fault of a recording arrives with all that decides what becomes of the job', () => {
  const fault = new RecordingFault('timeout', 'The page does not answer.', {
    retryable: true,
    cause: new TypeError('fetch failed', { cause: new Error('ECONNRESET') }),
  });
  fault.picture = Buffer.from('jpeg');
  const arrived = reviveError(describeError(fault)) as RecordingFault;
  expect(arrived).toBeInstanceOf(RecordingFault);
  expect(arrived).toMatchObject({ kind: 'timeout', message: 'The page does not answer.', retryable: true });
  expect(arrived.picture).toEqual(Buffer.from('jpeg'));
  expect(arrived.cause).toMatchObject({ name: 'TypeError', cause: { message: 'ECONNRESET' } });
});

test('what a page has nothing of arrives with the wishes', () => {
  const unmet = [{ said: 'feed the heron', reason: 'There is no heron.' }];
  const arrived = reviveError(describeError(new NothingDone(unmet)));
  expect(arrived).toBeInstanceOf(NothingDone);
  expect(arrived).toMatchObject({ kind: 'nothing_done', unmet });
});

test('a fault of the machine keeps the code by which it is tried again', () => {
  const full = Object.assign(new Error('write failed'), { code: 'ENOSPC' });
  expect(reviveError(describeError(full))).toMatchObject({ message: 'write failed', code: 'ENOSPC' });
});

test.each([
  null,
  7,
  { name: 'Error' },
  { name: 'x', message: 'y', recording: { kind: 'forged', retryable: true } },
])('what has no form of an error becomes one: %j', (forged) =>
  expect(reviveError(forged)).toMatchObject({ message: 'An error of an unknown form.' }),
);
