import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Whether what a caller has, as `If-None-Match` says, is what is there; a weak comparison, as for every GET. */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((one) => withoutWeakness(one.trim()) === withoutWeakness(etag));

const withoutWeakness = (etag: string) => etag.replace(/^W\//, '');

/** Weak, since the same text is sent plain and compressed. */
export const weakEtagOf = (text: string): string =>
  `W/"${createHash('sha1').update(text).digest('base64url')}"`;

/**
 * Sends a text that callers poll for: whoever has it already gets a 304 without it. Only the caller's own cache may keep it,
 * and has to ask each time.
 */
export function sendUnlessKnown(reply: FastifyReply, text: string): FastifyReply {
  const etag = weakEtagOf(text);
  reply.headers({ 'Cache-Control': 'private, no-cache', ETag: etag });
  const known = reply.request.headers['if-none-match'];
  if (known !== undefined && isKnown(known, etag)) {
    return reply.code(304).removeHeader('Content-Type').send();
  }
  return reply.send(text);
}
