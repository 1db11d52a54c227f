import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyReply } from 'fastify';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import { z } from 'zod';
import type { Access } from '../../domain/procedure.ts';
import type { Schema } from '../../web/index.ts';
import { sendUnlessKnown } from '../http/etag.ts';
import { bodyKind, listOperations, type RestOperation } from '../rest/mount.ts';
import { refusalExample } from './error-examples.ts';
import { illustrate } from './examples.ts';
import { otherPaths, tagDescriptions } from './other-paths.ts';
import { withValidators } from './polling.ts';

export type OpenApiDocument = OpenAPIObject;

/** The version of the interface, which is not that of the software. */
const interfaceVersion = '1.0.0';

const securitySchemes = {
  bearerKey: { type: 'http', scheme: 'bearer', description: 'A live key: `Authorization: Bearer sr_live_…`' },
  headerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A live key: `X-API-Key: sr_live_…`',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'showreel.session_token',
    description:
      'A signed-in browser, from pages of this service alone: a foreign `Origin` is a 403 `foreign_origin`. Behind https ' +
      'the name is `__Secure-showreel.session_token`.',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A publishable key, which may stand in a page: `X-API-Key: sr_pub_…`',
  },
  webhookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Secret',
    description: "A project's webhook secret: `X-Webhook-Secret: whsec_…`",
  },
} as const;

const keys: (keyof typeof securitySchemes)[] = ['bearerKey', 'headerKey'];
const securityOf: Record<Access, (keyof typeof securitySchemes)[]> = {
  account: [...keys, 'sessionCookie'],
  upload: [...keys, 'sessionCookie'],
  session: ['sessionCookie'],
  embed: [...keys, 'publishableKey'],
  webhook: ['webhookSecret', ...keys],
  none: [],
};

const errorSchema = z
  .object({
    error: z.string().describe('A sentence: which field, what was expected, what came.'),
    code: z.string().describe('Stable, snake_case.'),
    requestId: z.string().describe('As in the X-Request-Id header.'),
  })
  .meta({ description: 'Every error has this body.' });

/**
 * The document, made of the procedures and of the routes beside them. Paths are whole, such as `/api/v1/projects`, so
 * that pages and media stand in the same document under one server.
 */
export function createDocument(router: AnyTRPCRouter, options: { prefix: string }): OpenApiDocument {
  const generated = generateOpenApiDocument(router, {
    title: 'Showreel',
    description:
      'Turns the address of a product page and one sentence into a demo video. Errors are `{error, code, requestId}`; ' +
      'lists take `limit` and `cursor`; every POST that creates or queues accepts an `Idempotency-Key`.',
    version: interfaceVersion,
    openApiVersion: '3.1.0',
    // Whoever serves it puts the address there under which it was asked for.
    baseUrl: '/',
    license: { name: 'MIT', identifier: 'MIT' },
    securitySchemes,
    defs: { Error: errorSchema },
  });
  const paths: OpenApiPaths = {};
  for (const operation of listOperations(router)) {
    const found = generated.paths?.[operation.path]?.[methodOf(operation)];
    if (!found) throw new Error(`${operation.name} is missing from the generated document`);
    const path = `${options.prefix}${operation.path}`;
    const described = withValidators(complete(found as Operation, operation), operation);
    paths[path] = { ...paths[path], [methodOf(operation)]: described };
  }
  const named = new Set(tagDescriptions.map(({ name }) => name));
  const used = new Set(listOperations(router).flatMap(({ meta }) => meta.openapi?.tags ?? ['Operations']));
  const tags = [
    ...tagDescriptions,
    ...[...used].filter((name) => !named.has(name)).map((name) => ({ name })),
  ];
  const parts = components(generated);
  const all = illustrateAll({ ...paths, ...otherPaths(options.prefix) }, parts.schemas);
  const document = { ...generated, tags, paths: all };
  return { ...document, components: { ...parts, ...sharedParts } } as OpenApiDocument;
}

/** As JSON, with the address under which it was asked for. */
export const sendDocument = (reply: FastifyReply, document: OpenApiDocument, baseUrl: string): FastifyReply =>
  sendUnlessKnown(
    reply.type('application/json; charset=utf-8'),
    JSON.stringify({ ...document, servers: [{ url: baseUrl }] }),
  );

type OpenApiPaths = Record<string, Record<string, object>>;

const illustrateAll = (paths: OpenApiPaths, schemas: Record<string, Schema>): OpenApiPaths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, illustrate(operation, schemas)]),
      ),
    ]),
  );

interface Operation {
  operationId?: string;
  parameters?: object[];
  requestBody?: {
    content: Record<string, { schema?: { properties?: Record<string, object>; required?: string[] } }>;
  };
  responses: Record<string, { description: string; content?: object; headers?: object }>;
}

const methodOf = ({ method }: RestOperation) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What the generator does not know: the true status, our errors, the limits' headers, who may call. */
function complete(written: Operation, operation: RestOperation): object {
  const generated = bodyKind(operation) === 'stream' ? withStream(written, operation) : written;
  const { meta, access } = operation;
  const isProtected = access !== 'none';
  const headers = {
    'X-Request-Id': ref('headers', 'RequestId'),
    ...((isProtected || meta.limit) && limitHeaders),
  };
  const idempotencyKey = meta.idempotent ? [ref('parameters', 'IdempotencyKey')] : [];
  const parameters = [...(generated.parameters ?? []), ...idempotencyKey];
  return {
    ...generated,
    operationId: operation.name.replaceAll('.', '_'),
    ...(parameters.length > 0 && { parameters }),
    security: securityOf[access].map((name) => ({ [name]: [] })),
    responses: {
      ...Object.fromEntries(
        [meta.status ?? 200, ...(meta.otherStatuses ?? [])].map((status) => [
          String(status),
          { ...generated.responses['200']!, description: describeSuccess(status), headers },
        ]),
      ),
      ...Object.fromEntries(
        errorStatuses(operation).map((status) => [String(status), ref('responses', `Error${status}`)]),
      ),
    },
  };
}

/** Where the body is a file, what the generator takes for its members comes in the query. */
function withStream(generated: Operation, { meta }: RestOperation): Operation {
  const { properties = {}, required = [] } =
    Object.values(generated.requestBody?.content ?? {})[0]?.schema ?? {};
  const query = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const content = Object.fromEntries((meta.mediaTypes ?? []).map((type) => [type, { schema: {} }]));
  return {
    ...generated,
    parameters: [...(generated.parameters ?? []), ...query],
    requestBody: { required: true, content } as Operation['requestBody'],
  };
}

function errorStatuses({ meta, access, input, method }: RestOperation): number[] {
  const statuses = new Set<number>([...(meta.errors ?? []), 500, 503]);
  if (access !== 'none') for (const status of [401, 429]) statuses.add(status);
  // A session that another site uses.
  if (securityOf[access].includes('sessionCookie')) statuses.add(403);
  if (Object.keys(input.shape).length > 0) statuses.add(400);
  if (meta.idempotent) for (const status of [400, 409]) statuses.add(status);
  // A body where none is wanted is passed over, unless its type is none at all or its length beyond bounds.
  if (method !== 'GET') for (const status of [413, 415]) statuses.add(status);
  return [...statuses].sort((a, b) => a - b);
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const describeSuccess = (status: number) =>
  ({ 200: 'Done', 201: 'Created', 202: 'Accepted: the work goes on in the background' })[status] ?? 'Success';

/** Without the error schemas that the generator adds for its own handler, which is not used here. */
function components(generated: OpenApiDocument) {
  const schemas = Object.entries(generated.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  );
  return { ...generated.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> };
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

const limitHeaders = {
  'RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

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

const sharedParts = {
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
