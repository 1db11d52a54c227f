import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import type { Caller } from '../domain/procedure.ts';
import { AppError } from '../errors.ts';
import { createAllowance } from './allowance.ts';

/**
 * An onRequest hook that counts reads and writes a minute for each key (for each user with a session). The counters are
 * rows in PostgreSQL, so several processes share one limit.
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

/** The same for `embed/generate`: for each key and address, since all visitors of a site come with one key. */
export function limitEmbeds(sql: Sql, limits: Config['limits']) {
  const count = createCounter(sql, 'embeds', limits.embedsPerMinute);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller, ip } = request;
    if (limits.enabled && caller) await count(`${caller.keyId ?? caller.userId}:${networkOf(ip)}`, reply);
  };
}

/** For what nobody needs a credential for: by address alone. @param kind as the refusal names what came too often. */
export function limitByAddress(sql: Sql, enabled: boolean, kind: string, perMinute: number) {
  const count = createCounter(sql, kind, perMinute);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (enabled) await count(networkOf(request.ip), reply);
  };
}

/** An IPv6 address as its /64: one customer has 2^64 of them, and would have as many allowances. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}

/**
 * @returns counts one request of somebody and says in the answer's headers what is left.
 * @throws AppError 429 `rate_limited`, when called, beyond the limit.
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

/** A pipeline's calls use up nobody else's allowance: a webhook secret counts for its project. */
const accountedTo = ({ keyId, userId, via, scope }: Caller) =>
  keyId ?? (via === 'webhook' ? (scope?.projectId ?? userId) : userId);
