import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Guard } from '../../../recorder/index.ts';

/** For requests of our own that go to strangers: they pass the same guard as the browser. */
export interface GuardedAgents extends Disposable {
  http: HttpAgent;
  https: HttpsAgent;
}

export function guardedAgents({ url, credentials: { username, password } }: Guard): GuardedAgents {
  const proxy = new URL(url);
  Object.assign(proxy, { username, password });
  const proxyEnv = { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href, NO_PROXY: '' };
  const [http, https] = [new HttpAgent({ proxyEnv }), new HttpsAgent({ proxyEnv })];
  return {
    http,
    https,
    [Symbol.dispose]() {
      http.destroy();
      https.destroy();
    },
  };
}

/** Sends a request of our own and resolves with the beginning of its answer. Redirects are not followed. */
export function sendGuarded(
  agents: GuardedAgents,
  url: string,
  {
    body,
    ...options
  }: { method: string; headers: Record<string, string>; signal: AbortSignal; body: string },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = url.startsWith('https:')
      ? httpsRequest(url, { ...options, agent: agents.https }, resolve)
      : httpRequest(url, { ...options, agent: agents.http }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Whether the guard answered in place of the stranger. */
export const isOfGuard = ({ headers }: IncomingMessage): boolean =>
  headers['x-showreel-blocked'] !== undefined || headers['x-showreel-fault'] !== undefined;
