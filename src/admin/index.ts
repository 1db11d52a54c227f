/**
 * The admin: what operators see and do, as a tRPC API, never among the public operations. It is served on a listener of its own with a
 * credential of its own, and by the API to sessions of operators. `start` comes in, the command line through `client.ts`, and the
 * dashboard for the types of `router.ts`. It uses the domain's use-cases, reads every read model and the log, and writes only through
 * the event store and the queue.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import type { DomainServices } from '../domain/services.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import { equalInConstantTime } from '../secrets.ts';
import { adminRouter } from './router.ts';
import type { AdminContext } from './trpc.ts';

interface WhatAdminUses {
  services: DomainServices;
  media: MediaStorage;
  log: Logger;
  onAudited?: AdminContext['onAudited'];
}

export interface AdminParts extends WhatAdminUses {
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
  const { services, media, log, onAudited, baseUrl, token, host, port } = parts;
  const handler = createHTTPHandler({
    router: adminRouter,
    maxBodySize: bodyLimitBytes,
    createContext: ({ req }): AdminContext => ({
      services,
      media,
      log,
      onAudited,
      baseUrl,
      requestId: newId('req'),
      via: equalInConstantTime(req.headers.authorization ?? '', `Bearer ${token}`) ? 'token' : null,
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

/** A request for the admin from a session. Whoever hands it over has made sure that the session is an operator's. */
interface SessionRequest {
  request: Request;
  /** Where the admin's operations begin in the address of the request. */
  endpoint: string;
  userId: string;
  requestId: string;
  baseUrl: string;
}

/** The most queries that one request may ask. A page of the operator's area needs four. */
const mostCalls = 10;

/** The admin for sessions of operators. The user's id is the operator's name in events. */
export const answerSessions =
  ({ services, media, log, onAudited }: WhatAdminUses) =>
  ({ request, endpoint, userId, requestId, baseUrl }: SessionRequest): Promise<Response> =>
    fetchRequestHandler({
      endpoint,
      router: adminRouter,
      maxBatchSize: mostCalls,
      req: request,
      createContext: (): AdminContext => ({
        services,
        media,
        log,
        onAudited,
        baseUrl,
        requestId,
        via: 'session',
        operator: userId,
      }),
    });

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
