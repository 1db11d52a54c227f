import type { Sql } from 'postgres';
import type { DomainServices } from '../services.ts';
import { mostFailingMs, nextAttemptAt } from './retry.ts';
import type { Lane } from './tasks.ts';

/** A delivery whose turn it is, with the endpoint that it goes to. */
export interface DueDelivery {
  id: string;
  endpointId: string;
  userId: string;
  messageId: string;
  body: string;
  attempts: number;
  url: string;
  /** In clear; each signs. The second is the one before a rotation. */
  secrets: string[];
  failingSince: Date | null;
}

/** What an attempt came to. Without a status there was no answer, and `fault` says why. */
export interface Attempt {
  statusCode: number | null;
  answer: string | null;
  fault: string | null;
  durationMs: number;
}

export interface AttemptOutcome {
  status: 'delivered' | 'pending' | 'failed';
  nextAt: Date | null;
  /** Why the endpoint is to be switched off; null where it stays. */
  giveUp: 'failing' | 'gone' | null;
}

/** What follows from an attempt. @param jitter 0 to 1 */
export function outcomeOfAttempt(
  { statusCode }: Pick<Attempt, 'statusCode'>,
  { attempts, failingSince }: Pick<DueDelivery, 'attempts' | 'failingSince'>,
  now: Date,
  jitter: number,
): AttemptOutcome {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { status: 'delivered', nextAt: null, giveUp: null };
  if (statusCode === 410) return { status: 'failed', nextAt: null, giveUp: 'gone' };
  const isDead = failingSince !== null && now.getTime() - failingSince.getTime() >= mostFailingMs;
  const nextAt = isDead ? null : nextAttemptAt(attempts + 1, now, jitter);
  return { status: nextAt ? 'pending' : 'failed', nextAt, giveUp: isDead ? 'failing' : null };
}

interface Row extends Omit<DueDelivery, 'secrets' | 'url'> {
  nextAttemptAt: Date;
  url: string | null;
  sealedSecret: string | null;
  previousSealedSecret: string | null;
  previousUntil: Date | null;
}

/**
 * The oldest delivery that waits in a lane.
 * @returns null where none is due. Where one will be, its job is added; what waits for an endpoint that is off or gone is given up.
 */
export async function takeDue(
  { sql, clock, secrets }: DomainServices,
  { endpointId, lane }: Lane,
): Promise<DueDelivery | null> {
  const [row] = await sql<Row[]>`
    select d.id, d.endpoint_id as "endpointId", d.user_id as "userId", message_id as "messageId", body, attempts,
      next_attempt_at as "nextAttemptAt", failing_since as "failingSince",
      url, sealed_secret as "sealedSecret", previous_sealed_secret as "previousSealedSecret",
      previous_until as "previousUntil"
    from webhook_deliveries d
    left join webhook_endpoints e on e.id = d.endpoint_id and off_reason is null
    left join webhook_failures f on f.endpoint_id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and lane = ${lane} and status = 'pending'
    order by sequence limit 1`;
  if (!row) return null;
  const now = clock.now();
  if (row.url === null || row.sealedSecret === null) {
    await sql`
      update webhook_deliveries set status = 'failed', ended_at = ${now}
      where endpoint_id = ${endpointId} and lane = ${lane} and status = 'pending'`;
    return null;
  }
  if (row.nextAttemptAt > now) {
    // The database's clock may be ahead of ours: asked again at once, it would give the job back at once.
    await sql`
      select queue_webhook_lane(
        ${endpointId}, ${lane}, greatest(${row.nextAttemptAt}, clock_timestamp() + interval '1 second'))`;
    return null;
  }
  const { sealedSecret, previousSealedSecret, previousUntil, nextAttemptAt: _, ...delivery } = row;
  const previous = previousSealedSecret && previousUntil && previousUntil > now ? [previousSealedSecret] : [];
  return {
    ...delivery,
    url: row.url,
    secrets: [sealedSecret!, ...previous].map((sealed) => secrets.open(sealed)),
  };
}

/** A lane of an endpoint whose oldest delivery is due; null where there is none. The longest due comes first. */
export async function findDueLane(
  { sql, clock }: Pick<DomainServices, 'sql' | 'clock'>,
  endpointId: string,
): Promise<string | null> {
  const [row] = await sql<{ lane: string }[]>`
    select lane from (
      select distinct on (lane) lane, next_attempt_at, sequence from webhook_deliveries
      where endpoint_id = ${endpointId} and status = 'pending' order by lane, sequence
    ) heads
    where next_attempt_at <= ${clock.now()} order by next_attempt_at, sequence limit 1`;
  return row?.lane ?? null;
}

/** Writes an attempt down, and has the next one in the lane sent when its time comes. */
export async function recordAttempt(
  sql: Sql,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { statusCode, answer, fault, durationMs }: Attempt,
  { status, nextAt }: AttemptOutcome,
  at: Date,
): Promise<void> {
  await sql`
    select record_webhook_attempt(
      ${id}, ${attempts + 1}, ${at}, ${durationMs}, ${statusCode}, ${answer}, ${fault}, ${status}, ${nextAt})`;
}

/** Removes what was sent to a user's endpoints. */
export async function forgetDeliveries(sql: Sql, userId: string): Promise<void> {
  await sql`
    with gone as (delete from webhook_deliveries where user_id = ${userId} returning id)
    delete from webhook_attempts using gone where delivery_id = gone.id`;
}

const keptMs = 30 * 24 * 3_600_000;

/** Removes what is old, and adds the jobs of lanes that have none although their time has come: one that was lost, for example. */
export async function tidyDeliveries({ sql, clock }: Pick<DomainServices, 'sql' | 'clock'>): Promise<void> {
  const now = clock.now();
  const old = new Date(now.getTime() - keptMs);
  await sql`
    with gone as (delete from webhook_deliveries where created_at < ${old} and status <> 'pending' returning id)
    delete from webhook_attempts using gone where delivery_id = gone.id`;
  await sql`
    select queue_webhook_lane(endpoint_id, lane, ${now}) from (
      select endpoint_id, lane from webhook_deliveries where status = 'pending'
      group by endpoint_id, lane having min(next_attempt_at) < ${new Date(now.getTime() - 60_000)}
    ) late`;
}
