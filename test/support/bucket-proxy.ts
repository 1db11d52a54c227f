import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way to the gateway: it goes on, hangs for ever, or is answered here. */
export type Fate = 'on' | 'hangs' | { status: number; type: string; body: string };

/** Stands before an S3 service and lets the test decide about each request. What goes on keeps its host, which is signed. */
export async function startBucketProxy(
  endpoint: string,
  decide: (request: IncomingMessage) => Fate | Promise<Fate>,
): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const server = createServer(async (asked, answer) => {
    const fate = await decide(asked);
    if (fate === 'hangs') return;
    if (fate === 'on') return pass(endpoint, asked, answer);
    asked.resume().on('end', () => {
      answer.writeHead(fate.status, { 'content-type': fate.type });
      answer.end(fate.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(endpoint: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { hostname, port } = new URL(endpoint);
  const { method, url, headers } = asked;
  const onward = request({ hostname, port, method, path: url, headers }, (came) => {
    answer.writeHead(came.statusCode ?? 502, came.headers);
    came.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
