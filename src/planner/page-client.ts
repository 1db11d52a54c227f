import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { wellFormedData } from '../text.ts';
import { AccessibilityTree, type FallbackReader } from './accessibility.ts';
import { within } from './deadline.ts';
import { graft, idSpan } from './graft.ts';
import { findListening } from './listeners.ts';
import type { Reader } from './page/reader.ts';
import { readerSource } from './page/source.ts';
import type { RawFrame, RawPage } from './view.ts';

/**
 * The planner's connection to a page. It consists of a reader of our own in an isolated world, where the page's scripts can
 * neither see nor change it, and of the browser's accessibility tree. Nothing here waits for a frame to be drawn, because off
 * camera none may ever be.
 */
export interface PageClient {
  readonly page: Page;
  /** Runs `method` of the in-page reader. Arguments and result are JSON. */
  call<M extends ReaderMethod>(method: M, ...given: Parameters<Reader[M]>): Promise<ReturnType<Reader[M]>>;
  /** Reads the page with the content of its frames, whatever site they are from. */
  read(): Promise<RawPage>;
  /** The path to the frame that an element is in, as scripts state it. Undefined for the page's own document. */
  wayTo(id: number): number[] | undefined;
  /** Those of the elements that have a listener for presses of their own. */
  listening(ids: number[]): Promise<number[]>;
  readonly accessibility: AccessibilityTree;
  /** Puts a new reader into the page. Ids from before become invalid. */
  refresh(): Promise<void>;
  /** Waits until two readings in a row find the same page, for `deadlineMs` at most. */
  settle(deadlineMs: number): Promise<void>;
  navigate(url: string, deadlineMs: number): Promise<void>;
  close(): Promise<void>;
}
type ReaderMethod = {
  [K in keyof Reader]: Reader[K] extends (...given: never[]) => unknown ? K : never;
}[keyof Reader];

/** Short, so that a page at rest costs only about 0.1 s. A page that is still loading is read again and again. */
const pollMs = 40;
/**
 * The limit for one reading of the page. 20,000 elements take a tenth of it. A page that is busy for longer cannot be filmed.
 */
const answerMs = 10_000;

export async function openPageClient(page: Page, signal: AbortSignal): Promise<PageClient> {
  const cdp = await page.createCDPSession();
  const client = new ConnectedPage(page, cdp, signal);
  try {
    await client.refresh();
  } catch (fault) {
    await client.close();
    throw fault;
  }
  return client;
}

type FrameTree = Protocol.Page.FrameTree;
/** One document of the page, with our reader in it. */
interface ReaderDocument {
  readerId: string;
  way: number[];
}
/** A document that is being read, and the tree of its frames. */
interface OpenDocument {
  document: ReaderDocument;
  index: number;
  tree: FrameTree;
}
/**
 * The limits for frames. The frame of a widget may contain that of its provider, and that one the frame of a calendar. Deeper
 * frames, and further ones, are advertisements.
 */
const mostDepth = 3;
const mostDocuments = 10;
/** Methods whose first argument is the id of an element. */
const ofElement = /^(?:name|heard|isOnlyNamed|press|doublePress|enter|fill)$/;
/** The limit for one frame. An advertisement that keeps its own page busy must not delay the plan. */
const frameMs = 1_000;

class ConnectedPage implements PageClient {
  readonly page: Page;
  readonly accessibility: AccessibilityTree;
  private readonly cdp: CDPSession;
  private readonly signal: AbortSignal;
  /**
   * The page's own document comes first, then its frames in the order in which they were found. The index of a document is part
   * of its elements' ids.
   */
  private documents: ReaderDocument[] = [];

  constructor(page: Page, cdp: CDPSession, signal: AbortSignal) {
    this.page = page;
    this.cdp = cdp;
    this.signal = signal;
    this.accessibility = new AccessibilityTree(cdp, this.reader());
  }

  async refresh(): Promise<void> {
    this.signal.throwIfAborted();
    const { frameTree } = await this.cdp.send('Page.getFrameTree');
    this.documents = [{ readerId: await this.readerIn(frameTree.frame.id), way: [] }];
  }

  private async readerIn(frameId: string): Promise<string> {
    const world = { frameId, worldName: 'showreel-planner' };
    const { executionContextId } = await this.cdp.send('Page.createIsolatedWorld', world);
    const asked = { expression: readerSource, contextId: executionContextId };
    const { result, exceptionDetails } = await within(this.cdp.send('Runtime.evaluate', asked), answerMs);
    if (!result.objectId)
      throw new Error(`The page cannot be read: ${exceptionDetails?.exception?.description}`);
    return result.objectId;
  }

  async read(): Promise<RawPage> {
    this.documents.length = 1;
    const document = this.documents[0]!;
    const page = await this.ask<RawPage>(document, 'read', []);
    if (page.frames.length === 0) return page;
    const { frameTree } = await this.cdp.send('Page.getFrameTree');
    return this.withFrames(page, { document, index: 0, tree: frameTree });
  }

  private async withFrames(page: RawPage, outer: OpenDocument): Promise<RawPage> {
    let whole = page;
    for (const frame of page.frames)
      if (this.documents.length < mostDocuments) whole = await this.readFrame(whole, frame, outer);
    return whole;
  }

  /** Adds the content of a frame to the page. A frame that cannot be read stays a picture in the page. */
  private async readFrame(
    page: RawPage,
    frame: RawFrame,
    { document, index, tree }: OpenDocument,
  ): Promise<RawPage> {
    try {
      const objectId = await this.handle(frame.id, document);
      const { node } = await this.cdp.send('DOM.describeNode', { objectId: objectId! });
      const children = tree.childFrames ?? [];
      const childIndex = children.findIndex((child) => child.frame.id === node.frameId);
      if (childIndex < 0) return page;
      const own = {
        readerId: await within(this.readerIn(node.frameId!), frameMs),
        way: [...document.way, childIndex],
      };
      const inner = await within(this.ask<RawPage>(own, 'read', []), frameMs);
      const ownIndex = this.documents.push(own) - 1;
      const opened = { document: own, index: ownIndex, tree: children[childIndex]! };
      const whole = own.way.length < mostDepth ? await this.withFrames(inner, opened) : inner;
      // Where this frame is in another one, its ids are raised once more when that one is added.
      return graft(page, whole, frame, idSpan * (ownIndex - index));
    } catch {
      this.signal.throwIfAborted();
      return page;
    }
  }

  wayTo(id: number): number[] | undefined {
    const index = Math.floor(id / idSpan);
    return index === 0 ? undefined : this.documents[index]?.way;
  }

  async call<M extends ReaderMethod>(
    method: M,
    ...given: Parameters<Reader[M]>
  ): Promise<ReturnType<Reader[M]>> {
    const [id, ...rest] = given;
    if (!ofElement.test(method) || typeof id !== 'number') return this.ask(this.documents[0]!, method, given);
    const document = this.documents[Math.floor(id / idSpan)];
    if (!document) throw new Error(`Reading the page failed in ${method}: the frame is gone.`);
    return this.ask(document, method, [id % idSpan, ...rest]);
  }

  private async ask<T>({ readerId }: ReaderDocument, method: ReaderMethod, given: unknown[]): Promise<T> {
    this.signal.throwIfAborted();
    const asked = this.cdp.send('Runtime.callFunctionOn', {
      objectId: readerId,
      functionDeclaration: `function (...given) { return this.${method}(...given); }`,
      arguments: given.map((value) => ({ value })),
      returnByValue: true,
    });
    const { result, exceptionDetails } = await within(asked, answerMs);
    if (exceptionDetails)
      throw new Error(`Reading the page failed in ${method}: ${exceptionDetails.exception?.description}`);
    return wellFormedData(result.value as T);
  }

  private reader(): FallbackReader {
    return {
      handle: (id) => this.handle(id),
      isFramed: (id) => id >= idSpan,
      heard: (id) => this.call('heard', id),
      isOnlyNamed: (id, name, role) => this.call('isOnlyNamed', id, name, role ?? null),
    };
  }

  async listening(ids: number[]): Promise<number[]> {
    this.signal.throwIfAborted();
    const { result } = await this.cdp.send('Runtime.callFunctionOn', {
      objectId: this.documents[0]!.readerId,
      functionDeclaration: 'function (...ids) { return ids.map((id) => this.element(id)); }',
      arguments: ids.map((value) => ({ value })),
    });
    if (!result.objectId) return [];
    const found = await findListening(this.cdp, result.objectId);
    return found.map((index) => ids[index]!);
  }

  /** The remote object of an element, by its id in a document. */
  private async handle(id: number, { readerId } = this.documents[0]!): Promise<string | null> {
    const { result } = await this.cdp.send('Runtime.callFunctionOn', {
      objectId: readerId,
      functionDeclaration: 'function (id) { return this.element(id); }',
      arguments: [{ value: id }],
    });
    return result.subtype === 'null' ? null : (result.objectId ?? null);
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

  /**
   * A short text of the page's state. Empty while a document is loading: the old one is gone, and the new one cannot be read
   * yet.
   */
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
