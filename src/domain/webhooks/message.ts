import type { StoredEvent } from '../../store/types.ts';
import type { CreditEvent } from '../credits/events.ts';
import type { DemoEvent } from '../demos/events.ts';
import type { WebhookEventType } from './events.ts';

/** One thing to tell a user's endpoints. */
export interface Message {
  type: WebhookEventType;
  userId: string;
  /** What must be told in order: a demo, or the account. */
  lane: string;
  /** The demo whose addresses are told too, where it has a film. */
  demoId: string | null;
  data: Record<string, unknown>;
}

/** The facts that are told, with what is told of each. */
export const toldFacts = [
  'DemoPublished',
  'DemoUploaded',
  'RefreshFoundNoChange',
  'GenerationFailed',
  'GenerationCancelled',
  'RefreshLeftOut',
  'CreditsDeducted',
  'CreditsToppedOff',
] as const;
type ToldFact = Extract<DemoEvent | CreditEvent, { type: (typeof toldFacts)[number] }>;

/**
 * What a fact is to the outside; null where it is nothing, as most deductions are.
 * @param threshold of the user's automatic top-off: where the balance falls to it, credits are low
 */
export function messageOf(event: Pick<StoredEvent, 'type' | 'data'>, threshold: number): Message | null {
  const fact = event as ToldFact;
  switch (fact.type) {
    case 'DemoPublished': {
      const { kind, version, title, durationMs, warnings = [] } = fact.data;
      const type = kind === 'refresh' ? 'demo.refreshed' : 'demo.ready';
      const made = { status: 'ready', kind, version, title, duration_ms: durationMs, warnings };
      return ofDemo(type, fact.data, made);
    }
    case 'DemoUploaded': {
      const { title, durationMs } = fact.data;
      const made = {
        status: 'ready',
        kind: 'upload',
        version: 1,
        title,
        duration_ms: durationMs,
        warnings: [],
      };
      return ofDemo('demo.ready', fact.data, made);
    }
    case 'RefreshFoundNoChange':
      return ofDemo('demo.unchanged', fact.data, { status: 'ready', version: fact.data.version });
    case 'GenerationFailed': {
      const { status, code, message } = fact.data;
      return ofDemo('demo.failed', fact.data, { status, error: { code, message } });
    }
    case 'GenerationCancelled': {
      const error = { code: 'cancelled', message: 'It was cancelled.' };
      return ofDemo('demo.failed', fact.data, { status: fact.data.status, error });
    }
    case 'RefreshLeftOut': {
      const { code, message, version } = fact.data;
      const status = version === null ? 'failed' : 'ready';
      return ofDemo('demo.failed', fact.data, { status, error: { code, message } });
    }
    case 'CreditsDeducted': {
      const { userId, amount, balanceAfter } = fact.data;
      const isCrossing = balanceAfter <= threshold && balanceAfter - amount > threshold;
      return isCrossing ? ofAccount('credits.low', userId, { balance: balanceAfter, threshold }) : null;
    }
    case 'CreditsToppedOff': {
      const { userId, amount, balanceAfter, packId } = fact.data;
      return ofAccount('credits.topped_off', userId, {
        balance: balanceAfter,
        credits: amount,
        pack_id: packId,
      });
    }
  }
}

function ofDemo(
  type: WebhookEventType,
  { demoId, projectId, userId, jobId }: { demoId: string; projectId: string; userId: string; jobId: string },
  rest: Record<string, unknown> & { status: string },
): Message {
  const data = { id: demoId, project_id: projectId, job_id: jobId, ...rest };
  return { type, userId, lane: demoId, demoId: rest.status === 'ready' ? demoId : null, data };
}

const ofAccount = (type: WebhookEventType, userId: string, data: Record<string, unknown>): Message => ({
  type,
  userId,
  lane: 'account',
  demoId: null,
  data,
});

/** What a test event tells: the form is that of a real one, and nothing of it exists. */
export function testMessage(type: WebhookEventType, userId: string): Message {
  const ref = { demoId: 'demo_test', projectId: 'proj_test', userId, jobId: 'job_test' };
  const film = { status: 'ready', version: 1, title: 'A test event', duration_ms: 10_000, warnings: [] };
  switch (type) {
    case 'demo.ready':
      return ofDemo(type, ref, { ...film, kind: 'generate' });
    case 'demo.refreshed':
      return ofDemo(type, ref, { ...film, kind: 'refresh', version: 2 });
    case 'demo.unchanged':
      return ofDemo(type, ref, { status: 'ready', version: 1 });
    case 'demo.failed':
      return ofDemo(type, ref, { status: 'failed', error: { code: 'test', message: 'A test event.' } });
    case 'credits.low':
      return ofAccount(type, userId, { balance: 3, threshold: 3 });
    case 'credits.topped_off':
      return ofAccount(type, userId, { balance: 23, credits: 20, pack_id: '20' });
  }
}
