import type { CDPSession } from 'puppeteer-core';

/** The limit for all questions together. What has not been answered by then counts as not listening. */
const answerMs = 150;
const presses = /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart|dblclick)$/;

/**
 * Which of these elements have a listener for presses of their own. `listId` is the remote object of an array of elements. A
 * listener on the document or on a frame of the page says nothing of an element, and is not asked for.
 */
export async function findListening(cdp: CDPSession, listId: string): Promise<number[]> {
  const { result } = await cdp.send('Runtime.getProperties', { objectId: listId, ownProperties: true });
  const elements = result.filter(({ name, value }) => /^\d+$/.test(name) && value?.objectId);
  const found: number[] = [];
  const asked = elements.map(async ({ name, value }) => {
    const given = { objectId: value!.objectId! };
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', given);
    if (listeners.some(({ type }) => presses.test(type))) found.push(Number(name));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, answerMs);
  });
  await Promise.race([Promise.allSettled(asked), late]);
  clearTimeout(timer);
  return [...found];
}
