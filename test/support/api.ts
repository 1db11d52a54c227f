import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { Sql } from 'postgres';
import { answerSessions } from '../../src/admin/index.ts';
import { type ApiParts, createApi } from '../../src/api/app.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import { openDomain } from '../../src/domain/index.ts';
import type { Payment } from '../../src/domain/payment.ts';
import { appRouter } from '../../src/domain/router.ts';
import type { DomainServices } from '../../src/domain/services.ts';
import { type OwnerCredentials, openOwnerAccount } from '../../src/domain/sign-up/owner.ts';
import type { Sounds } from '../../src/domain/sounds.ts';
import { newId } from '../../src/ids.ts';
import { createLogger, type Logger } from '../../src/log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { putText } from '../../src/media/text.ts';
import { developmentPayment } from '../../src/payment/development.ts';
import { createSecrets } from '../../src/secrets.ts';
import { createIntake } from '../../src/start/intake.ts';
import { readOwnPicture, startCells, startStudio } from '../../src/worker/index.ts';
import { breachOfAnswer } from './contract.ts';
import { testDatabase } from './database.ts';

export interface ApiOptions
  extends Partial<Pick<ApiParts, 'health' | 'log' | 'media' | 'dashboardFolder' | 'docsFolder'>> {
  /** What is left out is as the settings say, but nothing is limited. */
  config?: {
    host?: string;
    publicUrl?: string | null;
    trustProxy?: Config['trustProxy'];
    limits?: Partial<Config['limits']>;
    mail?: Config['mail'];
    signIn?: Partial<Config['signIn']>;
  };
  /** Instead of the service's own operations. */
  router?: AnyTRPCRouter;
  clock?: Clock;
  /** Instead of the provider that gives credits at once. */
  payment?: Payment;
  /** How long a preview waits for a worker. Default: 300 ms, since there is none. */
  previewWaitMs?: number;
  queueLimit?: number;
  /** What demos may sound like. Default: nothing. */
  sounds?: Sounds;
  /** Whether stills of kept takes are composed, as in a service. Default: false, which needs no processes. */
  studio?: boolean;
  /** Instead of the 200 MB of the settings. */
  videoLimitBytes?: number;
}

export interface TestApi {
  app: FastifyInstance;
  baseUrl: string;
  owner: OwnerCredentials;
  /** The owner's live key. */
  key: string;
  services: DomainServices;
  databaseUrl: string;
  media: MediaStorage;
  /** The folder in which the media are stored. */
  mediaDir: string;
  /**
   * Sends a request with the owner's key, unless the headers hold another credential. A body that is an object is sent as
   * JSON. Throws where the answer breaks the OpenAPI document.
   */
  request(method: string, path: string, options?: RequestOptions): Promise<TestAnswer>;
  publishableKey(): Promise<string>;
  /** A new user, signed in as in a browser: with a cookie and without a key. */
  signUp(email?: string): Promise<SignedIn>;
  /** A second server of the same service, as it would run in another process. */
  second(): Promise<{ baseUrl: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

export interface SignedIn {
  userId: string;
  email: string;
  password: string;
  /** The value of a Cookie header: `showreel.session_token=…`. */
  cookie: string;
  /** Sends a request with the cookie, and with no other credential unless the options have one. */
  request(method: string, path: string, options?: RequestOptions): Promise<TestAnswer>;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** null sends no key. */
  key?: string | null;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  /** The parsed body where it is JSON, otherwise its text. */
  body: Record<string, never> & { error: string; code: string; requestId: string };
  text: string;
}

/** Starts a real server on a free port of loopback, over a database of its own. Call `stop` in `afterAll`. */
export async function startApi(options: ApiOptions = {}): Promise<TestApi> {
  const log = options.log ?? createLogger('silent');
  const database = await testDatabase();
  const mediaDir = await mkdtemp(join(tmpdir(), 'showreel-api-'));
  const media = options.media ?? folderStorage(mediaDir);
  const studio = options.studio ? startTestStudio(database.sql, media, log) : null;
  const services = await openDomain({
    sql: database.sql,
    ...(studio && { studio }),
    databaseUrl: database.url,
    clock: options.clock ?? systemClock,
    secrets: createSecrets([randomBytes(32)]),
    payment: options.payment ?? developmentPayment,
    previewWaitMs: options.previewWaitMs ?? 300,
    ...(options.sounds && { sounds: options.sounds }),
    ...(options.queueLimit !== undefined && { queueLimit: options.queueLimit }),
    notes: { put: (key, text) => putText(media, key, text) },
    intake: createIntake({
      media,
      ffmpegPath: null,
      videoLimitBytes: options.videoLimitBytes ?? readConfig({}).uploadLimitBytes,
    }),
    log,
  });
  const owner = await openOwnerAccount(services);
  const parts: ApiParts = {
    services,
    media,
    router: options.router ?? appRouter,
    config: {
      publicUrl: options.config?.publicUrl ?? null,
      host: options.config?.host ?? '127.0.0.1',
      trustProxy: options.config?.trustProxy ?? false,
      limits: { ...readConfig({}).limits, enabled: false, ...options.config?.limits },
      mail: options.config?.mail ?? null,
      signIn: { ...readConfig({}).signIn, ...options.config?.signIn },
    },
    log,
    databaseUrl: database.url,
    answerOperators: answerSessions({ services, media, log }),
    version: '0.0.0-test',
    dashboardFolder: options.dashboardFolder ?? join(import.meta.dirname, '../../dist/dashboard'),
    docsFolder: options.docsFolder ?? join(import.meta.dirname, '../../dist/docs'),
    health: options.health ?? {
      database: async () => services.sql`select 1`,
      queue: async () => services.sql`select 1 from graphile_worker._private_jobs limit 1`,
      storage: () => media.check(),
      projections: async () => undefined,
    },
  };
  const first = await listen(parts);
  return {
    app: first.app,
    baseUrl: first.baseUrl,
    owner,
    key: owner.liveKey,
    services,
    databaseUrl: database.url,
    media,
    mediaDir,
    request: async (method, path, given = {}) => {
      const answer = await send(`${first.baseUrl}${path}`, method, owner.liveKey, given);
      if (!options.router) assertDocumented(method, path, answer);
      return answer;
    },
    publishableKey: () => publishableKeyOf(services, owner.userId),
    signUp: (email) => signUp(first.baseUrl, email),
    second: () => listen(parts),
    async stop() {
      await first.stop();
      await studio?.stop();
      await services.doorbell.stop();
      await database.stop();
      await rm(mediaDir, { recursive: true, force: true });
    },
  };
}

const startTestStudio = (sql: Sql, media: MediaStorage, log: Logger) =>
  startStudio(startCells(log, null, { keepsSpare: false }), {
    media,
    log,
    allowHosts: [],
    allowLoopback: true,
    ownPicture: (url) => readOwnPicture(sql, media, url),
  });

async function listen(parts: ApiParts) {
  const app = createApi(parts);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, baseUrl: `http://127.0.0.1:${port}`, stop: async () => app.close() };
}

/** The first cookie of an answer, as a browser sends it back. */
export const cookieOf = (answer: TestAnswer): string => answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;

async function signUp(
  baseUrl: string,
  email = `${randomBytes(8).toString('hex')}@example.com`,
): Promise<SignedIn> {
  const password = randomBytes(12).toString('base64url');
  const url = `${baseUrl}/api/auth/sign-up/email`;
  const answer = await send(url, 'POST', '', { key: null, body: { email, password, name: 'Somebody' } });
  if (answer.status !== 200) throw new Error(`nobody was signed up: ${answer.status} ${answer.text}`);
  const cookie = cookieOf(answer);
  const { id } = (answer.body as unknown as { user: { id: string } }).user;
  return {
    userId: id,
    email,
    password,
    cookie,
    request: async (method, path, given = {}) => {
      const asking = { key: null, ...given, headers: { cookie, ...given.headers } };
      const answer = await send(`${baseUrl}${path}`, method, '', asking);
      assertDocumented(method, path, answer);
      return answer;
    },
  };
}

function assertDocumented(method: string, path: string, { status, headers, text }: TestAnswer): void {
  const answered = { method, path: path.split('?', 1)[0]!, status, text };
  const breach = breachOfAnswer({ ...answered, contentType: headers.get('content-type') });
  if (breach) throw new Error(`The answer breaks the contract: ${breach}`);
}

async function publishableKeyOf(services: DomainServices, userId: string): Promise<string> {
  const context = { commandId: newId('cmd'), metadata: { actor: userId } };
  const wanted = {
    userId,
    name: 'Site',
    type: 'publishable',
    projectId: null,
    allowedDomains: null,
  } as const;
  return (await issueKey(services, context, wanted)).key;
}

async function send(
  url: string,
  method: string,
  ownerKey: string,
  options: RequestOptions,
): Promise<TestAnswer> {
  const { body, key = ownerKey } = options;
  const headers = new Headers(options.headers);
  if (key !== null && !headers.has('x-api-key') && !headers.has('authorization')) {
    headers.set('Authorization', `Bearer ${key}`);
  }
  const isRaw = body instanceof Uint8Array || body instanceof FormData;
  const isJson = typeof body === 'object' && body !== null && !isRaw;
  if (isJson && !headers.has('content-type')) headers.set('Content-Type', 'application/json');
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  });
  const text = await answer.text();
  const parsed = answer.headers.get('content-type')?.includes('json') && text !== '';
  return { status: answer.status, headers: answer.headers, text, body: parsed ? JSON.parse(text) : text };
}
