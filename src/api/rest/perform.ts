import type { Readable } from 'node:stream';
import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../../domain/procedure.ts';
import type { DomainServices } from '../../domain/services.ts';
import { newId } from '../../ids.ts';
import { toAppError } from '../http/errors.ts';
import { isGone, type StreamedBody } from '../http/streamed-body.ts';
import { type Answer, runOnce } from './idempotency.ts';
import type { RestOperation } from './operations.ts';
import { type UnknownMember, withWarnings } from './unknown-members.ts';

export interface PerformParts {
  router: AnyTRPCRouter;
  services: DomainServices;
  baseUrl(request: FastifyRequest): string;
}

/** One call of an operation. The caller was authenticated and counted before. */
export interface OperationCall {
  operation: RestOperation;
  input: Record<string, unknown>;
  /** The Idempotency-Key; null where none was given or the operation takes none. */
  key: string | null;
  /** Of an operation that takes a stream. `digested` is set where there is a key. */
  stream: { body: Readable; digested: StreamedBody | null; head: unknown } | null;
  /** Members of the request that the operation does not know. The answer warns of them. */
  unknown: readonly UnknownMember[];
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Calls the procedure of an operation, once for each Idempotency-Key. REST and `/api/trpc` both end here, so that an operation
 * means the same, however it was called.
 * @throws AppError
 */
export async function perform(
  parts: PerformParts,
  call: OperationCall,
): Promise<Answer & { replayed: boolean }> {
  const { operation, input, key, stream, request } = call;
  const work = (commandId: string) => callProcedure(parts, call, commandId);
  const { caller } = request;
  if (key === null || !caller) return { ...(await work(newId('cmd'))), replayed: false };
  const body = stream?.digested ?? null;
  const compared = body ? { input, head: stream?.head } : input;
  const { userId } = caller;
  return runOnce(parts.services, { userId, operation: operation.name, key, input: compared, body }, work);
}

async function callProcedure(parts: PerformParts, call: OperationCall, commandId: string): Promise<Answer> {
  const { operation, input } = call;
  let status = operation.meta.status ?? 200;
  const ctx = contextOf(parts, call, commandId, (chosen) => {
    status = chosen;
  });
  try {
    const body: unknown = await callTRPCProcedure({
      router: parts.router,
      path: operation.name,
      type: operation.type,
      ctx,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    });
    return { status, body: withWarnings(body, call.unknown) };
  } catch (thrown) {
    throw toAppError(thrown, input);
  }
}

const contextOf = (
  parts: PerformParts,
  { stream, request, reply }: OperationCall,
  commandId: string,
  setStatus: ApiContext['setStatus'],
): ApiContext => ({
  services: parts.services,
  caller: request.caller,
  requestId: request.id,
  ip: request.ip,
  baseUrl: parts.baseUrl(request),
  commandId,
  setStatus,
  body: stream?.body ?? null,
  header: (name) => textOf(request.headers[name]),
  isCallerGone: () => isGone(request.raw),
  setHeader: (name, value) => void reply.header(name, value),
});

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
