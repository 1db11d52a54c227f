/**
 * The way in over HTTP: REST operations made of the slices' procedures, media, pages and the progress channel. `main`
 * and tests come in; it uses the slices' routers and a few of their queries, and writes no table but its own two.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AnyTRPCRouter } from '@trpc/server';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Config } from '../config.ts';
import { findKey } from '../domain/api-keys/keys.ts';
import type { DomainServices } from '../domain/services.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import { type Authenticate, byKey, requireCaller } from './auth.ts';
import { installClosing } from './closing.ts';
import { errorBody, installErrors, sendError } from './errors.ts';
import { installHeaders } from './headers.ts';
import { type HealthChecks, mountHealth } from './health.ts';
import { limitRequests } from './limits.ts';
import { mountMedia } from './media-routes.ts';
import { createDocument } from './openapi.ts';
import { mountPages, sendMissingPage } from './pages.ts';
import { mountPaymentNotices } from './payment-notices.ts';
import { mountProgress } from './progress-socket.ts';
import { mountRest } from './rest.ts';
import { installRouteTable, pathOf } from './routes.ts';
import type { Access } from './trpc.ts';

export interface ApiParts {
  services: DomainServices;
  media: MediaStorage;
  /** Procedures with their REST meta; every one that has a path becomes a route and an entry of the document. */
  router: AnyTRPCRouter;
  config: Pick<Config, 'publicUrl' | 'limits'>;
  log: Logger;
  version: string;
  health: HealthChecks;
}

const apiPrefix = '/api/v1';

/** Ready to `listen`. `close` lets running requests end and takes leave of every open progress channel. */
export function createApi(parts: ApiParts): FastifyInstance {
  const { services, config } = parts;
  const app = createServer(parts.log);
  const waysFor = waysIn(services);
  const limit = limitRequests(services.sql, config.limits);
  const guardsFor = (access: Access) => (access === 'none' ? [] : [requireCaller(waysFor[access]), limit]);
  const document = createDocument(parts.router, { prefix: apiPrefix });
  const baseUrl = (request: FastifyRequest) => addressOf(request, config.publicUrl);

  app.decorateRequest('caller', null);
  installErrors(app);
  installClosing(app);
  installHeaders(app, { https: config.publicUrl?.startsWith('https:') ?? false });
  installAccessLog(app);
  installRouteTable(app, { missingPage: sendMissingPage });
  mountMedia(app, { sql: services.sql, media: parts.media });
  mountProgress(app, { services, authenticate: waysFor.account, log: parts.log });
  mountPages(app, { services, version: parts.version, document, baseUrl });
  app.register(
    async (api) => {
      mountHealth(api, { checks: parts.health, version: parts.version });
      api.get('/openapi.json', (request) => ({ ...document, servers: [{ url: baseUrl(request) }] }));
      mountPaymentNotices(api, services);
      mountRest(api, { router: parts.router, services, guardsFor, baseUrl });
    },
    { prefix: apiPrefix },
  );
  return app;
}

/** The credentials that each kind of operation accepts; the first that is presented decides. */
function waysIn({ sql }: DomainServices): Record<Exclude<Access, 'none'>, Authenticate[]> {
  const find = (key: string) => findKey(sql, key);
  return {
    account: [byKey(find)],
    upload: [byKey(find, 'forbidden')],
    session: [],
    embed: [byKey(find, 'admitted')],
    webhook: [byKey(find)],
  };
}

function createServer(log: Logger): FastifyInstance {
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Its own lines carry the whole address, and with it the ticket of a progress channel.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: () => newId('req'),
    requestTimeout: 300_000,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 250 },
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      sendError(request, reply, error);
    },
    clientErrorHandler: refuseMalformed,
    // Other upgrades (h2c, which some HTTP clients always offer) go on as the ordinary requests they also are.
    http: { shouldUpgradeCallback: isWebSocket },
  });
}

const isWebSocket = (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === 'websocket';

/** What is not even HTTP, or is larger than Node accepts, still gets the error shape. */
function refuseMalformed(this: FastifyInstance, fault: NodeJS.ErrnoException, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const [status, reason] = malformed[fault.code ?? ''] ?? [400, 'Bad Request'];
  const requestId = newId('req');
  const error = new AppError(
    'bad_request',
    status,
    'The request is not valid HTTP, or its head is too large or too slow.',
  );
  const body = JSON.stringify(errorBody(error, requestId));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const malformed: Record<string, [status: number, reason: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};

/** One line an answer: the path without its query, which may carry a ticket or a signature. */
function installAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.caller?.userId,
      },
      'request',
    );
  });
}

/** The public address if one is set, else the one the caller used, else the one we listen on. */
function addressOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl) return publicUrl;
  if (/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(request.host)) return `http://${request.host}`;
  const address = (request.server.server as Server).address();
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : 'http://localhost';
}
