/**
 * Webhooks that go out: takes what waits in the lanes of endpoints, signs it, sends it through the guard, and writes down what came of
 * it. Only `start` comes in.
 */
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { stepOf } from '../../domain/context.ts';
import type { DomainServices } from '../../domain/services.ts';
import { giveUpOn } from '../../domain/webhooks/manage.ts';
import {
  type DueDelivery,
  findDueLane,
  outcomeOfAttempt,
  recordAttempt,
  takeDue,
  tidyDeliveries,
} from '../../domain/webhooks/sending.ts';
import { deliverPayload, deliverTask, tidyTask } from '../../domain/webhooks/tasks.ts';
import type { Logger } from '../../log.ts';
import { type Guard, startGuard } from '../../recorder/index.ts';
import { type GuardedAgents, guardedAgents } from '../film/page/guarded-agents.ts';
import { type Task, task } from '../queue/tasks.ts';
import { post } from './post.ts';

const answerMs = 10_000;

/**
 * For so long a job goes on with other lanes of its endpoint. Jobs of one endpoint run one after the other, so no other job is at these lanes,
 * and theirs will find nothing left. With a job for each delivery an endpoint got a few a second.
 */
const inARowMs = 2_000;

export interface WebhookSender {
  tasks: Task[];
  stop(): Promise<void>;
}

interface WayOut {
  guard: Guard;
  agents: GuardedAgents;
  /** Whether owners can be told by mail. */
  sendsMail: boolean;
  answerMs: number;
  onSent: OnSent;
}

/** Is told of every attempt to deliver a webhook. */
type OnSent = (outcome: string, ms: number) => void;

/** Opens the way out. @param rules which addresses may be reached: those that pages may be recorded from */
export async function openWebhookSender(
  services: DomainServices,
  rules: { allowHosts: readonly string[]; allowLoopback: boolean; sendsMail: boolean; answerMs?: number },
  log: Logger,
  onSent: OnSent = () => undefined,
): Promise<WebhookSender> {
  // It serves for as long as the service runs, so what a film may use up in all is no limit here.
  const limits = { maxBytes: Number.POSITIVE_INFINITY, maxRequests: Number.POSITIVE_INFINITY };
  const guard = await startGuard({ ...rules, ...limits, connectTimeoutMs: answerMs, log });
  const agents = guardedAgents(guard);
  const { sendsMail } = rules;
  const way: WayOut = { guard, agents, sendsMail, answerMs: rules.answerMs ?? answerMs, onSent };
  return {
    tasks: [
      task({ name: deliverTask, payload: deliverPayload, deadlineMs: 60_000 }, async (lane, context) => {
        const startedMs = performance.now();
        for (let next: string | null = lane.lane; next !== null; ) {
          const due = await takeDue(services, { ...lane, lane: next });
          if (due) await deliver(services, due, way, context);
          const mayGoOn = performance.now() - startedMs < inARowMs;
          next = mayGoOn ? await findDueLane(services, lane.endpointId) : null;
        }
      }),
      task({ name: tidyTask, payload: z.unknown(), deadlineMs: 60_000, schedule: '* * * * *' }, () =>
        tidyDeliveries(services),
      ),
    ],
    async stop() {
      agents[Symbol.dispose]();
      await guard.stop();
    },
  };
}

async function deliver(
  services: DomainServices,
  due: DueDelivery,
  way: WayOut,
  { signal, log, confirm }: { signal: AbortSignal; log: Logger; confirm(): Promise<void> },
): Promise<void> {
  const { clock, sql } = services;
  const headers = signedHeaders(due, clock.now());
  const hidden = headers['webhook-signature'].split(' ');
  const sent = { url: due.url, headers, body: due.body, hidden };
  const attempt = await post(sent, way, { signal, timeoutMs: way.answerMs });
  await confirm();
  const now = clock.now();
  const outcome = outcomeOfAttempt(attempt, due, now, Math.random());
  const { id: deliveryId, endpointId, attempts } = due;
  const of = { deliveryId, endpointId, attempt: attempts + 1, status: attempt.statusCode };
  log.info({ ...of, durationMs: attempt.durationMs, outcome: outcome.status }, 'webhook sent');
  way.onSent(outcome.status, attempt.durationMs);
  // Before the attempt is written down: where this worker dies in between, the attempt is made again and so is this.
  if (outcome.giveUp) {
    const step = stepOf(deliveryId, `give-up-${attempts + 1}`);
    await giveUpOn(services, step, due, { reason: outcome.giveUp, sendsMail: way.sendsMail });
    log.warn({ ...of, why: outcome.giveUp }, 'webhook endpoint switched off');
  }
  await recordAttempt(sql, due, attempt, outcome, now);
}

function signedHeaders({ messageId, body, secrets }: DueDelivery, at: Date) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, at, body));
  return {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
    'user-agent': 'Showreel',
    'webhook-id': messageId,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': signatures.join(' '),
  };
}
