import { randomBytes } from 'node:crypto';
import type { CDPSession, Page, Protocol, Target, WebWorker } from 'puppeteer-core';
import { settled } from '../deadline.ts';
import { isUpkeep } from './upkeep.ts';

// A worker that is busy must not delay the hold.
const workerMs = 500;

/**
 * Holds what the page sends over WebSockets, which the DevTools protocol cannot intercept: `send` is replaced in every document and
 * worker. It is replaced only while the hold is on, so a film never sees it.
 */
export class SocketHold {
  readonly #page: Page;
  readonly #onHeld: (url: string) => void;
  // No page can guess this name.
  readonly #bindingName = `showreel${randomBytes(12).toString('hex')}`;
  #session: CDPSession | null = null;
  readonly #workers = new Map<WebWorker, string | undefined>();
  readonly #take = (worker: WebWorker) => void this.#holdIn(worker);
  readonly #takeTarget = (target: Target) => {
    if (/worker/.test(target.type()))
      target.worker().then(
        (worker) => worker && this.#holdIn(worker),
        () => undefined,
      );
  };

  constructor(page: Page, onHeld: (url: string) => void) {
    this.#page = page;
    this.#onHeld = onHeld;
  }

  async begin(): Promise<void> {
    // The session has its own bindings and scripts for new documents. All of them end with it.
    const session = await this.#page.createCDPSession();
    this.#session = session;
    const contexts: number[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { isDefault } = context.auxData as { isDefault?: boolean };
      if (isDefault) contexts.push(context.id);
    });
    session.on('Runtime.bindingCalled', (event) => this.#note(event));
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: this.#bindingName }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: this.#source }),
    ]);
    const wrapped = contexts.map((contextId) =>
      session.send('Runtime.evaluate', { expression: this.#source, contextId }).catch(() => undefined),
    );
    this.#page.on('workercreated', this.#take);
    this.#page.browser().on('targetcreated', this.#takeTarget);
    for (const target of this.#page.browser().targets()) this.#takeTarget(target);
    await Promise.all([...wrapped, ...this.#page.workers().map((worker) => this.#holdIn(worker))]);
  }

  /** Call it when the documents of before are gone: theirs stay as they are. */
  async end(): Promise<void> {
    this.#page.off('workercreated', this.#take);
    this.#page.browser().off('targetcreated', this.#takeTarget);
    // Workers of the page end with its documents. A service worker goes on.
    const released = [...this.#workers].map(([{ client }, objectId]) => {
      client.off('Runtime.bindingCalled', this.#note);
      if (!objectId) return undefined;
      return client.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function () { this(); }',
      });
    });
    await settled(Promise.allSettled(released), workerMs);
    this.#workers.clear();
    await this.#session?.detach().catch(() => undefined);
    this.#session = null;
  }

  async #holdIn(worker: WebWorker): Promise<void> {
    if (this.#workers.has(worker)) return;
    this.#workers.set(worker, undefined);
    const { client } = worker;
    client.on('Runtime.bindingCalled', this.#note);
    const replaced = client
      .send('Runtime.addBinding', { name: this.#bindingName })
      .then(() => client.send('Runtime.evaluate', { expression: this.#source }))
      .then(({ result }) => this.#workers.set(worker, result.objectId));
    await settled(replaced, workerMs);
  }

  readonly #note = ({ name, payload }: Protocol.Runtime.BindingCalledEvent): void => {
    if (name === this.#bindingName) this.#onHeld(payload);
  };

  get #source(): string {
    return `(${String(replaceSend)})(${String(isUpkeep)}, ${JSON.stringify(this.#bindingName)})`;
  }
}

/**
 * Runs in documents and workers: messages are dropped, and all else of a WebSocket works as before.
 * @returns puts the browser's own `send` back
 */
function replaceSend(isKept: (message: unknown) => boolean, bindingName: string): (() => void) | undefined {
  const bindings = globalThis as unknown as Record<string, ((payload: string) => void) | undefined>;
  const report = bindings[bindingName];
  delete bindings[bindingName];
  const { prototype } = globalThis.WebSocket ?? {};
  const own = prototype && Object.getOwnPropertyDescriptor(prototype, 'send');
  if (!report || !own?.value) return;
  // To the page a proxy looks like the function it stands for. A socket that is not open refuses a message as it always does.
  const replaced = new Proxy(own.value as WebSocket['send'], {
    apply(send, socket: WebSocket, given: [string]) {
      if (socket.readyState !== 1 || isKept(given[0])) return Reflect.apply(send, socket, given);
      report(socket.url);
    },
  });
  Object.defineProperty(prototype, 'send', { ...own, value: replaced });
  return () => {
    if (prototype.send === replaced) Object.defineProperty(prototype, 'send', own);
  };
}
