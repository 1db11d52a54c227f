import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './path.ts';

/**
 * Lets pages of any origin use everything that needs a key or no credential: the API, media, `/sdk.js` and `/oembed`.
 * Cookies are never allowed from another origin, and routes that a session opens (`/api/auth`, the device login) get no
 * CORS headers. Call it before the first route is added. (@fastify/cors has one policy for all routes, and answers a
 * preflight without `Allow`.)
 */
export function installCors(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => openToOrigins(request, reply));
}

export function openToOrigins(request: FastifyRequest, reply: FastifyReply): void {
  if (!isOpen(pathOf(request.url))) return;
  reply.headers({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposed });
}

/** Adds to an answer to OPTIONS what a page of another origin may send to this path. */
export function allowCrossOrigin(reply: FastifyReply, path: string, methods: readonly string[]): void {
  if (!isOpen(path)) return;
  reply.headers({
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': accepted,
    // One day. Browsers shorten it (Chromium to two hours), and the values change only with a release.
    'Access-Control-Max-Age': '86400',
  });
}

const isOpen = (path: string) => open.test(path) && !closed.test(path);
const open = /^\/(api\/v1\/.*|(video|thumb|gif|snapshot|backgrounds)\/.*|sdk\.js|oembed)$/;
const closed = /^\/api\/v1\/device\//;

const accepted = [
  'Authorization',
  'X-API-Key',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Range',
  'Range',
].join(', ');

const exposed = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'ETag',
  'Accept-Ranges',
  'Content-Length',
  'Content-Range',
].join(', ');
