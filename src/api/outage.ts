import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError, unavailable } from './http/errors.ts';
import { pathOf } from './http/path.ts';

/** Requests that began before anybody knew of the outage are answered after this time at the latest, and one look. */
const patienceMs = 5_000;
const lookEveryMs = 500;

/** What is served from memory. Health has to say what is wrong. */
const needsNoDatabase = /^\/(?:api\/v1\/(?:health|openapi\.json)|docs(?:\/.*)?|sdk\.js|favicon\.svg)?$/;

/**
 * While the database is away, requests that need it get a 503 with `Retry-After` at once, instead of waiting for it in a growing row.
 * Those that wait already get it too. What they have asked for may still happen: an `Idempotency-Key` tells.
 */
export function installOutage(app: FastifyInstance, isAway: () => boolean): void {
  const waiting = new Map<FastifyRequest, { reply: FastifyReply; sinceMs: number }>();
  app.addHook('onRequest', async (request, reply) => {
    if (needsNoDatabase.test(pathOf(request.url))) return;
    if (isAway()) throw unavailable();
    waiting.set(request, { reply, sinceMs: performance.now() });
    reply.raw.once('close', () => waiting.delete(request));
  });
  const timer = setInterval(() => {
    if (!isAway()) return;
    for (const [request, { reply, sinceMs }] of waiting) {
      // Somebody who is still sending a body is not waiting for us.
      if (performance.now() - sinceMs < patienceMs || !request.raw.complete) continue;
      waiting.delete(request);
      if (!reply.sent) sendError(request, reply, unavailable());
    }
  }, lookEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
