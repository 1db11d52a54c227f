import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import type { BodyKind } from '../../domain/procedure.ts';
import { AppError, invalid } from '../../errors.ts';
import { shorten } from '../../text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the body is read. Where no body is expected, a body that is sent is ignored. */
    body?: BodyKind | 'none';
  }
}

const bodyLimitBytes = 1024 * 1024;

/**
 * Reads a body in the form that its route expects. A wrong content type is refused before the body is read. A route that
 * expects no body ignores any body, since many clients send a content type with every request.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
    (request, body: Buffer, done) => {
      const { body: kind = 'none' } = request.routeOptions.config;
      if (kind === 'none' || body.length === 0) return done(null, undefined);
      const text = decode(body);
      if (text === null) return done(invalid('The body is not valid UTF-8.', 'invalid_json'));
      parseJson(request, text, (fault, value) =>
        fault ? done(invalid('The body is not valid JSON.', 'invalid_json')) : done(null, value),
      );
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
    (request, body: Buffer, done) => {
      const { body: kind = 'none' } = request.routeOptions.config;
      if (kind === 'none' || body.length === 0) return done(null, undefined);
      if (kind !== 'form') return done(jsonExpected);
      const text = decode(body);
      if (text === null) return done(invalid('The body is not valid UTF-8.', 'invalid_form'));
      readForm(text, done);
    },
  );
  app.addContentTypeParser('*', (request, payload, done) => {
    const { body: kind = 'none' } = request.routeOptions.config;
    const empty = request.headers['content-length'] === '0';
    if (kind === 'form' && !empty) return done(jsonOrFormExpected);
    if (kind === 'json' && !empty) return done(jsonExpected);
    payload.resume();
    done(null, undefined);
  });
}

/** For routes that take a stream: the body stays unread, and the operation itself checks its content type. */
export function installStreamBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

function decode(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

function readForm(text: string, done: (error: Error | null, body?: unknown) => void): void {
  const fields = parse(text, '&', '=', { maxKeys: 100 });
  const twice = Object.entries(fields).find(([, value]) => Array.isArray(value));
  if (twice) done(invalid(`\`${shorten(twice[0], 60)}\` was given more than once; once is enough.`));
  else done(null, { ...fields });
}

const unsupported = (message: string) => new AppError('unsupported_media_type', 415, message);

const jsonExpected = unsupported('The body must be JSON, with the header Content-Type: application/json.');
const jsonOrFormExpected = unsupported(
  'The body must be JSON or form-encoded, with the header Content-Type: application/json or application/x-www-form-urlencoded.',
);
