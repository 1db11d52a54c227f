import type { IncomingMessage } from 'node:http';

/** How much of an unread body is still read. A client that may upload 200 MB sends them even after a refusal. */
const most = { plain: { bytes: 64 * 2 ** 20, ms: 10_000 }, stream: { bytes: 512 * 2 ** 20, ms: 60_000 } };

/**
 * Reads and discards the rest of a refused request's body. If the connection were closed while the client is still sending,
 * it would be reset, and the client would lose the answer: 2 MB were enough for that. A client that sends more or longer
 * than `most` allows is cut off.
 * @returns whether any of the body was unread.
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
 * Ends the connection of an answer with `Connection: close` whose request body is still arriving. Our sending half ends with
 * the answer, our receiving half with the body. If the connection stayed open and the body were shorter than announced, the
 * next request would be taken for the rest of the body.
 */
export function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  const closeBothHalves = socket.destroySoon;
  // Node's server calls `destroySoon` after such an answer, and would not wait for the body.
  socket.destroySoon = () => void socket.end();
  request.once('close', () => {
    socket.destroySoon = closeBothHalves;
    if (socket.writableEnded) socket.destroySoon();
  });
}
