/**
 * The OpenAPI document, made from the procedures and from descriptions of the other routes. The API imports this room; so do
 * the scripts that write the typed client and check the document. It reads schemas and changes nothing.
 */
import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyReply } from 'fastify';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import { sendUnlessKnown } from '../http/etag.ts';
import { listOperations, type RestOperation } from '../rest/operations.ts';
import { components, errorSchema, sharedParts } from './components.ts';
import { illustrate } from './examples.ts';
import { complete, type GeneratedOperation } from './operation.ts';
import { otherPaths } from './paths/index.ts';
import { withValidators } from './polling.ts';
import type { Schema } from './schema.ts';
import { securitySchemes } from './security.ts';
import { tagDescriptions } from './tags.ts';
import { withWarnings } from './warnings.ts';

export type OpenApiDocument = OpenAPIObject;

/** The version of the interface. The software has a version of its own. */
const interfaceVersion = '1.0.0';

/** Paths are absolute, such as `/api/v1/projects`, so that the API, pages and media share one document and one server. */
export function createDocument(router: AnyTRPCRouter, options: { prefix: string }): OpenApiDocument {
  const generated = generateOpenApiDocument(router, {
    title: 'Showreel',
    description:
      'Showreel turns the address of a product page and one sentence into a demo video. Every error has the body ' +
      '`{error, code, requestId}`. Lists take `limit` and `cursor`. Every POST that creates or queues something accepts an ' +
      '`Idempotency-Key`.',
    version: interfaceVersion,
    openApiVersion: '3.1.0',
    // `sendDocument` replaces it by the address of the service.
    baseUrl: '/',
    license: { name: 'MIT', identifier: 'MIT' },
    securitySchemes,
    defs: { Error: errorSchema },
  });
  const parts = components(generated);
  const paths: OpenApiPaths = {};
  for (const operation of listOperations(router)) {
    const found = generated.paths?.[operation.path]?.[methodOf(operation)];
    if (!found) throw new Error(`${operation.name} is missing from the generated document`);
    const path = `${options.prefix}${operation.path}`;
    const completed = withWarnings(
      complete(found as GeneratedOperation, operation),
      operation,
      parts.schemas,
    );
    const described = withValidators(completed, operation);
    paths[path] = { ...paths[path], [methodOf(operation)]: described };
  }
  const tags = tagsOf(listOperations(router));
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

/** Sends the document as JSON. Its server is the address that the request used. */
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
