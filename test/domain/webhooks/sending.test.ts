import { expect, it } from 'vitest';
import { messageOf } from '../../../src/domain/webhooks/message.ts';
import { nextAttemptAt } from '../../../src/domain/webhooks/retry.ts';
import { outcomeOfAttempt } from '../../../src/domain/webhooks/sending.ts';

const start = new Date('2026-02-10T12:00:00.000Z');
const afterHours = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

it('is tried ten times in three days', () => {
  let at: Date | null = start;
  const times: number[] = [];
  for (let attempts = 1; at; attempts++) {
    times.push((at.getTime() - start.getTime()) / 3_600_000);
    at = nextAttemptAt(attempts, at, 0);
  }
  expect(times.map((hours) => Math.round(hours * 100) / 100)).toEqual([
    0, 0, 0.08, 0.5, 2.5, 7.5, 16.5, 30.5, 48.5, 72,
  ]);
  expect(nextAttemptAt(4, start, 1)!.getTime()).toBe(start.getTime() + 2.2 * 3_600_000);
});

it('ends with a 2xx, and is tried again after anything else, a redirect too', () => {
  const first = { attempts: 0, failingSince: null };
  for (const statusCode of [200, 204, 299])
    expect(outcomeOfAttempt({ statusCode }, first, start, 0).status).toBe('delivered');
  for (const statusCode of [null, 199, 302, 404, 500])
    expect(outcomeOfAttempt({ statusCode }, first, start, 0)).toEqual({
      status: 'pending',
      nextAt: new Date(start.getTime() + 5_000),
      giveUp: null,
    });
});

it('gives the endpoint up where it is gone, or has failed for three days', () => {
  expect(outcomeOfAttempt({ statusCode: 410 }, { attempts: 0, failingSince: null }, start, 0)).toEqual({
    status: 'failed',
    nextAt: null,
    giveUp: 'gone',
  });
  const failing = { attempts: 4, failingSince: start };
  expect(outcomeOfAttempt({ statusCode: 500 }, failing, afterHours(71), 0).giveUp).toBeNull();
  expect(outcomeOfAttempt({ statusCode: 500 }, failing, afterHours(72), 0)).toEqual({
    status: 'failed',
    nextAt: null,
    giveUp: 'failing',
  });
  // One delivery that nobody takes does not take the endpoint down: another one was taken in between.
  const lately = { attempts: 9, failingSince: afterHours(60) };
  expect(outcomeOfAttempt({ statusCode: 500 }, lately, afterHours(72), 0)).toEqual({
    status: 'failed',
    nextAt: null,
    giveUp: null,
  });
});

it('tells that credits are low when the balance falls to the threshold, and not again below it', () => {
  const deducted = (balanceAfter: number) => ({
    type: 'CreditsDeducted',
    data: { userId: 'user_1', amount: -1, balanceAfter },
  });
  const told = [5, 4, 3, 2, 0].map((balance) => messageOf(deducted(balance), 3)?.type ?? null);
  expect(told).toEqual([null, null, 'credits.low', null, null]);
  expect(messageOf(deducted(0), 0)?.data).toEqual({ balance: 0, threshold: 0 });
});

it('calls what a demo has come to by its name', () => {
  const ofDemo = { demoId: 'demo_1', projectId: 'proj_1', userId: 'user_1', jobId: 'job_1' };
  const named = (type: string, more: object) => messageOf({ type, data: { ...ofDemo, ...more } }, 3);
  const film = { version: 2, title: 'Prices', durationMs: 9000 };
  expect(named('DemoPublished', { ...film, kind: 'generate' })?.type).toBe('demo.ready');
  expect(named('DemoPublished', { ...film, kind: 'restyle' })?.type).toBe('demo.ready');
  expect(named('DemoPublished', { ...film, kind: 'refresh' })).toEqual({
    type: 'demo.refreshed',
    userId: 'user_1',
    lane: 'demo_1',
    demoId: 'demo_1',
    data: {
      id: 'demo_1',
      project_id: 'proj_1',
      job_id: 'job_1',
      status: 'ready',
      kind: 'refresh',
      version: 2,
      title: 'Prices',
      duration_ms: 9000,
      warnings: [],
    },
  });
  expect(named('RefreshFoundNoChange', { version: 1 })?.type).toBe('demo.unchanged');
  expect(named('GenerationCancelled', { status: 'failed' })?.data).toMatchObject({
    status: 'failed',
    error: { code: 'cancelled' },
  });
  const failed = { code: 'page_not_found', message: 'There is no page.', status: 'ready' };
  expect(named('GenerationFailed', failed)).toMatchObject({
    type: 'demo.failed',
    data: { status: 'ready', error: { code: 'page_not_found', message: 'There is no page.' } },
  });
});
