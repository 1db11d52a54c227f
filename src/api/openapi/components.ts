import type { OpenAPIObject } from 'trpc-openapi';
import { z } from 'zod';
import type { Schema } from '../../web/index.ts';
import { refusalExample } from './error-examples.ts';
import { ref } from './references.ts';

export const errorSchema = z
  .object({
    error: z.string().describe('A sentence: which field, what was expected, what came.'),
    code: z.string().describe('Stable, snake_case.'),
    requestId: z.string().describe('As in the X-Request-Id header.'),
  })
  .meta({ description: 'Every error has this body.' });

/** Without the error schemas that the generator adds for its own handler, which is not used here. */
export function components(generated: OpenAPIObject) {
  const schemas = Object.entries(generated.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  );
  return { ...generated.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> };
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

const errorTexts: Record<number, string> = {
  400: 'The input is wrong; the sentence names the field',
  401: 'A live key or a session is required',
  403: 'The caller may not do this',
  404: 'There is no such record',
  409: 'The state of the record, or an Idempotency-Key, forbids it',
  411: 'The Content-Length header is missing',
  413: 'The body is too large',
  415: 'The body is not of the right type',
  416: 'The range lies outside the file',
  426: 'An upgrade to WebSocket is needed',
  429: 'A rate limit or a quota is exceeded',
  500: 'An unexpected fault on our side',
  501: 'The service does not offer that form',
  503: 'A part of the service does not work just now',
};

export const sharedParts = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes a repetition harmless for 24 hours: the same key with the same input returns the first answer, with ' +
        'another input it is a 409 `idempotency_key_reused`.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    RequestId: { description: 'Names this request in the log', schema: { type: 'string' } },
    RateLimitLimit: integerHeader('Requests a minute'),
    RateLimitRemaining: integerHeader('Requests left in this minute'),
    RateLimitReset: integerHeader('Seconds until the minute ends'),
    RetryAfter: integerHeader('Seconds after which it may succeed'),
  },
  responses: Object.fromEntries(
    Object.entries(errorTexts).map(([status, description]) => [
      `Error${status}`,
      {
        description,
        headers: {
          'X-Request-Id': ref('headers', 'RequestId'),
          ...((status === '429' || status === '503') && { 'Retry-After': ref('headers', 'RetryAfter') }),
        },
        content: {
          'application/json': { schema: ref('schemas', 'Error'), example: refusalExample(Number(status)) },
        },
      },
    ]),
  ),
};
