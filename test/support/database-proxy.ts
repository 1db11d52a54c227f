import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** Stands between a service and PostgreSQL, and can be as slow, as silent or as dead as a test wants. */
export interface DatabaseProxy {
  /** The address of the database, by way of the proxy. */
  url: string;
  /** From now on everything that the database says arrives so much later. */
  delay(ms: number): void;
  /** Holds back everything in both directions, and takes new connections without an answer: a network that drops packets. */
  silence(): void;
  /** Cuts all connections, and refuses new ones. */
  goAway(): Promise<void>;
  /** Cuts all connections as the kernel does for a process that was killed: with an error, and not with an end. */
  reset(): void;
  /** Passes everything on again. What was held back comes first. */
  comeBack(): Promise<void>;
  /** Serves new connections only. The old ones stay open and say nothing any more, as those that a firewall forgot. */
  comeBackForgetful(): void;
  stop(): Promise<void>;
}

export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const origin = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  let delayMs = 0;
  let silent = false;
  let held: (() => void)[] = [];

  const later = (pass: () => void) => {
    if (silent) held.push(pass);
    else if (delayMs > 0) setTimeout(pass, delayMs);
    else pass();
  };
  const relay = createServer((client) => {
    const server = dial(Number(origin.port), origin.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      // Only answers are slow: a question that waits as well would make every answer twice as late.
      from.on('data', (bytes) => {
        if (forgotten.has(from)) return;
        if (from === server || silent) later(() => to.write(bytes));
        else to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = relay.address() as AddressInfo;
  const close = async () => {
    const closed = relay.listening && new Promise((resolve) => relay.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    delay(ms) {
      delayMs = ms;
    },
    silence() {
      silent = true;
    },
    goAway: close,
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async comeBack() {
      silent = false;
      delayMs = 0;
      for (const pass of held.splice(0)) pass();
      held = [];
      if (!relay.listening) await listen(port);
    },
    comeBackForgetful() {
      silent = false;
      held = [];
      for (const socket of sockets) forgotten.add(socket);
    },
    stop: close,
  };
}
