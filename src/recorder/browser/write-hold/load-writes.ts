import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { isRead } from './read-request.ts';

// An application sends a handful of writes while it loads. More is something else, such as a log.
const mostKept = 50;
const mostBodyBytes = 2 ** 20;
/** The browser hands over a body that is decoded, and as long as it is. */
const notOfBody = /^(?:content-encoding|content-length|transfer-encoding|set-cookie|connection|date|etag)$/i;

export type LoadAnswer = Omit<Protocol.Fetch.FulfillRequestRequest, 'requestId'>;
type Sent = Pick<Protocol.Network.Request, 'method' | 'url'>;

/**
 * What a page writes by being loaded, and what its server answers. Many applications draw nothing before they have an answer to what they
 * send first: a session that is opened, a state that is saved. Such a page stays empty when it is loaded anew while its writes are held, unless it gets the same answer again.
 */
export class LoadWrites {
  readonly #session: CDPSession;
  /** Requests under way, and those that were answered, by the id of the request. */
  readonly #sent = new Map<string, Sent>();
  readonly #answered = new Map<string, { sent: Sent; response: Protocol.Network.Response }>();
  readonly #answers = new Map<string, LoadAnswer>();

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!isRead(request)) this.#sent.set(requestId, request);
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const sent = this.#sent.get(requestId);
      if (sent && this.#answered.size < mostKept) this.#answered.set(requestId, { sent, response });
    });
  }

  static async watch(page: Page): Promise<LoadWrites> {
    const watch = new LoadWrites(await page.createCDPSession());
    await watch.#session.send('Network.enable', { maxResourceBufferSize: mostBodyBytes });
    return watch;
  }

  /** Reads the answers that have come so far. */
  async collect(): Promise<void> {
    const answered = [...this.#answered];
    this.#answered.clear();
    this.#sent.clear();
    await Promise.all(
      answered.map(([requestId, { sent, response }]) => this.#keep(requestId, sent, response)),
    );
  }

  /** What the server said to the same request. Undefined where it was not asked, or its answer is gone. */
  answerTo(request: Sent): LoadAnswer | undefined {
    return this.#answers.get(keyOf(request));
  }

  async close(): Promise<void> {
    await this.#session.detach().catch(() => undefined);
  }

  async #keep(requestId: string, sent: Sent, { status, headers }: Protocol.Network.Response): Promise<void> {
    // There is no body where the page has not read it.
    const nothing = { body: '', base64Encoded: false };
    const found = await this.#session.send('Network.getResponseBody', { requestId }).catch(() => nothing);
    this.#answers.set(keyOf(sent), {
      responseCode: status,
      responseHeaders: Object.entries(headers)
        .filter(([name]) => !notOfBody.test(name))
        // A header that came several times has a line for each.
        .flatMap(([name, value]) => value.split('\n').map((line) => ({ name, value: line }))),
      body: found.base64Encoded ? found.body : Buffer.from(found.body).toString('base64'),
    });
  }
}

/**
 * Whether an answer says no more than that a whole state was saved, so that it is true of another state as well. Applications that save one state after
 * the other send nothing more until they have it. What is longer may be the state itself.
 */
export const isReceipt = ({ method }: Sent, { responseCode, body = '' }: LoadAnswer) =>
  method === 'PUT' &&
  responseCode >= 200 &&
  responseCode < 300 &&
  body.length <= longestReceipt &&
  // A number or a code may be the version of that state.
  !/\d/.test(Buffer.from(body, 'base64').toString());
/** In base64. */
const longestReceipt = 120;

const keyOf = ({ method, url }: Sent) => `${method} ${url}`;
