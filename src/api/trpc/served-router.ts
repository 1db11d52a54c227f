import { type AnyTRPCProcedure, initTRPC } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RestMeta } from '../../domain/procedure.ts';
import { invalid } from '../../errors.ts';
import { toAppError } from '../http/errors.ts';
import { readIdempotencyKey } from '../rest/idempotency.ts';
import { refuseUnstorable } from '../rest/input.ts';
import { bodyKind, listOperations, type RestOperation } from '../rest/operations.ts';
import { type PerformParts, perform } from '../rest/perform.ts';
import { envelopeOf, fromTrpc, toTrpc } from './faults.ts';

export interface ServedParts extends PerformParts {
  /** The hook that counts one call. */
  limitFor(limit: RestMeta['limit']): (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

interface Context {
  request: FastifyRequest;
  reply: FastifyReply;
}

const t = initTRPC.context<Context>().create({
  errorFormatter: ({ error, ctx }) => envelopeOf(fromTrpc(error), ctx?.request.id ?? ''),
});

/**
 * The operations that a session may call, under the names of the slices' router. Each is a procedure that hands its input on to
 * `perform`. The slices' own procedures would answer, too, but without the rate limits and the idempotency keys of REST.
 */
export function servedRouter(parts: ServedParts) {
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const operation of listOperations(parts.router).filter(isForSessions))
    procedures[operation.name] = procedureOf(parts, operation);
  return t.router(procedures);
}

/** Left out are operations that need another credential or none, and those whose body is a stream, which tRPC cannot carry. */
const isForSessions = (operation: RestOperation) =>
  (operation.access === 'account' || operation.access === 'session') && bodyKind(operation) !== 'stream';

function procedureOf(parts: ServedParts, operation: RestOperation): AnyTRPCProcedure {
  const procedure = t.procedure.input((input: unknown) => input);
  const resolve = async ({ ctx, input }: { ctx: Context; input: unknown }) => {
    try {
      return await call(parts, operation, ctx, input);
    } catch (thrown) {
      throw toTrpc(toAppError(thrown));
    }
  };
  return operation.type === 'query' ? procedure.query(resolve) : procedure.mutation(resolve);
}

/** The order of the checks is that of REST: limit, Idempotency-Key, input. */
async function call(
  parts: ServedParts,
  operation: RestOperation,
  { request, reply }: Context,
  given: unknown,
): Promise<unknown> {
  await parts.limitFor(operation.meta.limit)(request, reply);
  const header = operation.meta.idempotent ? request.headers['idempotency-key'] : undefined;
  const key = readIdempotencyKey(header);
  const input = given ?? {};
  if (typeof input !== 'object' || Array.isArray(input))
    throw invalid('The input must be a JSON object.', 'invalid_json');
  refuseUnstorable(input);
  const known = { ...input };
  const call = { operation, input: known, key, stream: null, unknown: [], request, reply };
  const { body } = await perform(parts, call);
  return body;
}
