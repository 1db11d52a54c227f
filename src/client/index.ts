/**
 * The typed client of the public API, for Node and browsers. Programs that use Showreel come in; of ours it imports nothing,
 * and its types in `schema.ts` are generated from the OpenAPI document.
 */
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { persistentFetch } from './persistent-fetch.ts';
import type { components, paths } from './schema.ts';
import { type WaitOptions, waitForDemo } from './wait.ts';

export { ShowreelError, unwrap } from './refusal.ts';
export type { components, paths, WaitOptions };
export type DemoDetail = components['schemas']['DemoDetail'];

export interface ClientOptions {
  /** Of the service, such as `https://showreel.example.com`. */
  baseUrl: string;
  /** A live key. In a browser leave it out, and the session's cookie counts. */
  apiKey?: string;
  /** Instead of the platform's own. */
  fetch?: typeof fetch;
}

export interface ShowreelClient extends Client<paths> {
  /**
   * Polls a demo until it is `ready` or `failed`; unchanged answers cost no body.
   * @throws ShowreelError where the service refuses, Error after `timeoutMs` (10 minutes).
   */
  waitForDemo(demoId: string, options?: WaitOptions): Promise<DemoDetail>;
}

/**
 * `client.GET('/api/v1/demos/{id}', {params: {path: {id}}})` and the like, each with `data` or `error`. Every POST carries an
 * `Idempotency-Key`, its own or a fresh one, so that one whose answer was lost is sent again without happening twice.
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
