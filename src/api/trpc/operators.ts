import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { forbidden } from '../../errors.ts';
import type { Provenance } from '../auth/origin.ts';
import { speakTrpc } from './scope.ts';

/** Answers a request of a session that is an operator's. The admin does it; the API knows nothing of its operations. */
export type AnswerOperators = (asked: {
  request: Request;
  endpoint: string;
  userId: string;
  requestId: string;
  baseUrl: string;
}) => Promise<Response>;

export interface OperatorParts {
  answer: AnswerOperators;
  isOperator(userId: string): Promise<boolean>;
  /** The hook that admits a session. */
  admit: onRequestHookHandler;
  /** Throws where another site has sent the request. */
  refuseForeign(request: Provenance): void;
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  baseUrl(request: FastifyRequest): string;
}

const endpoint = '/api/operator';
const bodyLimitBytes = 64 * 1024;

/** `/api/operator`: the operations of the admin, for the operator's area of the dashboard, with the session cookie alone. */
export function mountOperators(app: FastifyInstance, parts: OperatorParts): void {
  app.register(
    async (scope) => {
      speakTrpc(scope, bodyLimitBytes);
      scope.route({
        method: ['GET', 'POST'],
        url: '/*',
        exposeHeadRoute: false,
        // A compressor would hold back the progress of an audit.
        config: { compress: false } as object,
        onRequest: [
          parts.admit,
          (request) => admitOperator(parts, request),
          (request, reply) => count(parts, request, reply),
        ],
        handler: (request, reply) => handOn(parts, request, reply),
      });
    },
    { prefix: endpoint },
  );
}

/** Reads are held to the rule for writes too: an audit that another site starts would cost minutes, though its answer stayed unread. */
async function admitOperator(
  { isOperator, refuseForeign }: OperatorParts,
  { caller, headers }: FastifyRequest,
): Promise<void> {
  refuseForeign({ method: 'POST', headers });
  if (caller && (await isOperator(caller.userId))) return;
  throw forbidden('operators_only', 'Only operators of this service can do this.');
}

/** Each operation of a batch counts, as elsewhere. */
async function count({ limit }: OperatorParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  for (const _ of (request.params as { '*': string })['*'].split(',')) await limit(request, reply);
}

async function handOn(
  { answer, baseUrl }: OperatorParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Where the operator leaves, what was asked for ends too.
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const accept = request.headers['trpc-accept'];
  const answered = await answer({
    endpoint,
    userId: request.caller!.userId,
    requestId: request.id,
    baseUrl: baseUrl(request),
    request: new Request(new URL(request.url, 'http://localhost'), {
      method: request.method,
      headers: { 'Content-Type': 'application/json', ...(accept && { 'trpc-accept': String(accept) }) },
      signal: leaving.signal,
      ...(request.method === 'POST' && { body: (request.body as string | undefined) ?? '' }),
    }),
  });
  reply.code(answered.status).type('application/json; charset=utf-8');
  return reply.send(answered.body ? Readable.fromWeb(answered.body as ReadableStream) : '');
}
