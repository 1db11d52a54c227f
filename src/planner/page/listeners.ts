import type { CDPSession } from 'puppeteer-core';

/** The limit for all questions together. What has not been answered by then counts as not listening. */
const answerMs = 500;
/** So many elements are told to the page at one reading. Those of a table of thousands need not all be known. */
const mostElements = 1_500;
const presses = /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart|dblclick)$/;

/** An element that listens for presses, as the browser calls it: only for double ones, or for single ones too. */
export interface Listener {
  nodeId: number;
  isDouble: boolean;
}

/** The elements of a document that listen for presses. A listener on the document itself says nothing of an element. */
export async function findListeners(cdp: CDPSession, readerDocumentId: string): Promise<Listener[]> {
  // The browser tells of the listeners of one world only: the page's own, which is not that of our reader.
  const { node } = await cdp.send('DOM.describeNode', { objectId: readerDocumentId });
  const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
  const asked = { objectId: object.objectId!, depth: -1 };
  const { listeners } = await within(cdp.send('DOMDebugger.getEventListeners', asked), { listeners: [] });
  const found = new Map<number, boolean>();
  for (const { type, backendNodeId } of listeners)
    if (backendNodeId !== undefined && backendNodeId !== node.backendNodeId && presses.test(type))
      found.set(backendNodeId, type === 'dblclick' && (found.get(backendNodeId) ?? true));
  return [...found].slice(0, mostElements).map(([nodeId, isDouble]) => ({ nodeId, isDouble }));
}

/** These elements in the world of our reader, in their order. Null for those that are gone. */
export async function inReader(
  cdp: CDPSession,
  listeners: readonly Listener[],
  { executionContextId, objectGroup }: { executionContextId: number; objectGroup: string },
): Promise<(string | null)[]> {
  const resolved = Promise.allSettled(
    listeners.map(({ nodeId }) =>
      cdp.send('DOM.resolveNode', { backendNodeId: nodeId, executionContextId, objectGroup }),
    ),
  );
  const results = await within(resolved, []);
  return results.map((one) => (one.status === 'fulfilled' ? (one.value.object.objectId ?? null) : null));
}

async function within<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), answerMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
