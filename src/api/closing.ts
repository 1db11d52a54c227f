import type { FastifyInstance } from 'fastify';

/** A film that somebody has paused would otherwise hold the process for as long as they like. */
const deadlineMs = 10_000;

/**
 * Makes `close` end in good time: running requests end, connections that fall idle meanwhile are not waited for, and what
 * is still open after ten seconds is cut.
 */
export function installClosing(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    // One that never listened has nothing to wait for, and no `close` event to end the waiting.
    if (!server.listening) return;
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(() => server.closeAllConnections(), deadlineMs);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
    // The process may end meanwhile.
    idle.unref();
    late.unref();
  });
}
