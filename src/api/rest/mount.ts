/**
 * REST: each tRPC procedure with a path becomes a route, with coerced queries and idempotency keys. Only the API imports
 * this room. It calls procedures by name and writes the table `idempotency_keys`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Access, RestMeta } from '../../domain/procedure.ts';
import { invalid } from '../../errors.ts';
import { installBodyParsers, installStreamBodies } from '../http/bodies.ts';
import { sendUnlessKnown } from '../http/etag.ts';
import { pathOf } from '../http/path.ts';
import { digestedBody } from '../http/streamed-body.ts';
import { type Answer, readIdempotencyKey } from './idempotency.ts';
import { coerceQuery, refuseUnstorable } from './input.ts';
import {
  bodyKind,
  hasBody,
  isPolled,
  listOperations,
  namesUnknown,
  type RestOperation,
} from './operations.ts';
import { type OperationCall, type PerformParts, perform } from './perform.ts';
import { unknownMembers } from './unknown-members.ts';

export interface RestParts extends PerformParts {
  /** The hooks that run before the body is read: they check the credential, then the rate limit. */
  guardsFor(access: Access, limit?: RestMeta['limit'], operation?: string): readonly onRequestHookHandler[];
}

/** Adds one route for each procedure with a path. `app` carries the prefix. */
export function mountRest(app: FastifyInstance, parts: RestParts): void {
  installBodyParsers(app);
  // Fastify's router matches `/projects/` as a project with an empty id. There is no such path.
  app.addHook('onRequest', async ({ params, url }) => {
    if (Object.values(params as Record<string, string>).includes('')) throw app.nothingAt(pathOf(url));
  });
  const operations = listOperations(parts.router);
  const mount = (on: FastifyInstance, chosen: RestOperation[]) => {
    for (const operation of chosen) {
      on.route({
        method: operation.method,
        url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { body: bodyKind(operation) },
        onRequest: [...parts.guardsFor(operation.access, operation.meta.limit, operation.name)],
        handler: (request, reply) => answer(parts, operation, request, reply),
      });
    }
  };
  const streams = operations.filter((operation) => bodyKind(operation) === 'stream');
  mount(
    app,
    operations.filter((operation) => !streams.includes(operation)),
  );
  app.register(async (scope) => {
    installStreamBodies(scope);
    mount(scope, streams);
  });
}

async function answer(
  parts: RestParts,
  operation: RestOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = operation.meta.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null;
  const input = readInput(operation, request);
  const stream = bodyKind(operation) === 'stream' ? streamOf(request, key !== null) : null;
  const unknown = namesUnknown(operation) ? unknownMembers(operation.input, givenIn(operation, request)) : [];
  const answered = await perform(parts, { operation, input, key, stream, unknown, request, reply });
  if (answered.replayed) reply.header('Idempotent-Replayed', 'true');
  return isPolled(operation) && answered.status === 200
    ? sendUnlessKnown(reply.type(jsonType), JSON.stringify(answered.body))
    : sendAnswer(reply, answered);
}

const jsonType = 'application/json; charset=utf-8';

const sendAnswer = (reply: FastifyReply, { status, body }: Answer) =>
  reply.code(status).header('Content-Type', jsonType).send(JSON.stringify(body));

/** The stream is compared after it was read. Its length and type are known before, so they count as input. */
function streamOf({ raw, headers }: FastifyRequest, isCompared: boolean): OperationCall['stream'] {
  const head = [headers['content-length'] ?? null, headers['content-type'] ?? null];
  const digested = isCompared ? digestedBody(raw) : null;
  return { body: digested?.stream ?? raw, digested, head };
}

/** Query or body, overridden by the parameters of the path: a body cannot name another record than its path. */
function readInput(operation: RestOperation, request: FastifyRequest): Record<string, unknown> {
  const given = isInBody(operation) ? readBody(operation, request.body) : readQuery(operation, request.query);
  const input = { ...given, ...(request.params as Record<string, string>) };
  refuseUnstorable(input);
  return input;
}

const isInBody = (operation: RestOperation) => hasBody(operation) && bodyKind(operation) !== 'stream';

/** Query or body, as it came. */
const givenIn = (operation: RestOperation, { body, query }: FastifyRequest) =>
  ((isInBody(operation) ? body : query) ?? {}) as object;

function readBody(operation: RestOperation, body: unknown): object {
  if (bodyKind(operation) === 'none') return {};
  // Without a body the schema names what is missing.
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw invalid(
    `The body must be a JSON object; ${Array.isArray(body) ? 'an array' : typeOf(body)} came.`,
    'invalid_json',
  );
}

const readQuery = (operation: RestOperation, query: unknown) =>
  coerceQuery(query as Record<string, unknown>, operation.input);

const typeOf = (value: unknown) => (value === null ? 'null' : `a ${typeof value}`);
