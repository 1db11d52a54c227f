import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Whether `If-None-Match` names the current version. The comparison is weak, as HTTP demands for GET. */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((one) => withoutWeakness(one.trim()) === withoutWeakness(etag));

const withoutWeakness = (etag: string) => etag.replace(/^W\//, '');

/** The ETag is weak, since the same text is sent plain and compressed. */
export const weakEtagOf = (text: string): string =>
  `W/"${createHash('sha1').update(text).digest('base64url')}"`;

/**
 * Sends a text that callers poll for. A caller that already has it gets a 304 without a body. Only the caller's own cache
 * may keep the text, and it has to ask each time.
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
