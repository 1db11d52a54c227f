import type { Tab } from '../../browser/index.ts';
import { RecordingFault } from '../../contract/fault.ts';
import type { Step } from '../../contract/script.ts';
import { wayOf } from '../element/frames.ts';
import { frameOf, visibleMatches } from '../element/resolve.ts';

type Wait = Extract<Step, { type: 'waitForElement' | 'waitForExpression' }>;

const defaultMs = 5_000;
const mostMs = 15_000;

/**
 * Off camera, waits for what a flow waits for: so many visible elements, none any more, or an expression that the page finds
 * true.
 * @returns whether it came
 */
export async function waitFor(tab: Tab, step: Wait): Promise<boolean> {
  const deadlineMs = Math.min(step.timeout ?? defaultMs, mostMs);
  for (let waitedMs = 0; ; waitedMs += 100) {
    if (step.type === 'waitForElement' ? await areThere(tab, step) : await isTrue(tab, step)) return true;
    if (waitedMs >= deadlineMs) return false;
    await tab.clock.idle(100);
  }
}

async function areThere(tab: Tab, step: Extract<Step, { type: 'waitForElement' }>): Promise<boolean> {
  const way = wayOf(tab, step);
  let seen = 0;
  // Selectors are alternates: the first that finds something speaks for all.
  for (const path of way === null ? [] : step.selectors)
    if (seen === 0) seen = (await visibleMatches(tab, path, way ?? [])).length;
  if (step.visible === false) return seen === 0;
  const { operator, count } = step;
  // Recorder's own default is exactly one; a flow that says nothing means that it is there.
  if (operator === undefined && count === undefined) return seen > 0;
  const wanted = count ?? 1;
  return operator === '>=' ? seen >= wanted : operator === '<=' ? seen <= wanted : seen === wanted;
}

/** What throws, or asks for what is not there yet, is not true yet. */
async function isTrue(tab: Tab, step: Extract<Step, { type: 'waitForExpression' }>): Promise<boolean> {
  const way = wayOf(tab, step);
  if (way === null) return false;
  try {
    return await tab.answer(frameOf(tab, way).evaluate(`Boolean(${step.expression})`) as Promise<boolean>);
  } catch (fault) {
    if (fault instanceof RecordingFault) throw fault;
    return false;
  }
}
