import { namesUnknown, type RestOperation } from '../rest/operations.ts';
import { ref } from './references.ts';
import type { Schema } from './schema.ts';

/** What an answer says of a member of the request that the operation does not know. */
export const unknownMemberSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', const: 'unknown_member' },
    message: {
      type: 'string',
      examples: ['`viewprt` is not known here and was ignored. Did you mean `viewport`?'],
    },
  },
  required: ['code', 'message'],
  additionalProperties: false,
} satisfies Schema & { additionalProperties: boolean };

/** An empty list of examples keeps the member out of the examples of whole answers, since most answers do not have it. */
const member: Schema = {
  type: 'array',
  items: ref('schemas', 'UnknownMember'),
  description:
    'Only where the request had members that the operation does not know. Each is named, and was ignored.',
  examples: [],
};

type Answers = Record<string, { content?: Record<string, { schema?: Schema }> }>;

/**
 * Adds `warnings` to the successful answers of an operation that names what was unknown. Demos and previews have that member
 * already, for what the video does not do.
 * @param schemas the named schemas. Those that are answers are changed in place.
 */
export function withWarnings<Described extends object>(
  described: Described,
  operation: RestOperation,
  schemas: Record<string, Schema>,
): Described {
  if (!namesUnknown(operation)) return described;
  for (const [status, { content }] of Object.entries((described as { responses: Answers }).responses)) {
    const answer = content?.['application/json'];
    if (status.startsWith('2') && answer?.schema) addMember(answer.schema, schemas);
  }
  return described;
}

function addMember(schema: Schema, schemas: Record<string, Schema>): void {
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  for (const option of options) addMember(option, schemas);
  if (schema.$ref) addMember(schemas[schema.$ref.split('/').at(-1)!]!, schemas);
  if (schema.properties) schema.properties.warnings ??= member;
}
