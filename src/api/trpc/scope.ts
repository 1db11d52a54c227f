import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { logFault, toAppError } from '../http/errors.ts';
import { envelopeOf } from './faults.ts';

/** Readies a scope for tRPC's own wire protocol: bodies are JSON that the library reads, and errors are what its client reads. */
export function speakTrpc(scope: FastifyInstance, bodyLimitBytes: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body, done) => done(null, body),
  );
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('unsupported_media_type', 415, 'The body must be JSON.')),
  );
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    logFault(request, error);
    return reply.code(error.status).send({ error: envelopeOf(error, request.id) });
  });
}
