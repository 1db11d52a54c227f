import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { DomainServices } from '../domain/services.ts';
import { AppError, forbidden, invalid, unauthorized } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import type { CommandContext } from '../store/types.ts';
import { describeIssues } from '../validation.ts';

/** What an operation of the admin is given. Its routers know nothing else of how they are served. */
export interface AdminContext {
  services: DomainServices;
  media: MediaStorage;
  log: Logger;
  /** Is told how many findings each audit had. */
  onAudited?: ((findings: number) => void) | undefined;
  /** Where people reach the service, without a trailing slash. */
  baseUrl: string;
  requestId: string;
  /** By which credential the caller was let in; null where it was missing or wrong. */
  via: 'token' | 'session' | null;
  /** The name that the operator gave with the token, or the user of the session; null where there is neither. */
  operator: string | null;
}

const t = initTRPC.context<AdminContext>().create({
  // Long operations are silent for a while. Without a sign of life the client would close the connection.
  jsonl: { pingMs: 10_000 },
  errorFormatter({ shape, error, ctx }) {
    const { message, code, status } = asAppError(error);
    const requestId = ctx?.requestId ?? null;
    const body = { error: message, code, status, requestId };
    return { ...shape, message, data: { ...body, httpStatus: shape.data.httpStatus } };
  },
});

export const router = t.router;

const translated = t.middleware(async ({ next, ctx, path, getRawInput }) => {
  const result = await next();
  if (result.ok) return result;
  const error = asAppError(result.error, await getRawInput());
  if (error.status >= 500)
    ctx.log.error(
      { err: result.error.cause ?? result.error, path, requestId: ctx.requestId },
      'admin operation failed',
    );
  throw new TRPCError({ code: trpcCodes[error.status] ?? 'INTERNAL_SERVER_ERROR', cause: error });
});

/** An operation for whoever holds the admin's credential; every operation needs it. */
export const adminProcedure = t.procedure.use(translated).use(({ ctx, next }) => {
  if (!ctx.via) throw unauthorized('The admin credential is missing or wrong.');
  return next();
});

/** What an operator gives with an operation that nobody does by rule. */
export const reasonFields = {
  reason: z.string().trim().min(3).max(500),
  /** Such as the number of a ticket. With the same key an operation takes effect once. */
  key: z.string().min(1).max(100).optional(),
};

/** How many rows of a list are shown. */
export const rowLimit = z.number().int().min(1).max(1000).default(50);

/** An operation that changes something: the operator gives their name, which the event keeps. */
export const operatorProcedure = adminProcedure.use(({ ctx, next }) => {
  const { operator, requestId } = ctx;
  if (!operator)
    throw new AppError(
      'operator_needed',
      400,
      'Say who you are: this is written into the event. (--operator NAME)',
    );
  const commandOf = (
    operation: string,
    given: { reason?: string; key?: string | undefined },
  ): CommandContext => ({
    commandId: given.key === undefined ? newId('cmd') : `admin:${operation}:${given.key}`,
    metadata: {
      actor: `admin:${operator}`,
      requestId,
      ...(given.reason !== undefined && { reason: given.reason }),
    },
  });
  return next({ ctx: { ...ctx, operator, commandOf } });
});

/**
 * An operation with which one stolen session of an operator could become more: other accounts, or operators that stay when this one is
 * dismissed. It needs the token.
 */
export const tokenProcedure = operatorProcedure.use(({ ctx, next }) => {
  if (ctx.via !== 'token')
    throw forbidden('token_needed', 'This needs the credential of the admin: use `showreel admin`.');
  return next();
});

const trpcCodes: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'TOO_MANY_REQUESTS',
};

/**
 * The error as a sentence for the operator. One that nobody mapped is told to the log alone, since it may quote what
 * lies in the database.
 */
function asAppError(thrown: Error, input?: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { cause } = thrown;
  if (cause instanceof AppError) return cause;
  if (cause instanceof z.core.$ZodError) return invalid(describeIssues(cause.issues, input));
  if (thrown instanceof TRPCError && thrown.code === 'NOT_FOUND')
    return new AppError(
      'operation_not_found',
      404,
      'The service knows no such operation; is it of another version?',
    );
  return new AppError(
    'internal_error',
    500,
    "Something went wrong in the service; the service's log says what.",
  );
}
