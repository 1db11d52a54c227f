import type { Tab } from '../../browser/index.ts';
import { RecordingFault } from '../../contract/fault.ts';
import type { Step } from '../../contract/script.ts';
import { frameAtPath, framePathOf } from '../element/frames.ts';
import { visibleMatches } from '../element/resolve.ts';

type Wait = Extract<Step, { type: 'waitForElement' | 'waitForExpression' }>;

const defaultMs = 5_000;
const mostMs = 15_000;

/**
 * Waits off camera for what a flow waits for: a number of visible elements, the absence of such elements, or an expression that becomes
 * true in the page.
 * @returns whether that came in time
 */
export function waitFor(tab: Tab, step: Wait): Promise<boolean> {
  return waitUntil(tab, step, () =>
    step.type === 'waitForElement' ? areThere(tab, step) : isTrue(tab, step),
  );
}

/** Looks every 100 ms of the page's time. */
export async function waitUntil(
  tab: Tab,
  { timeout }: Pick<Step, 'timeout'>,
  isSo: () => Promise<boolean>,
): Promise<boolean> {
  const deadlineMs = Math.min(timeout ?? defaultMs, mostMs);
  for (let waitedMs = 0; ; waitedMs += 100) {
    if (await isSo()) return true;
    if (waitedMs >= deadlineMs) return false;
    await tab.clock.idle(100);
  }
}

async function areThere(tab: Tab, step: Extract<Step, { type: 'waitForElement' }>): Promise<boolean> {
  const framePath = framePathOf(tab, step);
  let seen = 0;
  // Selectors are alternatives: the first one with a match counts.
  for (const path of framePath === null ? [] : step.selectors)
    if (seen === 0) seen = (await visibleMatches(tab, path, framePath ?? [])).length;
  if (step.visible === false) return seen === 0;
  const { operator, count } = step;
  // A step without both waits until the element is there. A step with one of them gets Recorder's defaults: exactly one.
  if (operator === undefined && count === undefined) return seen > 0;
  const wanted = count ?? 1;
  return operator === '>=' ? seen >= wanted : operator === '<=' ? seen <= wanted : seen === wanted;
}

/** An expression that throws, or whose frame does not exist yet, is not true yet. */
async function isTrue(tab: Tab, step: Extract<Step, { type: 'waitForExpression' }>): Promise<boolean> {
  const framePath = framePathOf(tab, step);
  if (framePath === null) return false;
  try {
    return await tab.answer(
      frameAtPath(tab, framePath).evaluate(`Boolean(${step.expression})`) as Promise<boolean>,
    );
  } catch (fault) {
    if (fault instanceof RecordingFault) throw fault;
    return false;
  }
}
