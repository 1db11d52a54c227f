import type { IncomingMessage } from 'node:http';

const mostBytes = 64 * 1024 * 1024;
const mostMs = 10_000;

/**
 * Reads what a refused request is still sending and forgets it. A connection that is closed under a sender is reset, and
 * the reset takes the answer away before it is read: 2 MB were enough for that. Whoever sends without end is cut off.
 */
export function forgetUnreadBody(request: IncomingMessage): void {
  if (request.complete) return;
  let leftBytes = mostBytes;
  const late = setTimeout(() => request.destroy(), mostMs).unref();
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) request.destroy();
  });
  request.once('close', () => clearTimeout(late));
  request.resume();
}
