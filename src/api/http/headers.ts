import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Sets the headers that every answer carries. */
export type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Pages and media override these with their own content policy, framing and cross-origin rules. `X-Frame-Options` is not
 * sent, since it takes no list of origins and every browser that plays our films reads `frame-ancestors`.
 */
export function standingHeaders(options: { https: boolean }): SetHeaders {
  const always: Record<string, string> = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    ...(options.https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
  return (request, reply) => {
    reply.headers({ ...always, 'X-Request-Id': request.id });
    if (request.url.startsWith('/api')) reply.header('Cache-Control', 'no-store');
  };
}

export function installHeaders(app: FastifyInstance, set: SetHeaders): void {
  app.addHook('onRequest', async (request, reply) => set(request, reply));
}
