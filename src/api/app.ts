/**
 * The HTTP interface: REST operations made from the slices' procedures, media files, pages and the progress channel.
 * `start` and the tests import it. It uses the slices' routers and some of their queries, and it writes only its own two
 * tables, `rate_limits` and `idempotency_keys`.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { openAuth } from '../auth/index.ts';
import type { Config } from '../config.ts';
import { isOperator as findOperator } from '../domain/accounts/operators.ts';
import { findKey } from '../domain/api-keys/keys.ts';
import { rememberKeys } from '../domain/api-keys/known-keys.ts';
import type { Access, RestMeta } from '../domain/procedure.ts';
import { checkWebhookSecret } from '../domain/projects/projects.ts';
import type { DomainServices } from '../domain/services.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import { createAccountAccess } from './auth/account-access.ts';
import {
  type Authenticate,
  byAnyOf,
  byKey,
  byWebhookSecret,
  missingEmbedKey,
  requireCaller,
} from './auth/credentials.ts';
import { fromAllowedPages } from './auth/embed-access.ts';
import { createOriginCheck } from './auth/origin.ts';
import { mountAuth } from './auth/routes.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { admitsTestKeys, refuseTestKey } from './auth/test-mode.ts';
import { connectionLimit, descriptorLimit } from './capacity.ts';
import { installClosing } from './closing.ts';
import { type HealthChecks, mountHealth } from './health.ts';
import { installCompression } from './http/compression.ts';
import { installCors, openToOrigins } from './http/cors.ts';
import { installErrors, sendError } from './http/errors.ts';
import { installHeaders, type SetHeaders, standingHeaders } from './http/headers.ts';
import { createHostCheck, installHostCheck } from './http/host.ts';
import { refuseMalformed, watchRequests } from './http/malformed.ts';
import { pathOf } from './http/path.ts';
import { installRouteTable } from './http/route-table.ts';
import { limitByAddress, limitEmbeds, limitPreviews, limitRequests, limitStills } from './limits.ts';
import { mountBackgroundImages, mountBackgroundUpload } from './media/backgrounds.ts';
import { mountMedia } from './media/demo-files.ts';
import { mountPreviewStills } from './media/preview-stills.ts';
import { createDocument, sendDocument } from './openapi/document.ts';
import { installOutage } from './outage.ts';
import { mountDevicePage } from './pages/device.ts';
import { mountPages, sendMissingPage } from './pages/public.ts';
import { mountRecovery } from './pages/recovery.ts';
import { mountRuntimeEmbed } from './pages/runtime-embed.ts';
import { mountSecurity } from './pages/security.ts';
import { mountSignIn } from './pages/sign-in.ts';
import { mountPaymentNotices } from './payment-notices.ts';
import { mountProgress } from './progress/socket.ts';
import { mountRest, type RestParts } from './rest/mount.ts';
import { mountTrpc } from './trpc/mount.ts';
import { type AnswerOperators, mountOperators } from './trpc/operators.ts';

export interface ApiParts {
  services: DomainServices;
  media: MediaStorage;
  /** Procedures with their REST meta. Each procedure with a path becomes a route and an entry of the OpenAPI document. */
  router: AnyTRPCRouter;
  config: Pick<Config, 'host' | 'publicUrl' | 'trustProxy' | 'limits' | 'mail' | 'signIn'>;
  /** The session library opens connections of its own. */
  databaseUrl: string;
  log: Logger;
  version: string;
  /** The folder of the built dashboard. It may be missing: the service then says so in its place. */
  dashboardFolder: string;
  /** The folder of the built documents. It may be missing, like that of the dashboard. */
  docsFolder: string;
  health: HealthChecks;
  /** The admin, for sessions of operators; null where there is no admin. */
  answerOperators: AnswerOperators | null;
  /** Measures what is asked. It is installed before everything else, so that refusals are measured too. */
  observe?: ((app: FastifyInstance) => void) | undefined;
  /** Whether the database is known not to answer. */
  isDatabaseAway?: () => boolean;
}

const apiPrefix = '/api/v1';

/** Ready to `listen`. `close` waits for the running requests and closes every open progress channel. */
export function createApi(parts: ApiParts): FastifyInstance {
  const { services, config, isDatabaseAway = () => false } = parts;
  const setHeaders = standingHeaders({ https: config.publicUrl?.startsWith('https:') ?? false });
  const app = createServer(parts, setHeaders);
  const auth = openAuth({
    sql: services.sql,
    databaseUrl: parts.databaseUrl,
    log: parts.log,
    secrets: () => services.secrets.signatures('sessions', 'better-auth'),
  });
  app.addHook('onClose', () => auth.close());
  const sessions = createSessions(services, auth, config);
  const refuseForeign = createOriginCheck(config);
  const checkHost = createHostCheck(config);
  const ownPagesOnly = async (request: FastifyRequest) => {
    if (request.caller?.via === 'session') refuseForeign(request);
  };
  const waysFor = waysIn(services, sessions);
  const limit = limitRequests(services.sql, config.limits);
  const limitEmbed = limitEmbeds(services.sql, config.limits);
  const limitPreview = limitPreviews(services.sql, config.limits);
  const limitStill = limitStills(services.sql, config.limits);
  const { enabled, runtimeEmbedsPerMinute, deviceCodesPerMinute, writesPerMinute } = config.limits;
  const limitRuntime = limitByAddress(services.sql, enabled, 'runtime embeds', runtimeEmbedsPerMinute);
  const limitDeviceCodes = limitByAddress(services.sql, enabled, 'device codes', deviceCodesPerMinute);
  const limitFor = (limitBy: RestMeta['limit']) =>
    limitBy === 'previews' ? limitPreview : limitBy === 'stills' ? limitStill : limit;
  const guardsFor: RestParts['guardsFor'] = (access, limitBy, operation) => {
    if (access === 'none') return limitBy === 'device-codes' ? [limitDeviceCodes] : [];
    const counted = access === 'embed' ? limitEmbed : limitFor(limitBy);
    const missing = access === 'embed' ? missingEmbedKey : undefined;
    const inTestMode = operation !== undefined && admitsTestKeys(operation);
    const only = inTestMode ? [] : [refuseTestKey];
    return [requireCaller(waysFor[access], missing), ...only, ownPagesOnly, counted];
  };
  const document = createDocument(parts.router, { prefix: apiPrefix });
  const baseUrl = (request: FastifyRequest) => addressOf(request, config.publicUrl);

  app.decorateRequest('caller', null);
  parts.observe?.(app);
  app.server.maxConnections = connectionLimit(descriptorLimit());
  watchRequests(app.server);
  installErrors(app);
  installClosing(app);
  installHeaders(app, setHeaders);
  installHostCheck(app, checkHost);
  installCors(app);
  installCompression(app);
  installAccessLog(app);
  installOutage(app, isDatabaseAway);
  installRouteTable(app, { missingPage: sendMissingPage, apiPrefix });
  mountMedia(app, { sql: services.sql, media: parts.media });
  mountPreviewStills(app, parts.media);
  const { log } = parts;
  mountProgress(app, {
    services,
    authenticate: waysFor.account,
    checkHost,
    refuseForeign,
    isDatabaseAway,
    log,
  });
  const access = createAccountAccess({ services, sessions, config });
  const { answerOperators } = parts;
  const isOperator = async (userId: string) => answerOperators !== null && findOperator(services.sql, userId);
  mountAuth(app, { services, sessions, access, isOperator, config });
  mountSignIn(app, sessions);
  const { signInsPerMinute, mailRequestsPerMinute } = config.limits;
  const accountPages = {
    access,
    refuseForeign,
    limitMails: limitByAddress(services.sql, enabled, 'mail requests', mailRequestsPerMinute),
  };
  const limitSignIns = limitByAddress(services.sql, enabled, 'sign-ins', signInsPerMinute);
  mountRecovery(app, { ...accountPages, limitLinks: limitSignIns });
  mountSecurity(app, { ...accountPages, sessions, limitSignIns });
  const { media, version, dashboardFolder, docsFolder } = parts;
  const folders = { dashboardFolder, docsFolder };
  mountPages(app, { services, media, version, baseUrl, sessions, isOperator, ...folders });
  const limitDevicePage = limitByAddress(services.sql, enabled, 'device pages', writesPerMinute);
  mountDevicePage(app, { services, sessions, refuseForeign, limit: limitDevicePage });
  const backgrounds = { services, media: parts.media, baseUrl };
  mountBackgroundImages(app, backgrounds);
  const operations = { router: parts.router, services, baseUrl };
  const admit = requireCaller([sessions.bySession]);
  mountTrpc(app, { ...operations, guards: [admit, ownPagesOnly], limitFor });
  if (answerOperators)
    mountOperators(app, { answer: answerOperators, isOperator, admit, refuseForeign, limit, baseUrl });
  app.register(
    async (api) => {
      mountHealth(api, { checks: parts.health, version: parts.version });
      api.get('/openapi.json', (request, reply) => sendDocument(reply, document, baseUrl(request)));
      mountPaymentNotices(api, services);
      mountBackgroundUpload(api, backgrounds, guardsFor('account'));
      mountRuntimeEmbed(api, { services, media: parts.media, limit: limitRuntime, baseUrl });
      mountRest(api, { ...operations, guardsFor });
    },
    { prefix: apiPrefix },
  );
  return app;
}

/** The credentials that each kind of operation accepts. The first credential that a request presents decides. */
function waysIn(
  services: DomainServices,
  { bySession }: Sessions,
): Record<Exclude<Access, 'none'>, Authenticate[]> {
  const find = rememberKeys((key) => findKey(services.sql, key));
  const check = (projectId: string, secret: string) => checkWebhookSecret(services, projectId, secret);
  return {
    account: [byKey(find), bySession],
    upload: [byKey(find, 'forbidden'), bySession],
    session: [bySession],
    embed: [fromAllowedPages(byKey(find, 'admitted'))],
    webhook: [byAnyOf([byWebhookSecret(check), byKey(find)])],
  };
}

function createServer({ log, config }: ApiParts, setHeaders: SetHeaders): FastifyInstance {
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Fastify would log the whole address, and with it the ticket of a progress channel.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: () => newId('req'),
    requestTimeout: 300_000,
    trustProxy: trustOf(config),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 250 },
    // No hook runs for a request that the router itself refuses.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      openToOrigins(request, reply);
      sendError(request, reply, error);
    },
    clientErrorHandler: refuseMalformed,
    // Some HTTP clients always offer other upgrades, such as h2c. Their requests are answered as ordinary requests.
    http: { shouldUpgradeCallback: isWebSocket },
  });
}

/** `trustProxy` proxies each append the address that they saw. The caller may have invented everything before those. */
const trustOf = ({ trustProxy }: ApiParts['config']) =>
  typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;

const isWebSocket = (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === 'websocket';

/** Logs one line for each answer. The query is left out, since it may carry a ticket or a signature. */
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

/** The public address where one is set, else the address that the caller used, else the address that the server listens on. */
function addressOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl) return publicUrl;
  if (/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(request.host))
    return `${request.protocol}://${request.host}`;
  const address = (request.server.server as Server).address();
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : 'http://localhost';
}
