import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
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
