import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a client must present to use the guard, so that no other program on this machine can use it. */
export interface Credentials {
  username: string;
  password: string;
}

export const newCredentials = (): Credentials => ({
  username: 'showreel',
  password: randomBytes(24).toString('base64url'),
});

/** Whether a `Proxy-Authorization` header carries exactly these credentials. Constant time. */
export function presents(header: string | undefined, { username, password }: Credentials): boolean {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return timingSafeEqual(digest(header ?? ''), digest(expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The one host that the guard answers by itself: fetching it is how a browser learns the credentials. */
export const welcomeHost = 'guard.showreel.invalid';

/** The part of a DevTools session (of puppeteer, say) that presenting credentials needs. */
interface DevToolsSession {
  send(
    method: 'Fetch.enable',
    params: { patterns: { urlPattern: string }[]; handleAuthRequests: boolean },
  ): Promise<unknown>;
  send(method: 'Fetch.disable'): Promise<unknown>;
  send(method: 'Fetch.continueRequest', params: { requestId: string }): Promise<unknown>;
  send(
    method: 'Fetch.continueWithAuth',
    params: {
      requestId: string;
      authChallengeResponse: { response: 'ProvideCredentials'; username: string; password: string };
    },
  ): Promise<unknown>;
  send(
    method: 'Runtime.evaluate',
    params: { expression: string; awaitPromise: boolean; returnByValue: boolean },
  ): Promise<{ result: { value?: unknown } }>;
  on(
    event: 'Fetch.authRequired' | 'Fetch.requestPaused',
    handler: (event: { requestId: string }) => void,
  ): unknown;
  off(
    event: 'Fetch.authRequired' | 'Fetch.requestPaused',
    handler: (event: { requestId: string }) => void,
  ): unknown;
}

/**
 * Gives the guard's credentials to a browser context, once, before the first page. Chromium keeps them for all later requests,
 * frames, workers and sockets of that context. The interception of requests is turned off again. `page.authenticate` would keep
 * it on and send every request of the film through the protocol. No frame has to be drawn.
 * @param session of a page that shows about:blank and whose clock runs.
 * @throws Error when the browser did not accept them.
 */
export async function presentCredentials(session: DevToolsSession, credentials: Credentials): Promise<void> {
  const address = `http://${welcomeHost}/`;
  const ignoreClosed = () => {};
  const proceed = ({ requestId }: { requestId: string }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(ignoreClosed);
  };
  const answer = ({ requestId }: { requestId: string }) => {
    const authChallengeResponse = { response: 'ProvideCredentials', ...credentials } as const;
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignoreClosed);
  };
  session.on('Fetch.requestPaused', proceed);
  session.on('Fetch.authRequired', answer);
  await session.send('Fetch.enable', { patterns: [{ urlPattern: address }], handleAuthRequests: true });
  try {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `fetch('${address}', { cache: 'no-store' }).then((r) => r.ok, () => false)`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (result.value !== true) throw new Error('The browser did not take the credentials of the guard.');
  } finally {
    session.off('Fetch.requestPaused', proceed);
    session.off('Fetch.authRequired', answer);
    await session.send('Fetch.disable');
  }
}
