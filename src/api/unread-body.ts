import type { IncomingMessage } from 'node:http';

/** What is small is over in a moment; whoever may upload 200 MB also sends them when they are refused. */
const most = { plain: { bytes: 64 * 2 ** 20, ms: 10_000 }, stream: { bytes: 512 * 2 ** 20, ms: 60_000 } };

/**
 * Reads what a refused request is still sending and forgets it. A connection that is closed under a sender is reset, and
 * the reset takes the answer away before it is read: 2 MB were enough for that. Whoever sends without end is cut off.
 */
export function forgetUnreadBody(request: IncomingMessage, kind: keyof typeof most = 'plain'): void {
  if (request.complete) return;
  let leftBytes = most[kind].bytes;
  const late = setTimeout(() => request.destroy(), most[kind].ms).unref();
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) request.destroy();
  });
  request.once('close', () => clearTimeout(late));
  request.resume();
}
