import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer-core';
import { AccessibilityTree, type NearEnough } from './accessibility.ts';
import { within } from './deadline.ts';
import { Controls } from './page/controls.ts';
import { Dom } from './page/dom.ts';
import { Facts } from './page/facts.ts';
import { Fields } from './page/fields.ts';
import { Names } from './page/names.ts';
import { Reader } from './page/reader.ts';
import { Sections } from './page/sections.ts';
import { Selectors } from './page/selectors.ts';

/**
 * The planner's hold on a page: its own reader in an isolated world, which the page's scripts can neither see nor bend,
 * and the browser's accessibility tree. Nothing here waits for a frame to be drawn: off camera none may ever be.
 */
export interface Lens {
  readonly page: Page;
  /** Runs `method` of the in-page reader; arguments and result are JSON. */
  call<M extends ReaderMethod>(method: M, ...given: Parameters<Reader[M]>): Promise<ReturnType<Reader[M]>>;
  readonly accessibility: AccessibilityTree;
  /** Puts a fresh reader into the page; ids given before are void. */
  refresh(): Promise<void>;
  /** Waits until two looks in a row find the same page, for `deadlineMs` at most. */
  settle(deadlineMs: number): Promise<void>;
  navigate(url: string, deadlineMs: number): Promise<void>;
  close(): Promise<void>;
}
type ReaderMethod = {
  [K in keyof Reader]: Reader[K] extends (...given: never[]) => unknown ? K : never;
}[keyof Reader];

const classes = { Dom, Names, Sections, Facts, Fields, Controls, Selectors, Reader };
const readerSource = `(() => { ${Object.entries(classes)
  .map(([name, code]) => `const ${name} = (${String(code)});`)
  .join('\n')}
  return new Reader({ Dom, Names, Sections, Facts, Fields, Controls, Selectors }); })()`;

/** Quick for a page at rest (about 0.1 s), patient with one that is still fetching. */
const pollMs = 40;
/** For one look at the page; 20,000 elements take a tenth of it. A page that is busy for longer cannot be filmed. */
const answerMs = 10_000;

export async function openLens(page: Page, signal: AbortSignal): Promise<Lens> {
  const cdp = await page.createCDPSession();
  const lens = new PageLens(page, cdp, signal);
  try {
    await lens.refresh();
  } catch (fault) {
    await lens.close();
    throw fault;
  }
  return lens;
}

class PageLens implements Lens {
  readonly page: Page;
  readonly accessibility: AccessibilityTree;
  private readonly cdp: CDPSession;
  private readonly signal: AbortSignal;
  private readerId: string | undefined;

  constructor(page: Page, cdp: CDPSession, signal: AbortSignal) {
    this.page = page;
    this.cdp = cdp;
    this.signal = signal;
    this.accessibility = new AccessibilityTree(cdp, this.reader());
  }

  async refresh(): Promise<void> {
    this.signal.throwIfAborted();
    const { frameTree } = await this.cdp.send('Page.getFrameTree');
    const { executionContextId } = await this.cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'showreel-planner',
    });
    const reading = this.cdp.send('Runtime.evaluate', {
      expression: readerSource,
      contextId: executionContextId,
    });
    const { result, exceptionDetails } = await within(reading, answerMs);
    if (!result.objectId)
      throw new Error(`The page cannot be read: ${exceptionDetails?.exception?.description}`);
    this.readerId = result.objectId;
  }

  async call<M extends ReaderMethod>(
    method: M,
    ...given: Parameters<Reader[M]>
  ): Promise<ReturnType<Reader[M]>> {
    this.signal.throwIfAborted();
    const asked = this.cdp.send('Runtime.callFunctionOn', {
      objectId: this.readerId!,
      functionDeclaration: `function (...given) { return this.${method}(...given); }`,
      arguments: given.map((value) => ({ value })),
      returnByValue: true,
    });
    const { result, exceptionDetails } = await within(asked, answerMs);
    if (exceptionDetails)
      throw new Error(`Reading the page failed in ${method}: ${exceptionDetails.exception?.description}`);
    return result.value as ReturnType<Reader[M]>;
  }

  private reader(): NearEnough {
    return {
      handle: async (id) => {
        const { result } = await this.cdp.send('Runtime.callFunctionOn', {
          objectId: this.readerId!,
          functionDeclaration: 'function (id) { return this.element(id); }',
          arguments: [{ value: id }],
        });
        return result.subtype === 'null' ? null : (result.objectId ?? null);
      },
      heard: (id) => this.call('heard', id),
      isOnlyNamed: (id, name, role) => this.call('isOnlyNamed', id, name, role ?? null),
    };
  }

  async settle(deadlineMs: number): Promise<void> {
    const endsAt = performance.now() + deadlineMs;
    let last = '';
    while (performance.now() < endsAt) {
      await sleep(pollMs, undefined, { signal: this.signal });
      const print = await this.print();
      if (print !== '' && print === last) return;
      last = print;
    }
  }

  /** Empty while a document is on its way: the old one is gone, the new one not yet readable. */
  private async print(): Promise<string> {
    try {
      const print = await within(this.call('print'), 1000);
      return / (interactive|complete) /.test(print) ? print : '';
    } catch {
      this.signal.throwIfAborted();
      await within(this.refresh(), 1000).catch(() => undefined);
      return '';
    }
  }

  async navigate(url: string, deadlineMs: number): Promise<void> {
    const endsAt = performance.now() + deadlineMs;
    const { errorText } = await within(this.cdp.send('Page.navigate', { url }), deadlineMs);
    if (errorText) throw new Error(`${url} could not be opened: ${errorText}.`);
    await this.settle(Math.max(0, endsAt - performance.now()));
    await this.refresh();
  }

  async close(): Promise<void> {
    await this.cdp.detach().catch(() => undefined);
  }
}
