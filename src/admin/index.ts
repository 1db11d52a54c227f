/**
 * The admin: what operators see and do, as a tRPC API on a listener of its own with a credential of its own, never among the public
 * operations. `start` comes in, and the command line through `client.ts`; it uses the domain's use-cases, reads every read model and
 * the log, and writes only through the event store and the queue.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import type { DomainServices } from '../domain/services.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import { equalInConstantTime } from '../secrets.ts';
import { adminRouter } from './router.ts';
import type { AdminContext } from './trpc.ts';

export interface AdminParts {
  services: DomainServices;
  media: MediaStorage;
  log: Logger;
  /** Where people reach the service: links for them begin with it. */
  baseUrl: string;
  /** The credential: whoever holds it may do everything here. */
  token: string;
  host: string;
  /** 0: a free one. */
  port: number;
}

export interface RunningAdmin {
  /** Without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

const bodyLimitBytes = 64 * 1024;

/** Listens until it is stopped. @throws the listener's error where the address cannot be used. */
export async function startAdmin(parts: AdminParts): Promise<RunningAdmin> {
  const { services, media, log, baseUrl, token, host, port } = parts;
  const handler = createHTTPHandler({
    router: adminRouter,
    maxBodySize: bodyLimitBytes,
    createContext: ({ req }): AdminContext => ({
      services,
      media,
      log,
      baseUrl,
      requestId: newId('req'),
      authorized: equalInConstantTime(req.headers.authorization ?? '', `Bearer ${token}`),
      operator: operatorOf(req.headers['x-operator']),
    }),
  });
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A name that can stand in an event and on a line of a table. */
function operatorOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  try {
    const name = decodeURIComponent(header).trim();
    return /^[\p{L}\p{N}][\p{L}\p{N} .@_-]{0,79}$/u.test(name) ? name : null;
  } catch {
    return null;
  }
}
