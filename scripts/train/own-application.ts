/** The decisions in our own test application. Its tests prove that what the planner films there is what the wishes ask for. */
import { createHeuristicPlanner, type Decision } from '../../src/planner/index.ts';
import { pottery } from '../../test/planner/deeds/pottery.ts';
import { potteryWishes } from '../../test/planner/deeds/pottery-wishes.ts';
import { testBrowser } from '../../test/support/browser.ts';
import { html, serveSite } from '../../test/support/site.ts';
import type { TaskDecisions } from './decisions.ts';

export async function ownApplication(): Promise<TaskDecisions[]> {
  const [site, { page: open, close }] = await Promise.all([
    serveSite('none', { '/': html(pottery) }),
    testBrowser(),
  ]);
  const plan = createHeuristicPlanner();
  try {
    const found: TaskDecisions[] = [];
    for (const { prompt } of potteryWishes) {
      const [page, decisions] = [await open(), [] as Decision[]];
      await page.goto(`${site.url}/`);
      const { unmet } = await plan({
        ...{ page, prompt, url: page.url(), template: 'auto', durationTargetMs: 30_000, mode: 'script' },
        viewport: { width: 1440, height: 900, isMobile: false },
        onDecision: (decision) => decisions.push(decision),
        signal: new AbortController().signal,
      });
      await page.evaluate(() => localStorage.clear());
      await page.close();
      found.push({ app: 'our own test application', task: prompt, ok: unmet.length === 0, decisions });
    }
    return found;
  } finally {
    await Promise.all([close(), site.close()]);
  }
}
