import type { Readable } from 'node:stream';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { unauthorized } from '../errors.ts';
import type { DomainServices } from './services.ts';

/**
 * How a slice writes an operation of the API down: a tRPC procedure with its REST route, who may call it, and what it
 * answers. The API serves the procedures; the slices know nothing of how.
 */
export interface Caller {
  /** The owner of the key or of the project whose webhook secret was presented, or the user of the session. */
  userId: string;
  /** How the caller proved who they are. It decides `triggered_by`: `api` with a key, `manual` with a session. */
  via: 'key' | 'session' | 'webhook';
  /** null where no key was presented. */
  keyId: string | null;
  /** A test key: `userId` is the user of test mode. */
  isTest?: true;
  /**
   * What the credential is limited to. Set for a publishable key, which only `access: 'embed'` lets in, and for a
   * webhook secret.
   */
  scope?: { projectId: string | null; allowedDomains: string[] | null };
}

/**
 * What an operation asks of its caller. `account` (the default): a live key or a session. `upload`: the same, and a
 * publishable key is a 403 instead of a 401. `session`: a session alone. `embed`: a live key, or a publishable one in
 * `X-API-Key`. `webhook`: the project's webhook secret, or a live key.
 */
export type Access = 'account' | 'upload' | 'session' | 'embed' | 'webhook' | 'none';

/**
 * How a request carries the input. `json` (the default for what has a body); `form`: JSON or
 * `application/x-www-form-urlencoded`; `stream`: the input comes in the query, and the body is `ctx.body`, unread.
 */
export type BodyKind = 'json' | 'form' | 'stream';

export interface ApiContext {
  services: DomainServices;
  caller: Caller | null;
  requestId: string;
  ip: string;
  /** A header of the request, by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * The unread body of an operation whose body is a `stream`, else null. A procedure that throws need not read it to
   * its end.
   */
  body: Readable | null;
  /** Whether the connection has ended meanwhile. Then nothing is kept of what a stream brought. */
  isCallerGone(): boolean;
  /** Public address of this service, without a trailing slash. */
  baseUrl: string;
  /**
   * The id of the command that the procedure executes: derived from the Idempotency-Key where one was given, else
   * new.
   */
  commandId: string;
  /** Lets the REST mount add response headers such as `Retry-After`. */
  setHeader(name: string, value: string): void;
  /** Answers with one of the operation's other success statuses. */
  setStatus(status: number): void;
}

export interface RestMeta extends OpenApiMeta {
  /** Default `account`. */
  access?: Access;
  /** Default `json`. */
  body?: BodyKind;
  /** For a `stream`: the media types that are accepted, for the document. */
  mediaTypes?: readonly string[];
  /** Success status, default 200. */
  status?: number;
  /** Success statuses that the procedure may choose instead, with `setStatus`. */
  otherStatuses?: readonly number[];
  /** Documented error statuses beyond those every operation has. */
  errors?: readonly (400 | 401 | 403 | 404 | 409 | 411 | 413 | 415 | 422 | 429 | 503)[];
  /**
   * A rate limit of its own. `device-codes` counts by the address of the caller, since there is no credential; `previews` and
   * `stills` count in place of the writes.
   */
  limit?: 'device-codes' | 'previews' | 'stills';
  /** Creates or queues something: accepts `Idempotency-Key`. */
  idempotent?: boolean;
  /** A read that shows a secret: no cache keeps it, not even the caller's. */
  secret?: boolean;
}

const t = initTRPC.meta<RestMeta>().context<ApiContext>().create();

export const router = t.router;
/** An operation that needs no credential. */
export const publicProcedure = t.procedure;
/** An operation with a caller of the kind that `access` asks for: `ctx.caller` is never null. */
export const protectedProcedure = t.procedure.use(({ ctx, next }) => {
  if (!ctx.caller) throw unauthorized();
  return next({ ctx: { ...ctx, caller: ctx.caller } });
});
