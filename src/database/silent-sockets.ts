import type { Socket } from 'node:net';

interface Watched {
  socket: Socket;
  heardMs: number;
}

/** The open connections of this process, by server. */
const socketsOf = new Map<string, Set<Watched>>();

/** Takes note of a connection to `server`, such as `127.0.0.1:5432`. */
export function noteSocket(server: string, socket: Socket): void {
  const watched: Watched = { socket, heardMs: performance.now() };
  const all = socketsOf.get(server) ?? new Set();
  socketsOf.set(server, all.add(watched));
  socket.on('data', () => {
    watched.heardMs = performance.now();
  });
  socket.once('close', () => all.delete(watched));
}

/**
 * Cuts the connections on which nothing has come since `sinceMs`. A firewall or a failover that forgets a connection tells neither end: a
 * statement on it would wait for a quarter of an hour, until the kernel gives up. PostgreSQL is asked over new connections then.
 */
export function cutSilent(server: string, sinceMs: number): number {
  const silent = [...(socketsOf.get(server) ?? [])].filter(({ heardMs }) => heardMs < sinceMs);
  for (const { socket } of silent) socket.destroy();
  return silent.length;
}
