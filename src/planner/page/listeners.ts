import type { CDPSession } from 'puppeteer-core';

/** The limit for all questions together. What has not been answered by then counts as not listening. */
const answerMs = 500;
const presses = /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart|dblclick)$/;

/**
 * Which of these elements have a listener for presses of their own. `listId` is the remote object of an array of elements, and
 * `place` the place of one in it. A listener on the document says nothing of an element, and is not asked for.
 */
export async function findListening(
  cdp: CDPSession,
  listId: string,
): Promise<{ place: number; isDouble: boolean }[]> {
  const found: { place: number; isDouble: boolean }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, answerMs);
  });
  const asked = cdp
    .send('Runtime.getProperties', { objectId: listId, ownProperties: true })
    .then(({ result }) =>
      Promise.allSettled(
        result.map(async ({ name, value }) => {
          if (!/^\d+$/.test(name) || !value?.objectId) return;
          const types = await pressTypes(cdp, value.objectId);
          const isDouble = types.every((type) => type === 'dblclick');
          if (types.length > 0) found.push({ place: Number(name), isDouble });
        }),
      ),
    );
  await Promise.race([asked, late]).finally(() => clearTimeout(timer));
  return [...found];
}

/** The browser tells of the listeners of one world only: the page's own, which is not that of our reader. */
async function pressTypes(cdp: CDPSession, readerObjectId: string): Promise<string[]> {
  const { node } = await cdp.send('DOM.describeNode', { objectId: readerObjectId });
  const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: object.objectId! });
  return listeners.map(({ type }) => type).filter((type) => presses.test(type));
}
