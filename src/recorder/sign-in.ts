import type { ElementHandle, KeyInput } from 'puppeteer-core';
import type { BrowserSession } from './browser/index.ts';
import { RecordingFault } from './contract/fault.ts';
import type { ActionScript, Selectors, Step } from './contract/script.ts';
import { waitFor } from './drive/act/wait.ts';
import { isFound } from './drive/element/found.ts';
import { locate } from './drive/element/locate.ts';
import { followNavigation, type LoadOptions, loadPage } from './page/load.ts';

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

const appearMs = 5_000;

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
      await play(session, step, load);
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

async function play(session: BrowserSession, step: Step, load: LoadOptions): Promise<void> {
  const { tab, page } = session;
  switch (step.type) {
    case 'navigate':
      await loadPage(session, step.url, load);
      return;
    case 'click':
    case 'doubleClick': {
      const element = await find(session, step, step.selectors);
      await tab.during(element.click({ count: step.type === 'click' ? 1 : 2 }));
      break;
    }
    case 'hover':
      await tab.during((await find(session, step, step.selectors)).hover());
      break;
    case 'waitForElement':
    case 'waitForExpression':
      if (await waitFor(tab, step)) break;
      throw new RecordingFault('element_missing', 'What the step waits for has not come.');
    case 'change':
      await fillIn(session, await find(session, step, step.selectors), step.value);
      break;
    case 'keyDown':
      await tab.during(page.keyboard.press(step.key as KeyInput));
      break;
    default:
      return;
  }
  await tab.clock.idle(250);
  if (tab.network.navigating) await followNavigation(session, load);
}

async function fillIn(
  { tab, page }: BrowserSession,
  element: ElementHandle<Element>,
  value: string,
): Promise<void> {
  const kind = await tab.askOf(element, (field) =>
    field instanceof HTMLSelectElement
      ? 'list'
      : /^(checkbox|radio)$/.test((field as HTMLInputElement).type)
        ? 'box'
        : 'text',
  );
  if (kind === 'list') await tab.during(element.select(value));
  else {
    await tab.during(element.click({ count: kind === 'text' ? 3 : 1 }));
    if (kind === 'text') await tab.during(page.keyboard.type(value));
  }
}

async function find(
  { tab }: BrowserSession,
  step: Step,
  selectors: Selectors,
): Promise<ElementHandle<Element>> {
  const deadlineMs = Math.min(step.timeout ?? appearMs, 15_000);
  for (let waitedMs = 0; ; waitedMs += 100) {
    const result = await locate(tab, step, selectors);
    if (isFound(result)) return result.element;
    if (waitedMs >= deadlineMs)
      throw new RecordingFault('element_missing', 'The page has no element that fits the step.');
    await tab.clock.idle(100);
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
