import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const thresholdBytes = 1024;
const compressible =
  /^(application\/(json|javascript|manifest\+json)|text\/(html|css|javascript|plain)|image\/svg\+xml)\b/;

/**
 * Brotli or gzip on texts of a kilobyte and more, never on media or streams. Call it before the first route is added.
 *
 * A compressed length can tell a listener what stands beside text of their choosing (BREACH). Nothing here puts the two
 * together: answers that show a lasting secret are far below the threshold or repeat nothing of the request, and keys,
 * tickets and rotated secrets are new each time they are shown.
 */
export function installCompression(app: FastifyInstance): void {
  // Before the route's own hook, which compresses: also whoever gets it plain must not be given another's from a cache.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    reply.header('Vary', 'Accept-Encoding');
    // A strong validator promises the same bytes, and there are three forms of these.
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('ETag', `W/${etag}`);
    return payload;
  });
  const options = {
    global: true,
    // Unpacking what is sent to us would let a kilobyte become a gigabyte.
    globalDecompression: false,
    threshold: thresholdBytes,
    encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
    customTypes: compressible,
  };
  // Called and not registered: a registered plugin is loaded later, and the routes added until then would be left out.
  compress(app, options, () => undefined);
}
