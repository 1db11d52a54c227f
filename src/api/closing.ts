import type { FastifyInstance } from 'fastify';

/** Without a deadline, a viewer who has paused a film could keep the process from ending. */
const deadlineMs = 10_000;

/**
 * Makes `close` end in time: it waits for running requests, closes connections as soon as they are idle, and cuts those
 * that are still open after ten seconds.
 */
export function installClosing(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    // A server that never listened emits no `close` event, so the timers would never be cleared.
    if (!server.listening) return;
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(() => server.closeAllConnections(), deadlineMs);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
    idle.unref();
    late.unref();
  });
}
