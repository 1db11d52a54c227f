import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyReply } from 'fastify';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import type { Schema } from '../../web/index.ts';
import { sendUnlessKnown } from '../http/etag.ts';
import { listOperations, type RestOperation } from '../rest/operations.ts';
import { components, errorSchema, sharedParts } from './components.ts';
import { illustrate } from './examples.ts';
import { complete, type GeneratedOperation } from './operation.ts';
import { otherPaths } from './paths/index.ts';
import { withValidators } from './polling.ts';
import { securitySchemes } from './security.ts';
import { tagDescriptions } from './tags.ts';

export type OpenApiDocument = OpenAPIObject;

/** The version of the interface, which is not that of the software. */
const interfaceVersion = '1.0.0';

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
    const described = withValidators(complete(found as GeneratedOperation, operation), operation);
    paths[path] = { ...paths[path], [methodOf(operation)]: described };
  }
  const tags = tagsOf(listOperations(router));
  const parts = components(generated);
  const all = illustrateAll({ ...paths, ...otherPaths(options.prefix) }, parts.schemas);
  const document = { ...generated, tags, paths: all };
  return { ...document, components: { ...parts, ...sharedParts } } as OpenApiDocument;
}

/** The tags that are described, and then those that an operation uses without a description. */
function tagsOf(operations: readonly RestOperation[]): { name: string; description?: string }[] {
  const described = new Set(tagDescriptions.map(({ name }) => name));
  const used = new Set(operations.flatMap(({ meta }) => meta.openapi?.tags ?? ['Operations']));
  const others = [...used].filter((name) => !described.has(name));
  return [...tagDescriptions, ...others.map((name) => ({ name }))];
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

const methodOf = ({ method }: RestOperation) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
