import { isPolled, type RestOperation } from '../rest/operations.ts';
import { requestIdHeader } from './references.ts';

interface Described {
  parameters?: object[];
  responses: Record<string, object>;
}

const entityTag = {
  description: 'The version of this answer, for `If-None-Match`',
  schema: { type: 'string' },
  example: 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
};

const condition = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of an earlier answer. Where nothing has changed since, the answer is a 304 without a body.',
  schema: { type: 'string' },
  example: entityTag.example,
};

const unchanged = {
  description: 'Nothing has changed since the answer with that `ETag`',
  headers: { ...requestIdHeader, ETag: entityTag },
};

/** Describes `If-None-Match`, `ETag` and 304 on reads that callers may poll. */
export function withValidators<Given extends object>(described: Given, operation: RestOperation): object {
  return isPolled(operation) ? pollable(described as Described) : described;
}

export function pollable(described: Described): object {
  const { 200: found, ...others } = described.responses;
  const headers = { ...(found as { headers?: object }).headers, ETag: entityTag };
  return {
    ...described,
    parameters: [...(described.parameters ?? []), condition],
    responses: { 200: { ...found, headers }, 304: unchanged, ...others },
  };
}
