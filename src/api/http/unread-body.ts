import type { IncomingMessage } from 'node:http';

/** What is small is over in a moment; whoever may upload 200 MB also sends them when they are refused. */
const most = { plain: { bytes: 64 * 2 ** 20, ms: 10_000 }, stream: { bytes: 512 * 2 ** 20, ms: 60_000 } };

/**
 * Reads what a refused request is still sending and forgets it. A connection that is closed under a sender is reset, and
 * the reset takes the answer away before it is read: 2 MB were enough for that. Whoever sends without end is cut off.
 * @returns whether there was something left to read.
 */
export function forgetUnreadBody(request: IncomingMessage, kind: keyof typeof most = 'plain'): boolean {
  if (request.complete) return false;
  let leftBytes = most[kind].bytes;
  const late = setTimeout(() => request.destroy(), most[kind].ms).unref();
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) request.destroy();
  });
  request.once('close', () => clearTimeout(late));
  request.resume();
  return true;
}

/**
 * Ends the connection after an answer that says `Connection: close` while the body is still coming: the sending half with
 * the answer, the receiving half with the body. Kept open, it would take the next request for the rest of a body that is
 * shorter than announced.
 */
export function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  const closeBothHalves = socket.destroySoon;
  // What Node's server calls once such an answer is out; by itself it would not wait for the body.
  socket.destroySoon = () => void socket.end();
  request.once('close', () => {
    socket.destroySoon = closeBothHalves;
    if (socket.writableEnded) socket.destroySoon();
  });
}
