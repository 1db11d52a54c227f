/**
 * `/api/trpc`: the operations of REST for pages of this service, with the session cookie alone. The dashboard calls it with tRPC's
 * client, which knows the types of inputs and answers. Only the API imports this room.
 *
 * The wire protocol and its batches are the library's. Each call ends in `perform`, as a REST request does, and is counted as one.
 */
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError, invalid } from '../../errors.ts';
import { logFault } from '../http/errors.ts';
import { speakTrpc } from './scope.ts';
import { type ServedParts, servedRouter } from './served-router.ts';

export interface TrpcParts extends ServedParts {
  /** The hooks that admit a session and refuse other sites. */
  guards: readonly onRequestHookHandler[];
}

const endpoint = '/api/trpc';
/** The most queries that one request may ask. A page of the dashboard needs three. */
const mostCalls = 10;
const bodyLimitBytes = 1024 * 1024;

export function mountTrpc(app: FastifyInstance, parts: TrpcParts): void {
  const router = servedRouter(parts);
  app.register(
    async (scope) => {
      speakTrpc(scope, bodyLimitBytes);
      scope.route({
        method: ['GET', 'POST'],
        url: '/*',
        exposeHeadRoute: false,
        onRequest: [...parts.guards, refuseBatchesOfChanges],
        handler: (request, reply) => answer(router, request, reply),
      });
    },
    { prefix: endpoint },
  );
}

/** An Idempotency-Key belongs to one change, and a batch has one header for all. */
const refuseBatchesOfChanges: onRequestHookHandler = (request, _reply, done) => {
  const isBatch = (request.params as { '*': string })['*'].includes(',');
  done(
    request.method === 'POST' && isBatch
      ? invalid('Only queries can be sent in a batch; send each change by itself.', 'batch_of_changes')
      : undefined,
  );
};

async function answer(
  router: ReturnType<typeof servedRouter>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answered = await fetchRequestHandler({
    endpoint,
    router,
    maxBatchSize: mostCalls,
    req: new Request(new URL(request.url, 'http://localhost'), {
      method: request.method,
      headers: { 'Content-Type': 'application/json' },
      ...(request.method === 'POST' && { body: (request.body as string | undefined) ?? '' }),
    }),
    createContext: () => ({ request, reply }),
    onError: ({ error }) => {
      if (error.cause instanceof AppError) logFault(request, error.cause);
    },
  });
  return reply
    .code(answered.status)
    .type('application/json; charset=utf-8')
    .send(await answered.text());
}
