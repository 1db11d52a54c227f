import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  body: { error?: string; code?: string };
}

/** Sends an HTTP request over a plain socket, for requests that no client library sends. */
export async function openRaw(
  baseUrl: string,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ socket: Socket; answer(): Promise<RawAnswer> }> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  // A server that has answered may reset the connection while the request is still being sent. Its answer counts.
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const lines = Object.entries({ Host: hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return {
    socket,
    async answer() {
      const signal = AbortSignal.timeout(90_000);
      for (;;) {
        const [, status, body] = /HTTP\/1\.1 ([2-5]\d\d) [\s\S]*?\r\n\r\n(\{.*\})/.exec(text) ?? [];
        if (status && body) return { status: Number(status), body: JSON.parse(body) };
        if (socket.closed) throw new Error(`closed without an answer: ${text}`);
        await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })]);
      }
    },
  };
}
