import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import type { DomainServices } from '../domain/services.ts';
import { unauthorized } from '../errors.ts';

/**
 * The procedure builders. Routers live in their slices and import nothing else of `api`.
 */
export interface Caller {
  userId: string;
  /** How the caller proved it: decides `triggered_by` (`api` with a key, `manual` with a session). */
  via: 'key' | 'session';
  /** Set with a key. */
  keyId: string | null;
}

export interface ApiContext {
  services: DomainServices;
  caller: Caller | null;
  requestId: string;
  ip: string;
  /** Public address of this service, without a trailing slash. */
  baseUrl: string;
  /** Derived from Idempotency-Key where one was given, else fresh: the command id of whatever the procedure appends. */
  commandId: string;
  /** Lets the REST mount add response headers such as `Retry-After`. */
  setHeader(name: string, value: string): void;
  /** Answers with one of the operation's other success statuses. */
  setStatus(status: number): void;
}

export interface RestMeta extends OpenApiMeta {
  /** Success status, default 200. */
  status?: number;
  /** Success statuses that the procedure may choose instead, with `setStatus`. */
  otherStatuses?: readonly number[];
  /** Documented error statuses beyond those every operation has. */
  errors?: readonly (400 | 401 | 403 | 404 | 409 | 415 | 429 | 503)[];
  /** Creates or queues something: accepts `Idempotency-Key`. */
  idempotent?: boolean;
}

const t = initTRPC.meta<RestMeta>().context<ApiContext>().create();

export const router = t.router;
/** No credential. */
export const publicProcedure = t.procedure;
/** A live key or a session; `ctx.caller` is never null. */
export const protectedProcedure = t.procedure.use(({ ctx, next }) => {
  if (!ctx.caller) throw unauthorized();
  return next({ ctx: { ...ctx, caller: ctx.caller } });
});
