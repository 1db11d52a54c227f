import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { equalInConstantTime } from '../secrets.ts';

/**
 * Serves the figures on a listener of its own, since a worker has no other and the public must not read them: they say how much business
 * there is. With a token, only whoever presents it is answered.
 * @throws Error with a sentence for a person where the address cannot be used
 */
export async function serveMetrics(
  { host, port, token }: { host: string; port: number; token: string | null },
  read: () => Promise<string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
      response.end(text);
    };
    const given = request.headers.authorization ?? '';
    if (request.url?.split('?', 1)[0] !== '/metrics') return answer(404, 'Only /metrics is here.\n');
    if (request.method !== 'GET') return answer(405, 'Use GET.\n');
    if (token !== null && !equalInConstantTime(given, `Bearer ${token}`))
      return answer(401, 'Send SHOWREEL_METRICS_TOKEN as a bearer token.\n');
    read().then(
      (text) => answer(200, text),
      () => answer(500, 'The figures could not be read.\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Error(
          `Figures cannot be served on ${host}, port ${port} (${error.message}). Set SHOWREEL_METRICS_PORT or SHOWREEL_METRICS_HOST to another address.`,
          { cause: error },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}/metrics`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
