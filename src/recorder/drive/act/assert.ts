import type { Tab } from '../../browser/index.ts';
import { RecordingFault } from '../../contract/fault.ts';
import type { Step } from '../../contract/script.ts';
import { frameAtPath, framePathOf } from '../element/frames.ts';
import { visibleMatches } from '../element/resolve.ts';
import { waitUntil } from './wait.ts';

type Assertion = Extract<Step, { name: 'showreel.assert' }>;

/**
 * Waits off camera until everything that a step asserts is so.
 * @throws RecordingFault `assert_failed`, which says what is not
 */
export async function demandAsserted(tab: Tab, step: Assertion, addressNow: () => string): Promise<void> {
  let missing: string[] = [];
  const isSo = async () => {
    missing = await missingOf(tab, step, addressNow());
    return missing.length === 0;
  };
  if (await waitUntil(tab, step, isSo)) return;
  const said = step.showreel?.intent ? `“${step.showreel.intent}”: ` : '';
  throw new RecordingFault('assert_failed', `An assertion of the flow failed. ${said}${missing.join(' ')}`);
}

async function missingOf(tab: Tab, step: Assertion, here: string): Promise<string[]> {
  const { selectors, text, address } = step.parameters;
  const framePath = framePathOf(tab, step);
  const missing: string[] = [];
  if (address !== undefined && !isAt(here, address))
    missing.push(`The address should be ${address}, but it is ${here}.`);
  if (text !== undefined && !(framePath && (await isVisible(tab, framePath, text))))
    missing.push(`The text "${text}" is not visible.`);
  if (selectors && !(framePath && (await isThere(tab, framePath, selectors))))
    missing.push(`No visible element matches ${JSON.stringify(selectors[0])}.`);
  return missing;
}

/** A path is compared with its query and fragment only where it names them. */
function isAt(here: string, address: string): boolean {
  if (!address.startsWith('/')) return URL.parse(here)?.href === URL.parse(address)?.href;
  const { pathname, search, hash } = new URL(here);
  return [pathname, `${pathname}${search}`, `${pathname}${search}${hash}`].includes(address);
}

/** Selectors are alternatives: one that matches is enough. */
async function isThere(
  tab: Tab,
  framePath: number[],
  selectors: NonNullable<Assertion['parameters']['selectors']>,
): Promise<boolean> {
  for (const path of selectors) if ((await visibleMatches(tab, path, framePath)).length > 0) return true;
  return false;
}

/** As a reader sees it: capital letters that a style sheet makes and breaks of lines are no difference. */
async function isVisible(tab: Tab, framePath: number[], text: string): Promise<boolean> {
  // biome-ignore lint/performance/useDomNodeTextContent: `textContent` has what is hidden, too
  const words = await tab.answer(frameAtPath(tab, framePath).evaluate(() => document.body?.innerText ?? ''));
  return plain(words).includes(plain(text));
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
