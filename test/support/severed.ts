import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Socket } from 'node:net';
import type { Sql } from 'postgres';
import { connect } from '../../src/database/connect.ts';

export interface SeverableConnection {
  /** A single connection, which can be cut. */
  sql: Sql;
  /**
   * Lets the next statement that contains `text`, prepared or not, reach the server. Then cuts the connection instead of
   * passing the answer on.
   */
  severAfterNext(text: string): void;
  severed: Promise<void>;
  stop(): Promise<void>;
}

/** A connection to PostgreSQL through a relay. The relay can lose the answer to a statement that the server has carried out. */
export async function severableConnection(databaseUrl: string): Promise<SeverableConnection> {
  const origin = new URL(databaseUrl);
  const cut = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let wanted: string | null = null;
  /** The texts of prepared statements by their names, since a statement is sent by name after the first time. */
  const names = new Map<string, string>();

  const relay = createServer((client) => {
    const server = dial(Number(origin.port), origin.hostname);
    let losing = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      for (const [, name, query] of text.matchAll(/P....(\w+)\0([^\0]*)\0/gs)) names.set(name!, query!);
      const bound = [...text.matchAll(/B....\0(\w+)\0/gs)].map(([, name]) => names.get(name!) ?? '');
      if (wanted && (text.includes(wanted) || bound.some((query) => query.includes(wanted!)))) losing = true;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (!losing) client.write(bytes);
      // This message says that the server is ready for the next query, so the statement has been carried out and committed.
      else if (bytes.includes(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))) {
        client.destroy();
        cut.resolve();
      }
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = new URL(databaseUrl);
  address.port = String((relay.address() as AddressInfo).port);
  address.hostname = '127.0.0.1';
  const sql = connect(address.href, { max: 1 });
  return {
    sql,
    severed: cut.promise,
    severAfterNext(text) {
      wanted = text;
    },
    async stop() {
      await sql.end({ timeout: 1 });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}
