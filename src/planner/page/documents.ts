import type { CDPSession, Protocol } from 'puppeteer-core';
import { wellFormedData } from '../../text.ts';
import { within } from './deadline.ts';
import type { Reader } from './in-page/reader.ts';
import { readerSource } from './in-page/source.ts';
import { findListeners, inReader } from './listeners.ts';
import type { RawFrame } from './view.ts';

export type ReaderMethod = {
  [K in keyof Reader]: Reader[K] extends (...given: never[]) => unknown ? K : never;
}[keyof Reader];

/** One document of the page, with our reader in it. `way` is the path to its frame, as scripts state it. */
export interface ReaderDocument {
  readonly frameId: string;
  reader: ReaderPlace;
  way: number[];
}
/** Where the reader of a document is, and which elements it knows to listen for presses. */
interface ReaderPlace {
  objectId: string;
  executionContextId: number;
  listening: Set<string>;
}
/** A document that is being read, its place among the documents, and the tree of its frames. */
export interface OpenDocument {
  document: ReaderDocument;
  index: number;
  tree: Protocol.Page.FrameTree;
}

/**
 * The limits for frames. The frame of a widget may contain that of its provider, and that one the frame of a calendar. Deeper
 * frames, and further ones, are advertisements.
 */
const mostDepth = 3;
const mostDocuments = 10;
/** The longest text of the page that travels. The reader's own limits are lower, where it has one. */
const mostCharacters = 20_000;
/** The limit for one frame. An advertisement that keeps its own page busy must not delay the plan. */
const frameMs = 1_000;
/**
 * The limit for one reading of the page. 20,000 elements take a tenth of it. A page that is busy for longer cannot be filmed.
 */
const answerMs = 10_000;

/**
 * The documents of a page, with a reader in each. The page's own comes first, then those of its frames in the order in which
 * they were found. The place of a document is part of its elements' ids, so it stays until the page is left.
 */
export class Documents {
  private readonly cdp: CDPSession;
  private readonly signal: AbortSignal;
  private all: ReaderDocument[] = [];

  constructor(cdp: CDPSession, signal: AbortSignal) {
    this.cdp = cdp;
    this.signal = signal;
  }

  get main(): ReaderDocument {
    return this.all[0]!;
  }

  at(index: number): ReaderDocument | undefined {
    return this.all[index];
  }

  /** Puts a new reader into the page, and forgets its frames. */
  async refresh(): Promise<void> {
    this.signal.throwIfAborted();
    const { frameTree } = await this.cdp.send('Page.getFrameTree');
    const frameId = frameTree.frame.id;
    this.all = [{ frameId, reader: await this.readerIn(frameId), way: [] }];
  }

  async openMain(): Promise<OpenDocument> {
    const { frameTree } = await this.cdp.send('Page.getFrameTree');
    return { document: this.main, index: 0, tree: frameTree };
  }

  /**
   * Adds to `whole` what `read` finds in each of the frames. It is given the document of the frame, and how much its ids are
   * raised by. A frame that cannot be read stays a picture in the page.
   */
  async inFrames<T>(
    whole: T,
    frames: RawFrame[],
    outer: OpenDocument,
    read: (whole: T, frame: RawFrame, opened: OpenDocument) => Promise<T>,
  ): Promise<T> {
    let all = whole;
    if (outer.document.way.length >= mostDepth) return all;
    for (const frame of frames)
      try {
        const opened = await this.open(frame, outer);
        if (opened) all = await read(all, frame, opened);
      } catch {
        this.signal.throwIfAborted();
      }
    return all;
  }

  private async open(frame: RawFrame, { document, tree }: OpenDocument): Promise<OpenDocument | null> {
    const objectId = await this.handle(frame.id, document);
    const { node } = await this.cdp.send('DOM.describeNode', { objectId: objectId! });
    const children = tree.childFrames ?? [];
    const childIndex = children.findIndex((child) => child.frame.id === node.frameId);
    const inner = children[childIndex];
    if (!inner) return null;
    const way = [...document.way, childIndex];
    const index = this.all.findIndex(({ frameId }) => frameId === inner.frame.id);
    const known = this.all[index];
    if (known) {
      known.way = way;
      return { document: known, index, tree: inner };
    }
    if (this.all.length >= mostDocuments) return null;
    const reader = await within(this.readerIn(inner.frame.id), frameMs);
    const own = { frameId: inner.frame.id, reader, way };
    return { document: own, index: this.all.push(own) - 1, tree: inner };
  }

  private async readerIn(frameId: string): Promise<ReaderPlace> {
    const world = { frameId, worldName: 'showreel-planner' };
    const { executionContextId } = await this.cdp.send('Page.createIsolatedWorld', world);
    const asked = { expression: readerSource, contextId: executionContextId };
    const { result, exceptionDetails } = await within(this.cdp.send('Runtime.evaluate', asked), answerMs);
    if (!result.objectId)
      throw new Error(`The page cannot be read: ${exceptionDetails?.exception?.description}`);
    return { objectId: result.objectId, executionContextId, listening: new Set() };
  }

  /** Asks the reader of a frame. Where another document has been loaded into the frame, that one gets a reader first. */
  async askFrame<T>(document: ReaderDocument, method: ReaderMethod): Promise<T> {
    try {
      return await within(this.ask<T>(document, method, []), frameMs);
    } catch {
      this.signal.throwIfAborted();
      document.reader = await within(this.readerIn(document.frameId), frameMs);
      return within(this.ask<T>(document, method, []), frameMs);
    }
  }

  async ask<T>({ reader }: ReaderDocument, method: ReaderMethod, given: unknown[]): Promise<T> {
    this.signal.throwIfAborted();
    const asked = this.cdp.send('Runtime.callFunctionOn', {
      objectId: reader.objectId,
      functionDeclaration: `function (...given) { return (${String(shortWords)})(this.${method}(...given), ${mostCharacters}); }`,
      arguments: given.map((value) => ({ value })),
      returnByValue: true,
    });
    const { result, exceptionDetails } = await within(asked, answerMs);
    if (exceptionDetails)
      throw new Error(`Reading the page failed in ${method}: ${exceptionDetails.exception?.description}`);
    return wellFormedData(result.value as T);
  }

  /** The remote object of an element, by its id in a document. */
  async handle(id: number, { reader }: ReaderDocument): Promise<string | null> {
    const { result } = await this.cdp.send('Runtime.callFunctionOn', {
      objectId: reader.objectId,
      functionDeclaration: 'function (id) { return this.element(id); }',
      arguments: [{ value: id }],
    });
    return result.subtype === 'null' ? null : (result.objectId ?? null);
  }

  /** Tells the reader of a document which elements listen for presses. Where the browser does not say, it knows of none. */
  async learnListening({ reader }: ReaderDocument): Promise<void> {
    this.signal.throwIfAborted();
    const { objectId, executionContextId, listening } = reader;
    const objectGroup = 'showreel-listening';
    try {
      const asked = { objectId, functionDeclaration: 'function () { return document; }', objectGroup };
      const { result } = await this.cdp.send('Runtime.callFunctionOn', asked);
      const found = await findListeners(this.cdp, result.objectId!);
      const fresh = found.filter(({ nodeId, isDouble }) => !listening.has(`${nodeId} ${isDouble}`));
      const ids = await inReader(this.cdp, fresh, { executionContextId, objectGroup });
      const known = fresh.flatMap((one, index) => (ids[index] ? [{ ...one, objectId: ids[index] }] : []));
      for (const isDouble of [true, false]) {
        const alike = known.filter((one) => one.isDouble === isDouble);
        if (alike.length === 0) continue;
        await this.cdp.send('Runtime.callFunctionOn', {
          objectId,
          functionDeclaration: 'function (isDouble, ...elements) { this.learn(elements, isDouble); }',
          arguments: [{ value: isDouble }, ...alike.map((one) => ({ objectId: one.objectId }))],
        });
        for (const { nodeId } of alike) listening.add(`${nodeId} ${isDouble}`);
      }
      await this.cdp.send('Runtime.releaseObjectGroup', { objectGroup });
    } catch {
      this.signal.throwIfAborted();
    }
  }
}

/** Runs in the page: the same value with its longest texts cut. The attributes of a page may be of any length. */
function shortWords(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return value.slice(0, characters);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => shortWords(each, characters));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortWords(each, characters)]));
}
