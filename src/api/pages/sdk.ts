import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sdkScript } from '../../sdk/index.ts';
import { isKnown } from '../http/etag.ts';

/** The script's address never changes, so browsers ask again after five minutes, and use their copy while they ask. */
const cacheControl = 'public, max-age=300, stale-while-revalidate=86400';
const etag = `"${createHash('sha256').update(sdkScript).digest('base64url').slice(0, 22)}"`;

/** `GET /sdk.js`: the script that sites load to show demos. */
export function mountSdk(app: FastifyInstance): void {
  app.get('/sdk.js', (request, reply) => {
    reply.headers({
      'Cache-Control': cacheControl,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: etag,
    });
    const known = request.headers['if-none-match'];
    if (known !== undefined && isKnown(known, etag)) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(sdkScript);
  });
}
