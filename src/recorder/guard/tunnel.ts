import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { codeOf, hostHeader, hostOf, statusOf } from './forward.ts';
import type { Gate } from './gate.ts';
import { requestHeaders } from './headers.ts';
import type { DialFault, Refusal } from './outcome.ts';
import { type Target, targetOfAbsoluteForm, targetOfAuthority } from './target.ts';

/** Answers `CONNECT host:port` (https, and every WebSocket of Chromium): passes bytes on both ways, without reading them. */
export function tunnel(req: IncomingMessage, client: Duplex, head: Buffer, gate: Gate): Promise<void> {
  const established = 'HTTP/1.1 200 Connection Established\r\n\r\n';
  return open(client, head, gate, req.url ?? '', () => ({
    target: targetOfAuthority(req.url ?? ''),
    greetClient: established,
  }));
}

/** Answers `GET http://host/` with `Upgrade: websocket`: passes the request on, and then bytes both ways. */
export function upgrade(req: IncomingMessage, client: Duplex, head: Buffer, gate: Gate): Promise<void> {
  return open(client, head, gate, req.url ?? '', () => {
    const target = targetOfAbsoluteForm(req.url ?? '');
    const headers = requestHeaders(req.rawHeaders, hostHeader(target));
    headers.push('Connection', 'Upgrade', 'Upgrade', 'websocket');
    const lines = [`${req.method} ${target.path} HTTP/1.1`];
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    return { target, greetServer: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1') };
  });
}

interface Opening {
  target: Target;
  greetClient?: string;
  greetServer?: Buffer;
}

async function open(
  client: Duplex,
  head: Buffer,
  gate: Gate,
  requestTarget: string,
  parse: () => Opening,
): Promise<void> {
  client.on('error', () => {}); // a browser may hang up at any moment
  let opening: Opening;
  try {
    gate.count();
  } catch (error) {
    return refuse(client, error as Refusal);
  }
  try {
    opening = parse();
  } catch (error) {
    return refuse(client, gate.note(error, hostOf(requestTarget), null));
  }
  let server: Socket;
  try {
    server = await gate.connect(opening.target);
  } catch (error) {
    return refuse(client, error as Refusal | DialFault);
  }
  if (client.destroyed) {
    server.destroy();
    return;
  }
  if (opening.greetClient) client.write(opening.greetClient);
  if (opening.greetServer) server.write(opening.greetServer);
  if (head.length > 0) server.write(head);
  join(client, server);
}

/**
 * After the browser or the server has ended its side, the other may go on sending, but is closed after this time without data.
 */
const lingerMs = 10_000;

function join(client: Duplex, server: Socket): void {
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.pipe(to); // ends `to` when `from` ends, and waits for it when it is full
    from.once('end', () => server.setTimeout(lingerMs));
    from.once('close', () => to.destroy());
    from.once('error', () => to.destroy());
  }
}

function refuse(client: Duplex, error: Refusal | DialFault): void {
  const [status, header] = statusOf(error);
  const phrase = status === 403 ? 'Forbidden' : 'Bad Gateway';
  client.end(
    `HTTP/1.1 ${status} ${phrase}\r\n${header}: ${codeOf(error)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}
