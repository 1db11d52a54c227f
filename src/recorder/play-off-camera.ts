import type { ElementHandle, KeyInput } from 'puppeteer-core';
import type { BrowserSession } from './browser/index.ts';
import { RecordingFault } from './contract/fault.ts';
import type { Selectors, Step } from './contract/script.ts';
import { waitFor } from './drive/act/wait.ts';
import { isFound } from './drive/element/found.ts';
import { locate } from './drive/element/locate.ts';
import { followNavigation, type LoadOptions, loadPage } from './page/load.ts';

const appearMs = 5_000;

/**
 * Performs a step without filming it. Steps that only show something, such as a scroll, do nothing.
 * @throws RecordingFault where the page has no element that fits, or does not load
 */
export async function playOffCamera(session: BrowserSession, step: Step, load: LoadOptions): Promise<void> {
  const { tab, page } = session;
  switch (step.type) {
    case 'navigate':
      await loadPage(session, step.url, load);
      return;
    case 'click':
    case 'doubleClick': {
      const element = await find(session, step, step.selectors);
      const button = step.button === 'secondary' ? 'right' : 'left';
      await tab.during(element.click({ count: step.type === 'click' ? 1 : 2, button }));
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
