import type { OpenAPIObject } from 'trpc-openapi';
import { z } from 'zod';
import { refusalExample } from './error-examples.ts';
import { ref } from './references.ts';
import type { Schema } from './schema.ts';
import { unknownMemberSchema } from './warnings.ts';

export const errorSchema = z
  .object({
    error: z.string().describe('A sentence that names the field, what was expected, and what was sent.'),
    code: z.string().describe('The stable name of the error, in snake_case.'),
    requestId: z.string().describe('The id of this request, as in the X-Request-Id header.'),
  })
  .meta({ description: 'Every error has this body.' });

/** The generated components without the error schemas of the generator's own handler, which is not used here. */
export function components(generated: OpenAPIObject) {
  const schemas = Object.entries(generated.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  );
  const all = { ...Object.fromEntries(schemas), UnknownMember: unknownMemberSchema };
  return { ...generated.components, schemas: all as Record<string, Schema> };
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

const errorTexts: Record<number, string> = {
  400: 'The input is wrong; the error names the field',
  401: 'A live key or a session is required',
  403: 'The caller may not do this',
  404: 'There is no such record',
  409: 'The state of the record does not allow it, or the Idempotency-Key was used with another input',
  411: 'The Content-Length header is missing',
  413: 'The body is too large',
  415: 'The body has the wrong type',
  416: 'The range lies outside the file',
  422: 'The page cannot be opened or shown; the error says why',
  426: 'The address needs an upgrade to WebSocket',
  429: 'A rate limit or a quota is exceeded',
  500: 'An unexpected fault in the service',
  501: 'The service does not offer that',
  503: 'A part of the service does not work at the moment',
};

export const sharedParts = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes it safe to send the request again within 24 hours. The same key with the same input returns the first ' +
        'answer. The same key with another input is a 409 `idempotency_key_reused`.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    RequestId: { description: 'The id of this request in the log', schema: { type: 'string' } },
    RateLimitLimit: integerHeader('Requests allowed per minute'),
    RateLimitRemaining: integerHeader('Requests left in this minute'),
    RateLimitReset: integerHeader('Seconds until the minute ends'),
    RetryAfter: integerHeader('Seconds to wait before the next attempt'),
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
