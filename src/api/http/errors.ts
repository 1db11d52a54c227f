/**
 * HTTP itself: reading bodies, answering errors, headers, ETags, CORS, compression and the table of routes. Only the API
 * imports this room. It knows Fastify and `AppError`, and nothing of the domain except the kinds of bodies.
 */
import { TRPCError } from '@trpc/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isDatabaseAway } from '../../database/away.ts';
import { AppError, invalid } from '../../errors.ts';
import { describeIssues } from '../../validation.ts';
import { closeAfterBody, forgetUnreadBody } from './unread-body.ts';

/** Every error the service answers with has this body. */
export interface ErrorBody {
  error: string;
  code: string;
  requestId: string;
}

/**
 * Turns anything that was thrown into an error with a public sentence. An error that nothing maps becomes a 500 that leaks
 * nothing.
 * @param input of the procedure, so that the sentence can say what was sent.
 */
export function toAppError(thrown: unknown, input?: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof TRPCError) return fromProcedure(thrown, input);
  if (isFastifyError(thrown)) return fromFastify(thrown);
  if (isDatabaseAway(thrown)) return unavailable(thrown);
  if (isStorageFull(thrown)) return storageUnavailable(thrown);
  return internal(thrown);
}

/** The log gets the details that the caller must not see. */
export function logFault(request: FastifyRequest, error: AppError): void {
  if (error.status >= 500)
    request.log.error({ err: error.cause ?? error, detail: error.detail }, error.message);
  else if (error.detail) request.log.info({ code: error.code, detail: error.detail }, error.message);
}

/** Answers with the error body. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toAppError(thrown);
  logFault(request, error);
  if (error.retryAfterSec !== undefined) reply.header('Retry-After', String(Math.ceil(error.retryAfterSec)));
  if (error.status === 401) reply.header('WWW-Authenticate', 'Bearer realm="showreel"');
  const isStream = request.routeOptions.config?.body === 'stream';
  if (error.status === 413 || error.status === 415 || isStream) {
    const isUnread = forgetUnreadBody(request.raw, isStream ? 'stream' : 'plain');
    reply.removeHeader('Connection');
    if (isUnread && (isStream || error.status === 413)) {
      reply.header('Connection', 'close');
      closeAfterBody(request.raw);
    }
  }
  return reply.code(error.status).header('Cache-Control', 'no-store').send(errorBody(error, request.id));
}

export const errorBody = (error: AppError, requestId: string): ErrorBody => ({
  error: error.message,
  code: error.code,
  requestId,
});

export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
}

function fromProcedure(thrown: TRPCError, input: unknown): AppError {
  if (thrown.cause instanceof AppError) return thrown.cause;
  if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof z.core.$ZodError) {
    return invalid(describeIssues(thrown.cause.issues, input));
  }
  return toAppErrorOfCause(thrown);
}

const toAppErrorOfCause = (thrown: TRPCError) => (thrown.cause ? toAppError(thrown.cause) : internal(thrown));

const internal = (cause: unknown) =>
  new AppError('internal_error', 500, 'Something went wrong on our side; the request id helps to find it.', {
    cause,
  });

// Our own sentences replace the framework's, which may quote the request.
const fastifyFaults: Record<string, [code: string, status: number, message: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 400, 'The body is not valid JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 413, 'The body is larger than this operation accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    415,
    'The Content-Type header is no media type that this operation accepts.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_content_length',
    400,
    'The body is not as long as its Content-Length header says.',
  ],
  FST_ERR_BAD_URL: ['invalid_url', 400, 'The path is not validly percent-encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: ['route_not_found', 404, 'There is nothing at this path.'],
};

function fromFastify(thrown: FastifyError): AppError {
  const known = fastifyFaults[thrown.code];
  if (known) return new AppError(...known, { cause: thrown });
  const status = thrown.statusCode ?? 500;
  if (status >= 500) return internal(thrown);
  return new AppError('bad_request', status, 'The request could not be understood.', { cause: thrown });
}

const isFastifyError = (thrown: unknown): thrown is FastifyError =>
  thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('FST_');

/** The database cannot be reached. */
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 503, 'The service cannot reach its database just now; try again shortly.', {
    cause,
    retryAfterSec: 2,
  });

/** Somebody has to make room, so a caller who comes back at once would come in vain. */
const storageUnavailable = (cause: unknown) =>
  new AppError(
    'storage_unavailable',
    503,
    'The service cannot store files just now; nothing was kept. Try again in a minute.',
    { cause, retryAfterSec: 60 },
  );

/** No room, a quota, a disk that fails or was made read-only, or no free file descriptor. */
const storageCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ESTALE']);
const isStorageFull = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && storageCodes.has(String(thrown.code));
