import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import type { Caller } from '../domain/procedure.ts';
import { AppError } from '../errors.ts';
import { createAllowance } from './allowance.ts';
import { networkOf } from './http/network.ts';

/**
 * An onRequest hook that counts the reads and the writes of a minute, for each key, or for each user with a session. The
 * counters are rows in PostgreSQL, so several processes share one limit.
 */
export function limitRequests(sql: Sql, limits: Config['limits']) {
  const countRead = createCounter(sql, 'reads', limits.readsPerMinute);
  const countWrite = createCounter(sql, 'writes', limits.writesPerMinute);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = request;
    if (!limits.enabled || !caller) return;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    await (isRead ? countRead : countWrite)(accountedTo(caller), reply);
  };
}

/** The same for `demos/preview`, which keeps a browser busy for seconds. */
export function limitPreviews(sql: Sql, limits: Config['limits']) {
  const count = createCounter(sql, 'previews', limits.previewsPerMinute);
  return async ({ caller }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (limits.enabled && caller) await count(accountedTo(caller), reply);
  };
}

/** The same for `demos/{id}/stills`, of which whoever changes a look asks for several a second. */
export function limitStills(sql: Sql, limits: Config['limits']) {
  const count = createCounter(sql, 'stills', limits.stillsPerMinute);
  return async ({ caller }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (limits.enabled && caller) await count(accountedTo(caller), reply);
  };
}

/** The same for `embed/generate`, counted for each key and IP address, since all visitors of a site use one key. */
export function limitEmbeds(sql: Sql, limits: Config['limits']) {
  const count = createCounter(sql, 'embeds', limits.embedsPerMinute);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller, ip } = request;
    if (limits.enabled && caller) await count(`${caller.keyId ?? caller.userId}:${networkOf(ip)}`, reply);
  };
}

/** For operations without a credential, counted for each IP address. @param kind what the refusal calls the requests. */
export function limitByAddress(sql: Sql, enabled: boolean, kind: string, perMinute: number) {
  const count = createCounter(sql, kind, perMinute);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (enabled) await count(networkOf(request.ip), reply);
  };
}

/**
 * @returns a function that counts one request and sets the `RateLimit-*` headers of its answer. Beyond the limit it throws
 *   an AppError 429 `rate_limited`.
 */
function createCounter(sql: Sql, kind: string, perMinute: number) {
  const take = createAllowance(sql, kind, perMinute);
  return async (who: string, reply: FastifyReply): Promise<void> => {
    const { passed, remaining, resetMs } = await take(who);
    const resetSec = Math.max(1, Math.ceil(resetMs / 1000));
    reply.headers({
      'RateLimit-Limit': String(perMinute),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(resetSec),
    });
    if (passed) return;
    throw new AppError(
      'rate_limited',
      429,
      `More than ${perMinute} ${kind} came within a minute; try again in ${resetSec} s.`,
      { retryAfterSec: resetSec },
    );
  };
}

/** A webhook secret counts for its project, so that a deployment pipeline uses up no other caller's allowance. */
const accountedTo = ({ keyId, userId, via, scope }: Caller) =>
  keyId ?? (via === 'webhook' ? (scope?.projectId ?? userId) : userId);
