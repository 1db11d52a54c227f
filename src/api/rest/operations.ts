import type { AnyTRPCRouter } from '@trpc/server';
import { forEachOpenApiProcedure, getInputOutputParsers, type OpenApiProcedureRecord } from 'trpc-openapi';
import type { z } from 'zod';
import type { Access, BodyKind, RestMeta } from '../../domain/procedure.ts';

/** A procedure as the REST surface sees it. */
export interface RestOperation {
  /** Dotted name in the router, such as `demos.create`. */
  name: string;
  type: 'query' | 'mutation';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the OpenAPI document, such as `/demos/{id}`. */
  path: string;
  input: z.ZodObject;
  meta: RestMeta;
  /** The callers that it admits. The generator's `protect: false` means `none`. */
  access: Access;
}

export function listOperations(router: AnyTRPCRouter): RestOperation[] {
  const operations: RestOperation[] = [];
  const procedures: OpenApiProcedureRecord = router._def.procedures;
  forEachOpenApiProcedure<RestMeta>(procedures, ({ path: name, type, procedure, meta }) => {
    if (type === 'subscription') throw new Error(`${name}: a subscription cannot be a REST operation`);
    const { method, path, protect } = meta.openapi;
    const input = getInputOutputParsers(procedure).inputParser as z.ZodObject;
    const access = meta.access ?? (protect === false ? 'none' : 'account');
    operations.push({ name, type, method, path, input, meta, access });
  });
  return operations;
}

/** Reads can be polled with `If-None-Match`. An answer that shows a secret cannot: no cache may keep it. */
export const isPolled = ({ method, meta }: RestOperation) => method === 'GET' && !meta.secret;

export const hasBody = ({ method }: RestOperation) =>
  method === 'POST' || method === 'PUT' || method === 'PATCH';

/** `none` where the operation takes only the parameters of its path. */
export function bodyKind(operation: RestOperation): BodyKind | 'none' {
  if (operation.meta.body) return operation.meta.body;
  const members = Object.keys(operation.input.shape);
  const takesMore = members.some((name) => !operation.path.includes(`{${name}}`));
  return hasBody(operation) && takesMore ? 'json' : 'none';
}

/**
 * Whether answers of an operation name what was unknown in the request: in a JSON body, in the query beside a file, and in the
 * filters of a list. OAuth clients send forms with members of their own. A record that is read by its id takes no other input.
 */
export const namesUnknown = (operation: RestOperation): boolean =>
  bodyKind(operation) === 'json' || bodyKind(operation) === 'stream' || 'cursor' in operation.input.shape;
