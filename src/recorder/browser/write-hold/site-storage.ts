import { randomBytes } from 'node:crypto';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { within } from '../deadline.ts';
import { PageStorage, type StoredItems } from './page-storage.ts';

// An application that has more in its databases, or whose databases do not answer in time, keeps there what it stores off camera.
const mostRecords = 2_000;
const copyMs = 1_000;
const answerMs = 3_000;

type Cookie = Protocol.Network.Cookie;

/**
 * Keeps what a site has stored in the browser, and puts it back: local and session storage and IndexedDB of the page's origin, and the
 * cookies that scripts have set. A cookie that a server has set meanwhile stays, because that server expects the new one.
 */
export class SiteStorage {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #copyName = `showreel${randomBytes(12).toString('hex')}`;
  readonly #origin: string;
  #items: StoredItems | null = null;
  #hasCopy = false;
  #frameId = '';
  #cookies: Cookie[] = [];
  /** Names of the cookies that servers have set since `keep`. */
  #setByServers = new Set<string>();

  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
    this.#origin = URL.parse(page.url())?.origin ?? 'null';
  }

  /** Of the page that the storage belongs to. `null` as text where it has none. */
  get origin(): string {
    return this.#origin;
  }

  /** False where the databases have too much in them to be kept. */
  async keep(): Promise<boolean> {
    this.#session.on('Network.responseReceivedExtraInfo', ({ headers }) => {
      const [, lines = ''] =
        Object.entries(headers).find(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
      for (const line of lines.split('\n')) this.#setByServers.add(line.split('=')[0]?.trim() ?? '');
    });
    const [, { frameTree }, cookies] = await Promise.all([
      this.#session.send('Network.enable'),
      this.#session.send('Page.getFrameTree'),
      this.#readCookies(),
    ]);
    this.#frameId = frameTree.frame.id;
    this.#cookies = cookies;
    this.#items = (await this.#run('keep', answerMs)) as StoredItems | null;
    if (!this.#items?.databases.length) return true;
    this.#hasCopy = (await this.#run('copyDatabases', copyMs).catch(() => false)) as boolean;
    return this.#hasCopy;
  }

  /** Call it while the tab shows a page of the same origin whose own code does not run. */
  async putBack(): Promise<void> {
    const isThere = URL.parse(this.#page.url())?.origin === this.#origin;
    await Promise.all([
      this.#putBackCookies(),
      this.#items && isThere && this.#run('putBack', answerMs, this.#items, this.#hasCopy),
    ]);
  }

  async #run(method: keyof PageStorage, withinMs: number, ...given: unknown[]): Promise<unknown> {
    const world = { frameId: this.#frameId, worldName: 'showreel-storage' };
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', world);
    const storage = `new (${String(PageStorage)})(${JSON.stringify(this.#copyName)}, ${mostRecords})`;
    const call = this.#session.send('Runtime.evaluate', {
      expression: `${storage}.${method}(${given.map((one) => JSON.stringify(one)).join()})`,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    const { result, exceptionDetails } = await within(
      call,
      withinMs,
      'The page does not answer for its storage.',
    );
    if (exceptionDetails)
      throw new Error(`The storage failed to ${method}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  async #readCookies(): Promise<Cookie[]> {
    const { cookies } = await this.#session.send('Network.getAllCookies');
    // No script can set the others.
    return cookies.filter(({ httpOnly }) => !httpOnly);
  }

  async #putBackCookies(): Promise<void> {
    const now = new Map((await this.#readCookies()).map((cookie) => [identityOf(cookie), cookie]));
    const before = new Map(this.#cookies.map((cookie) => [identityOf(cookie), cookie]));
    const isOfScript = ({ name }: Cookie) => !this.#setByServers.has(name);
    for (const [identity, cookie] of now)
      if (!before.has(identity) && isOfScript(cookie))
        await this.#session.send('Network.deleteCookies', keyOf(cookie));
    for (const [identity, cookie] of before)
      if (now.get(identity)?.value !== cookie.value && isOfScript(cookie))
        await this.#session.send('Network.setCookie', settingOf(cookie));
  }
}

const identityOf = ({ name, domain, path, partitionKey }: Cookie) =>
  JSON.stringify([name, domain, path, partitionKey]);

const keyOf = ({ name, domain, path, partitionKey }: Cookie) => ({
  name,
  domain,
  path,
  ...(partitionKey && { partitionKey }),
});

function settingOf(cookie: Cookie): Protocol.Network.SetCookieRequest {
  const { value, domain, path, secure, sameSite, expires, priority, sourceScheme, sourcePort } = cookie;
  // With a domain, a cookie of one host alone would become a cookie of all hosts below it.
  const home = domain.startsWith('.')
    ? {}
    : { url: `http${secure ? 's' : ''}://${domain}${path}`, domain: undefined };
  return {
    ...keyOf(cookie),
    value,
    secure,
    priority,
    sourceScheme,
    sourcePort,
    ...(sameSite && { sameSite }),
    ...(expires > 0 && { expires }),
    ...home,
  };
}
