/**
 * The typed client of the public API, for Node and browsers. Programs that use Showreel install this room as `@showreel/client`.
 * It imports no other room. The types in `schema.ts` are generated from the OpenAPI document by `make client`.
 */
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { persistentFetch } from './persistent-fetch.ts';
import type { components, paths } from './schema.ts';
import { type WaitOptions, waitForDemo } from './wait.ts';

export { ShowreelError, unwrap } from './refusal.ts';
export type { components, paths, WaitOptions };
export type DemoDetail = components['schemas']['DemoDetail'];

export interface ClientOptions {
  /** The address of the service, such as `https://showreel.example.com`. */
  baseUrl: string;
  /** A live key. Leave it out in a browser, where the session's cookie is used. */
  apiKey?: string;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch;
}

export interface ShowreelClient extends Client<paths> {
  /**
   * Polls a demo until it is `ready` or `failed`. Unchanged answers have no body.
   * @throws ShowreelError where the service refuses, and Error after `timeoutMs` (default 10 minutes).
   */
  waitForDemo(demoId: string, options?: WaitOptions): Promise<DemoDetail>;
}

/**
 * Calls look like `client.GET('/api/v1/demos/{id}', {params: {path: {id}}})` and return `data` or `error`. Every POST carries
 * an `Idempotency-Key`, yours or a fresh one. A POST whose answer was lost can therefore be sent again without happening
 * twice.
 */
export function createClient({ baseUrl, apiKey, fetch: send = fetch }: ClientOptions): ShowreelClient {
  const client = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch: persistentFetch(send),
    ...(apiKey !== undefined && { headers: { 'X-API-Key': apiKey } }),
  });
  client.use(withIdempotencyKey);
  return Object.assign(client, {
    waitForDemo: (demoId: string, options?: WaitOptions) => waitForDemo(client, demoId, options),
  });
}

const withIdempotencyKey: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    return request;
  },
};
