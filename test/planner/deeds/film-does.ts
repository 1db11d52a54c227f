import type { Page } from 'puppeteer-core';
import { planFor } from '../planning.ts';

/** What the film of a page does: what it presses, by the name, and what it types. */
export async function filmDoes(
  tab: Page,
  address: string,
  prompt: string,
  seconds?: number,
): Promise<string[]> {
  await tab.goto(address);
  const { script } = await planFor(tab, { prompt, ...(seconds && { seconds }) });
  return script.steps.flatMap((step) =>
    step.type === 'change'
      ? [`type ${step.value}`]
      : step.type === 'click'
        ? [`press ${step.showreel?.name ?? step.target}`]
        : [],
  );
}
