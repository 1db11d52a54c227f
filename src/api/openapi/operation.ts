import { bodyKind, type RestOperation } from '../rest/operations.ts';
import { errorResponses, limitHeaders, ref, requestIdHeader } from './references.ts';
import { securityOf } from './security.ts';

export interface GeneratedOperation {
  operationId?: string;
  parameters?: object[];
  requestBody?: {
    content: Record<string, { schema?: { properties?: Record<string, object>; required?: string[] } }>;
  };
  responses: Record<string, { description: string; content?: object; headers?: object }>;
}

/**
 * Adds to what the generator wrote what it cannot know: the true statuses, our errors, the headers of the rate limits, and
 * who may call.
 */
export function complete(written: GeneratedOperation, operation: RestOperation): object {
  const generated = bodyKind(operation) === 'stream' ? withStream(written, operation) : written;
  const { meta, access } = operation;
  const isLimited = access !== 'none' || meta.limit;
  const headers = { ...requestIdHeader, ...(isLimited && limitHeaders) };
  const idempotencyKey = meta.idempotent ? [ref('parameters', 'IdempotencyKey')] : [];
  const parameters = [...(generated.parameters ?? []), ...idempotencyKey];
  const successes = [meta.status ?? 200, ...(meta.otherStatuses ?? [])].map((status) => [
    String(status),
    { ...generated.responses['200']!, description: describeSuccess(status), headers },
  ]);
  return {
    ...generated,
    operationId: operation.name.replaceAll('.', '_'),
    ...(parameters.length > 0 && { parameters }),
    security: securityOf[access].map((name) => ({ [name]: [] })),
    responses: { ...Object.fromEntries(successes), ...errorResponses(...errorStatuses(operation)) },
  };
}

/** Where the body is a file, the query carries what the generator takes for members of the body. */
function withStream(generated: GeneratedOperation, { meta }: RestOperation): GeneratedOperation {
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
    requestBody: { required: true, content } as GeneratedOperation['requestBody'],
  };
}

function errorStatuses({ meta, access, input, method }: RestOperation): number[] {
  const statuses = new Set<number>([...(meta.errors ?? []), 500, 503]);
  if (access !== 'none') for (const status of [401, 429]) statuses.add(status);
  // Another site used the session.
  if (securityOf[access].includes('sessionCookie')) statuses.add(403);
  if (Object.keys(input.shape).length > 0) statuses.add(400);
  if (meta.idempotent) for (const status of [400, 409]) statuses.add(status);
  // An operation without a body ignores one, but still refuses one that is too long or has an invalid media type.
  if (method !== 'GET') for (const status of [413, 415]) statuses.add(status);
  return [...statuses].sort((a, b) => a - b);
}

const describeSuccess = (status: number) =>
  ({ 200: 'Done', 201: 'Created', 202: 'Accepted: the work goes on in the background' })[status] ?? 'Success';
