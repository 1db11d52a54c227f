import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainServices } from '../../domain/services.ts';
import { AppError, conflict, invalid } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { StreamedBody } from '../http/streamed-body.ts';
import { canonicalText } from './input.ts';

export interface Answer {
  status: number;
  body: unknown;
}

export interface IdempotentRequest {
  userId: string;
  /** The name of the procedure. */
  operation: string;
  key: string;
  input: unknown;
  /** The body of an operation that takes a stream. It is compared too, once it was read to its end. */
  body: StreamedBody | null;
}

const keptMs = 24 * 60 * 60_000;
/** No request runs this long. A process that holds a claim for longer has died, and the next request takes over. */
const claimMs = 60_000;
const waitMs = 5_000;
const pollMs = 40;

/** @throws AppError 400 where the header does not have 1 to 255 visible characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw invalid(
    `The Idempotency-Key header must have 1 to 255 visible ASCII characters; ${header.length} came.`,
    'invalid_idempotency_key',
  );
}

/**
 * Runs `work` once for each key. Later requests with the same key and input get the first answer. Only successes are kept:
 * a refusal had no effect, so the key may be used again after buying credits or correcting the input.
 *
 * @param work gets the command id under which it must append.
 * @throws AppError 409 `idempotency_key_reused` for another input, and 409 `idempotency_in_progress` where the first request
 *   has not ended after 5 seconds of waiting.
 */
export async function runOnce(
  services: DomainServices,
  request: IdempotentRequest,
  work: (commandId: string) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const inputHash = createHash('sha256').update(canonicalText(request.input)).digest('hex');
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    const claim = await claimKey(services, request, inputHash);
    if (claim.mine)
      return { ...(await answerFirst(services, request, claim.commandId, work)), replayed: false };
    if (claim.inputHash !== inputHash) throw keyReused();
    if (claim.status !== null && claim.sealedBody !== null) {
      if (request.body && (await request.body.digest()) !== claim.bodyHash) throw keyReused();
      const body: unknown = JSON.parse(services.secrets.open(claim.sealedBody));
      return { status: claim.status, body, replayed: true };
    }
    if (Date.now() > giveUpAt) {
      throw new AppError(
        'idempotency_in_progress',
        409,
        'The first request with this Idempotency-Key is still running; ask again shortly.',
        { retryAfterSec: 2 },
      );
    }
    await sleep(pollMs);
  }
}

const keyReused = () =>
  conflict(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another input; use a new key for a new request.',
  );

async function answerFirst(
  services: DomainServices,
  request: IdempotentRequest,
  commandId: string,
  work: (commandId: string) => Promise<Answer>,
): Promise<Answer> {
  const { sql, secrets, clock } = services;
  const answer = await work(commandId).catch(async (refusal: unknown) => {
    await sql`
      delete from idempotency_keys
      where ${sameKey(services, request)} and command_id = ${commandId} and status is null`;
    throw refusal;
  });
  const bodyHash = request.body ? await request.body.digest() : null;
  // Where this statement fails, the claim stays. The request that takes it over appends under the same command id, so nothing
  // happens twice.
  await sql`
    update idempotency_keys
    set status = ${answer.status}, body_hash = ${bodyHash}, sealed_body = ${secrets.seal(JSON.stringify(answer.body))},
        expires_at = ${new Date(clock.now().getTime() + keptMs)}
    where ${sameKey(services, request)} and command_id = ${commandId}`;
  return answer;
}

interface Claim {
  mine: boolean;
  commandId: string;
  inputHash: string;
  status: number | null;
  bodyHash: string | null;
  sealedBody: string | null;
}

/**
 * One statement claims a key that is free, expired, or left behind by a process that died. Every claim also deletes up to
 * ten expired rows, so that the table shrinks faster than it grows and needs no clean-up job.
 */
async function claimKey(
  services: DomainServices,
  request: IdempotentRequest,
  inputHash: string,
): Promise<Claim> {
  const { sql, clock } = services;
  const now = clock.now();
  const abandonedAt = new Date(now.getTime() - claimMs);
  const [claimed] = await sql<{ command_id: string }[]>`
    with cleared as (
      delete from idempotency_keys
      where ctid = any(array(
        select ctid from idempotency_keys
        where expires_at < ${now} and not (${sameKey(services, request)})
        limit 10 for update skip locked))
    )
    insert into idempotency_keys as kept
      (user_id, operation, key, input_hash, command_id, claimed_at, expires_at)
    values (${request.userId}, ${request.operation}, ${request.key}, ${inputHash}, ${newId('cmd')}, ${now},
      ${new Date(now.getTime() + keptMs)})
    on conflict (user_id, operation, key) do update
    set input_hash = excluded.input_hash, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at,
        status = null, body_hash = null, sealed_body = null,
        -- An expired key gets a new command id; an abandoned one keeps the command id of the process that died.
        command_id = case when kept.expires_at <= ${now} then excluded.command_id else kept.command_id end
    where kept.expires_at <= ${now}
       or (kept.status is null and kept.claimed_at <= ${abandonedAt} and kept.input_hash = excluded.input_hash)
    returning command_id`;
  if (claimed)
    return {
      mine: true,
      commandId: claimed.command_id,
      inputHash,
      status: null,
      bodyHash: null,
      sealedBody: null,
    };
  const [kept] = await sql<Omit<Claim, 'mine'>[]>`
    select command_id as "commandId", input_hash as "inputHash", status, body_hash as "bodyHash",
      sealed_body as "sealedBody"
    from idempotency_keys where ${sameKey(services, request)}`;
  // The key was released between the two statements, so it can be claimed now.
  return kept ? { ...kept, mine: false } : claimKey(services, request, inputHash);
}

const sameKey = ({ sql }: DomainServices, { userId, operation, key }: IdempotentRequest) =>
  sql`user_id = ${userId} and operation = ${operation} and key = ${key}`;
