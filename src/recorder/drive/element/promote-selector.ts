import type { Selectors, Step } from '../../contract/script.ts';
import type { Found } from './found.ts';

/** What found it stands first; what no longer finds anything is kept behind it, five alternates at most. */
export function promoteSelector(step: Step, { winner, anew, selector, frame }: Found): void {
  const selectors = selectorsOf(step);
  if (!selectors) return;
  if (frame) Object.assign(step, { frame, target: 'main' });
  const found = winner === null ? (anew ?? [selector]) : selectors.splice(winner, 1);
  const rest = selectors.filter((each) => !found.some((one) => String(one) === String(each)));
  selectors.splice(0, selectors.length, ...found, ...rest.slice(0, Math.max(0, 6 - found.length)));
}

function selectorsOf(step: Step): Selectors | undefined {
  if (step.type === 'customStep') return step.parameters.selectors;
  return 'selectors' in step ? step.selectors : undefined;
}
