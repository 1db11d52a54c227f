import type { Schema } from '../../api/openapi/schema.ts';
import type { Schemas } from './schema.ts';

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
}
type Content = Record<string, MediaType>;

export interface Response {
  description?: string;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { content?: Content };
  responses: Record<string, Response & { $ref?: string }>;
}

/** The parts of an OpenAPI document that the reference shows. */
export interface Document {
  info: { title: string; version: string; description?: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas?: Schemas;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Response>;
  };
}

export interface Entry {
  path: string;
  method: string;
  operation: Operation;
  /** Those of the operation, resolved. */
  parameters: Parameter[];
}

export interface Group {
  name: string;
  description?: string;
  entries: Entry[];
}

/** The operations in the order of the document, by the tag that each names first. */
export function groupsOf({ paths, tags, components }: Document): Group[] {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      parameters: (operation.parameters ?? []).flatMap((one) =>
        one.$ref ? (lookUp(one.$ref, components.parameters) ?? []) : one,
      ),
    })),
  );
  return tags
    .map((tag) => ({ ...tag, entries: entries.filter(({ operation }) => operation.tags?.[0] === tag.name) }))
    .filter((group) => group.entries.length > 0);
}

export const lookUp = <T>(ref: string, among: Record<string, T> = {}): T | undefined =>
  among[ref.split('/').at(-1)!];
