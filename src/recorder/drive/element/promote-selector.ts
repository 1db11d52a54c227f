import type { Selectors, Step } from '../../contract/script.ts';
import type { Found } from './found.ts';

/**
 * Puts the selector that found the element first in the step. Selectors that find nothing now stay behind it. The step keeps six
 * selectors at most.
 */
export function promoteSelector(
  step: Step,
  { selectorIndex, newSelectors, selector, newFramePath }: Found,
): void {
  const selectors = selectorsOf(step);
  if (!selectors) return;
  if (newFramePath) Object.assign(step, { frame: newFramePath, target: 'main' });
  const found = selectorIndex === null ? (newSelectors ?? [selector]) : selectors.splice(selectorIndex, 1);
  const rest = selectors.filter((each) => !found.some((one) => String(one) === String(each)));
  selectors.splice(0, selectors.length, ...found, ...rest.slice(0, Math.max(0, 6 - found.length)));
}

function selectorsOf(step: Step): Selectors | undefined {
  if (step.type === 'customStep') return step.parameters.selectors;
  return 'selectors' in step ? step.selectors : undefined;
}
