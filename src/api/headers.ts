import type { FastifyInstance } from 'fastify';

/**
 * The headers that every answer carries. Pages and media set their own `Content-Security-Policy`, framing and
 * cross-origin rules, which win over these.
 */
export function installHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const always: Record<string, string> = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    ...(options.https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...always, 'X-Request-Id': request.id });
    if (request.url.startsWith('/api')) reply.header('Cache-Control', 'no-store');
  });
}
