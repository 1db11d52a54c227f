import type { WebSocket } from 'ws';
import type { AccountHub, AccountMessage } from './account-hub.ts';

export const accountPath = '/api/ws';

/** A session may have ended and a key may have been revoked meanwhile. */
const renewAfterMs = 15 * 60_000;

/**
 * Passes on what changes in an account. Of messages about one thing that wait for a slow client, the newest is kept, so that no more
 * wait than there are things.
 */
export function followAccount(webSocket: WebSocket, hub: AccountHub, userId: string): void {
  const waiting = new Map<string, AccountMessage>();
  let sending = false;
  const flush = () => {
    const [next] = waiting;
    if (sending || !next || webSocket.readyState !== webSocket.OPEN) return;
    waiting.delete(next[0]);
    sending = true;
    webSocket.send(JSON.stringify(next[1]), () => {
      sending = false;
      flush();
    });
  };
  const leave = hub.watch(userId, (message) => {
    const { type } = message;
    waiting.set(
      type === 'progress' ? `progress ${message.demoId}` : `${message.subject} ${message.id}`,
      message,
    );
    flush();
  });
  const renewal = setTimeout(() => webSocket.close(1001, 'open the channel anew'), renewAfterMs).unref();
  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('close', () => {
    clearTimeout(renewal);
    leave();
  });
}
