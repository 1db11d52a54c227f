import type { Schema } from './schema.ts';

/**
 * An example of a body, put together from the examples of its members in the slices. An example of the whole schema wins.
 * A member without an example gets the simplest value that fits. One with an empty list of examples is left out.
 * @param schemas the named schemas that a `$ref` may point to.
 */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1)!] ?? {}, schemas);
  const [option] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (option) return exampleOf(option, schemas);
  switch ([schema.type ?? 'object'].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([, member]) => member.examples?.length !== 0)
          .map(([name, member]) => [name, exampleOf(member, schemas)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, schemas)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return formats[schema.format ?? ''] ?? 'text';
  }
}

const formats: Record<string, string> = {
  uri: 'https://example.com/',
  email: 'someone@example.com',
  'date-time': '2026-03-02T09:14:05.120Z',
};

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}
interface Body {
  content?: Record<string, MediaType>;
}
interface Parameter {
  description?: string;
  schema?: Schema;
  example?: unknown;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}

/** Adds an example to every body and every parameter of an operation that has none. */
export function illustrate(operation: Operation, schemas: Record<string, Schema>): object {
  return {
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) => illustrateParameter(parameter, schemas)),
    }),
    ...(operation.requestBody && { requestBody: withExamples(operation.requestBody, schemas) }),
    ...(operation.responses && {
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, body]) => [status, withExamples(body, schemas)]),
      ),
    }),
  };
}

/** Copies the schema's description to the parameter, where readers look for it. */
function illustrateParameter(parameter: Parameter, schemas: Record<string, Schema>): Parameter {
  const { schema } = parameter;
  if (!schema) return parameter;
  const example = parameter.example ?? exampleOf(schema, schemas);
  return { ...(schema.description && { description: schema.description }), ...parameter, example };
}

/** Only JSON and forms get examples, files and pages do not. */
function withExamples(body: Body, schemas: Record<string, Schema>): Body {
  if (!body.content) return body;
  const content = Object.entries(body.content).map(([type, media]) => {
    const hasOne = media.example !== undefined || media.examples !== undefined;
    const isText = /json|x-www-form-urlencoded/.test(type) && media.schema;
    return [type, isText && !hasOne ? { ...media, example: exampleOf(media.schema!, schemas) } : media];
  });
  return { ...body, content: Object.fromEntries(content) };
}
