import type { BrowserSession } from './browser/index.ts';
import { RecordingFault } from './contract/fault.ts';
import type { ActionScript } from './contract/script.ts';
import type { LoadOptions } from './page/load.ts';
import { playOffCamera } from './play-off-camera.ts';

export interface SignIn {
  cookies: {
    name: string;
    value: string;
    domain?: string | undefined;
    path: string;
    secure?: boolean | undefined;
    http_only?: boolean | undefined;
    same_site?: 'Strict' | 'Lax' | 'None' | undefined;
    expires?: number | undefined;
  }[];
  script: ActionScript | null;
}

/**
 * Signs in off camera: sets the cookies, and then plays the script. Only the number and the type of a step get into an error, and nothing
 * of the login gets into a film or a log.
 * @param url the address of the page that will be filmed. Cookies without a domain are for its host.
 * @throws RecordingFault `sign_in` where a step of the script fails
 */
export async function signIn(
  session: BrowserSession,
  { cookies, script }: SignIn,
  url: string,
  load: LoadOptions,
): Promise<void> {
  if (cookies.length > 0)
    await session.tab.answer(
      session.tab.cdp.send('Network.setCookies', {
        cookies: cookies.map(({ name, value, domain, path, secure, http_only, same_site, expires }) => ({
          name,
          value,
          path,
          ...(domain === undefined ? { url } : { domain }),
          ...(secure !== undefined && { secure }),
          ...(http_only !== undefined && { httpOnly: http_only }),
          ...(same_site !== undefined && { sameSite: same_site }),
          ...(expires !== undefined && { expires }),
        })),
      }),
    );
  for (const [index, step] of (script?.steps ?? []).entries()) {
    try {
      await playOffCamera(session, step, load);
    } catch (cause) {
      load.signal?.throwIfAborted();
      const why =
        cause instanceof RecordingFault ? cause.message : 'The page did not do what the step needs.';
      throw new RecordingFault(
        'sign_in',
        `Signing in failed at step ${index + 1} (${step.type}) of the project's login script: ${why}`,
        { retryable: cause instanceof RecordingFault && cause.retryable },
      );
    }
  }
}

/**
 * Checks the project's mask selectors. An invalid one would hide nothing, and nobody would notice.
 * @throws RecordingFault `sign_in` where the browser does not know one of the selectors
 */
export async function demandSelectors({ tab }: BrowserSession, selectors: readonly string[]): Promise<void> {
  const wrong = await tab.ask(
    (given: string[]) => given.find((one) => !CSS.supports(`selector(${one})`)) ?? null,
    [...selectors],
  );
  if (wrong !== null)
    throw new RecordingFault('sign_in', `The browser does not know the project's mask selector "${wrong}".`);
}
