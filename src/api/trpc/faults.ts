import { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { AppError } from '../../errors.ts';
import { type ErrorBody, errorBody } from '../http/errors.ts';

/** An error as tRPC's client reads it. `data` is the body that REST answers with, and the status. */
export interface Envelope {
  message: string;
  code: number;
  data: ErrorBody & { status: number; retryAfterSec: number | null };
}

export const envelopeOf = (error: AppError, requestId: string): Envelope => ({
  message: error.message,
  code: TRPC_ERROR_CODES_BY_KEY[codeOf(error.status)],
  data: {
    ...errorBody(error, requestId),
    status: error.status,
    retryAfterSec: error.retryAfterSec ?? null,
  },
});

/** tRPC decides the status of an answer by its own codes. */
export const toTrpc = (error: AppError): TRPCError =>
  new TRPCError({ code: codeOf(error.status), message: error.message, cause: error });

/** What a procedure threw, or what the library itself found wrong with a request. */
export function fromTrpc(error: TRPCError): AppError {
  if (error.cause instanceof AppError) return error.cause;
  const [code, status, message] =
    ownFaults[error.cause instanceof SyntaxError ? 'PARSE_ERROR' : error.code] ?? internal;
  return new AppError(code, status, message ?? error.message, { cause: error });
}

type Code = TRPCError['code'];
type Fault = [code: string, status: number, message?: string];

const internal: Fault = [
  'internal_error',
  500,
  'Something went wrong on our side; the request id helps to find it.',
];
const ownFaults: Partial<Record<Code, Fault>> = {
  NOT_FOUND: ['route_not_found', 404, 'There is no such operation here.'],
  METHOD_NOT_SUPPORTED: ['method_not_allowed', 405, 'Queries are sent with GET, changes with POST.'],
  PARSE_ERROR: ['invalid_json', 400, 'The input is not valid JSON.'],
  BAD_REQUEST: ['bad_request', 400],
};

const codes: Record<number, Code> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};
const codeOf = (status: number): Code => codes[status] ?? 'INTERNAL_SERVER_ERROR';
