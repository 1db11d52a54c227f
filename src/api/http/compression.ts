import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const thresholdBytes = 1024;
const compressible =
  /^(application\/(json|javascript|manifest\+json)|text\/(html|css|javascript|plain)|image\/svg\+xml)\b/;

/**
 * Compresses texts of a kilobyte and more with Brotli or gzip, never media or streams. Call it before the first route is
 * added.
 *
 * BREACH: where an answer holds a secret beside text that an attacker chose, its compressed length reveals the secret. No
 * answer of ours holds both. Answers with a lasting secret are far below the threshold or repeat nothing of the request.
 * Keys, tickets and rotated secrets are new each time they are shown.
 */
export function installCompression(app: FastifyInstance): void {
  // This hook runs before the one that compresses, so that uncompressed answers carry `Vary` too: a cache must not give a
  // compressed answer to a client that cannot read it.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    reply.header('Vary', 'Accept-Encoding');
    // A strong ETag promises identical bytes, and this text is sent in three forms: plain, Brotli and gzip.
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('ETag', `W/${etag}`);
    return payload;
  });
  const options = {
    global: true,
    // If requests were decompressed, a kilobyte sent to us could become a gigabyte.
    globalDecompression: false,
    threshold: thresholdBytes,
    encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
    customTypes: compressible,
  };
  // The plugin is called directly. `register` would load it later, and routes added before that would stay uncompressed.
  compress(app, options, () => undefined);
}
