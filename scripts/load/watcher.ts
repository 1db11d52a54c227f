import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Somebody who watches a demo being made, and connects again where the connection breaks. */
export interface Watcher {
  demoId: string;
  /** Whether the service has closed the channel since there is nothing more to tell, or the demo is gone. */
  isOver(): boolean;
  /** What was wrong with what it was told. */
  faults: string[];
  leave(): void;
}

export function watch(wsUrl: string, demoId: string): Watcher {
  const faults: string[] = [];
  const furthest = new Map<string, number>();
  let over = false;
  let socket: WebSocket | null = null;

  const connect = () =>
    new Promise<void>((resolve) => {
      socket = new WebSocket(wsUrl, { handshakeTimeout: 20_000 });
      // On one connection progress never goes back; after a reconnection it begins at the state that is stored.
      furthest.clear();
      socket.on('message', (data) => {
        const { jobId, progress } = JSON.parse(String(data)) as { jobId: string; progress: number };
        if (progress < (furthest.get(jobId) ?? 0)) faults.push(`${demoId}: progress of ${jobId} went back`);
        furthest.set(jobId, progress);
      });
      socket.on('unexpected-response', (request, { statusCode }) => {
        if (statusCode === 404) over = true;
        else if (statusCode !== 503) faults.push(`${demoId}: the upgrade was answered with ${statusCode}`);
        request.destroy();
        resolve();
      });
      socket.on('error', () => resolve());
      socket.on('close', (code) => {
        if (code === 1000) over = true;
        resolve();
      });
    });
  const follow = async () => {
    while (!over) {
      await connect();
      if (!over) await sleep(500);
    }
  };
  void follow();
  return {
    demoId,
    faults,
    isOver: () => over,
    leave() {
      over = true;
      socket?.terminate();
    },
  };
}
