import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../src/api/openapi/examples.ts';
import { createClient, type ShowreelClient } from '../../src/client/index.ts';
import type { RequestOptions, TestAnswer, TestApi } from './api.ts';
import { answeredHere, breachOfAnswer, type ContractOperation, contract, operations } from './contract.ts';
import { openRaw, type RawAnswer } from './raw-request.ts';

/** One test each, by a title of status and guarantee: `'404: a project that is not there'`. */
export type Proofs = Record<`${number}: ${string}`, () => Promise<unknown>>;

const statusOf = (title: string) => Number(title.slice(0, 3));

export function operationOf(operationId: string): ContractOperation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`${operationId} is not in the document`);
  return found;
}

/**
 * The tests of one operation. Each test must get an answer of this operation with the status in its title, checked against
 * the OpenAPI document. Every status that the document gives the operation needs a test, here or for all operations at once.
 */
export function describeOperation(operationId: string, proofs: Proofs): void {
  const found = operationOf(operationId);
  describe(`${found.method} ${found.path}`, () => {
    test('every status of the document has its proof', () => {
      const proven = [...Object.keys(proofs).map(statusOf), ...statusesProvenForAll(found)];
      const documented = Object.keys(found.operation.responses).map(Number);
      expect(documented.filter((status) => !proven.includes(status))).toEqual([]);
      expect(proven.filter((status) => !documented.includes(status))).toEqual([]);
    });
    for (const [title, prove] of Object.entries(proofs))
      test(title, async () => {
        answeredHere.clear();
        await prove();
        expect([...answeredHere]).toContain(`${operationId} ${statusOf(title)}`);
      });
  });
}

/** The statuses that mean the same for all operations. `every-operation.test.ts` provokes each where it is documented. */
export function statusesProvenForAll({ method, path, operation }: ContractOperation): number[] {
  const { security, responses, parameters = [] } = operation;
  const isForSessions = security.some((way) => 'sessionCookie' in way);
  const takesNothing = !operation.requestBody && parameters.every((one) => one.in !== 'query');
  const statuses = [
    ...(security.length > 0 ? [401, 429] : []),
    ...(isForSessions ? [403] : []),
    ...(method === 'GET' ? [304] : [413, 415]),
    ...(takesNothing && path.includes('{') ? [400] : []),
    ...(operationsWithoutDatabase.has(operation.operationId) ? [] : [503]),
    // This is a fault of ours. No request provokes one, so `rest.test.ts` builds operations that have one.
    500,
  ];
  return statuses.filter((status) => status in responses);
}

/** `health` reports the database in a shape of its own. A payment notice reaches the database only where Stripe is set up. */
const operationsWithoutDatabase = new Set(['health', 'openapi', 'payment_notice']);

/**
 * The typed client. Its answers are checked against the OpenAPI document too.
 * @param key a live key, by default the owner's
 */
export const clientOf = (api: TestApi, key = api.key): ShowreelClient =>
  createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: watchedFetch });

const watchedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const { method, url } = input as Request;
  await hold(method, new URL(url).pathname, answer.clone());
  return answer;
};

async function hold(method: string, path: string, answer: Response): Promise<void> {
  const { status, headers } = answer;
  const breach = breachOfAnswer({
    method,
    path,
    status,
    contentType: headers.get('content-type'),
    text: await answer.text(),
  });
  if (breach) throw new Error(`The answer breaks the contract: ${breach}`);
}

/** Sends headers alone, also where they announce a body: for requests that are refused by the length of their body. */
export async function announce(
  api: TestApi,
  path: string,
  headers: Record<string, string>,
  method = 'POST',
): Promise<RawAnswer> {
  const sent = await openRaw(api.baseUrl, method, path, { Authorization: `Bearer ${api.key}`, ...headers });
  const answer = await sent.answer();
  sent.socket.destroy();
  const text = JSON.stringify(answer.body);
  const held = { method, path: path.split('?', 1)[0]!, status: answer.status, text };
  const breach = breachOfAnswer({ ...held, contentType: 'application/json' });
  if (breach) throw new Error(`The answer breaks the contract: ${breach}`);
  return answer;
}

/**
 * A valid request to an operation, made of the examples in the document. `ids` gives the values of the members of path,
 * query and body that name records.
 */
export function requestTo(
  { path, operation }: ContractOperation,
  ids: Record<string, string>,
): { path: string; options: RequestOptions } {
  const query = new URLSearchParams();
  for (const one of operation.parameters ?? [])
    if (one.in === 'query' && one.required) query.set(one.name, ids[one.name] ?? String(one.example));
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const example = media && (media.example ?? exampleOf(media.schema, contract.components.schemas));
  const json = type === 'application/json' && { body: { ...(example as object), ...only(example, ids) } };
  const file = type && !json && { body: Buffer.from('x'), headers: { 'Content-Type': type } };
  return { path: query.size > 0 ? `${named}?${query}` : named, options: { ...json, ...file } };
}

const only = (example: unknown, ids: Record<string, string>) =>
  Object.fromEntries(Object.entries(ids).filter(([name]) => name in (example as object)));

/** The status of an answer, and its body in a type that tests can read members of. */
export const read = ({ status, body }: TestAnswer) => ({
  status,
  body: body as unknown as Record<string, string>,
});

export const keyed = (key: string) => ({ 'Idempotency-Key': key });
