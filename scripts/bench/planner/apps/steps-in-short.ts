import type { ActionScript, Step } from '../../../../src/recorder/contract/script.ts';

/** A step as somebody reads it who looks for what went wrong. */
export interface StepInShort {
  type: string;
  target?: string;
  value?: string;
}

export const stepsInShort = ({ steps }: ActionScript): StepInShort[] => steps.map(inShort);

function inShort(step: Step): StepInShort {
  const type = step.type === 'customStep' ? step.name.replace('showreel.', '') : step.type;
  const target = step.showreel?.name ?? firstSelector(step);
  const value = givenBy(step);
  return { type, ...(target !== undefined && { target }), ...(value !== undefined && { value }) };
}

function givenBy(step: Step): string | undefined {
  if (step.type === 'change') return step.value;
  if (step.type === 'navigate') return step.url;
  if (step.type === 'keyDown' || step.type === 'keyUp') return step.key;
  return step.type === 'customStep' && step.name === 'showreel.caption' ? step.parameters.text : undefined;
}

function firstSelector(step: Step): string | undefined {
  const selectors =
    step.type === 'customStep' ? step.parameters.selectors : 'selectors' in step ? step.selectors : undefined;
  const [first] = selectors ?? [];
  return Array.isArray(first) ? first.join(' ') : first;
}
