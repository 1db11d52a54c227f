/**
 * The heuristic planner on pages and prompts whose right plan people wrote down: how many of its plans are right, set by set, and
 * how long a plan takes.
 */
import type { Page } from 'puppeteer-core';
import { createHeuristicPlanner } from '../../../src/planner/index.ts';
import { planningSets } from '../../../test/planning/cases/index.ts';
import { faultsOf, type PlanningCase } from '../../../test/planning/expectation.ts';
import { namesakesOn, placeAmong } from '../../../test/planning/namesakes.ts';
import { type PlanningPages, servePlanningPages } from '../../../test/planning/pages.ts';
import { testBrowser } from '../../../test/support/browser.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { cpuMsOf } from '../processes.ts';
import { median } from '../race.ts';
import { firstSightOf } from './first-sight.ts';

const planner = createHeuristicPlanner();
const viewport = { width: 1440, height: 900, isMobile: false };

export async function benchPlanning(): Promise<Figure[]> {
  const runs = await runCases(planningSets.flatMap(({ cases }) => cases));
  const share = (cases: readonly PlanningCase[]) =>
    (100 * cases.filter((one) => runs.get(one)!.faults.length === 0).length) / cases.length;
  const of = (measure: 'wallMs' | 'cpuMs') => [...runs.values()].map((run) => run[measure]);
  const figure = figuresOf('planning');
  return [
    ...planningSets.map(({ name, cases, firstSight }) =>
      figure(`right, of ${cases.length} ${name}${firstSightOf(firstSight)}`, share(cases), '%'),
    ),
    figure('pages', new Set([...runs.keys()].map(({ page }) => page)).size, 'pages'),
    figure('time of a plan, median', median(of('wallMs')), 'ms'),
    figure('time of a plan, longest', Math.max(...of('wallMs')), 'ms'),
    figure('processor time of a plan with its browser, median', median(of('cpuMs')), 'ms'),
    figure('processor time of a plan with its browser, most', Math.max(...of('cpuMs')), 'ms'),
  ];
}

interface Run {
  faults: string[];
  wallMs: number;
  cpuMs: number;
}

/** Plans each case on its page, freshly opened, and tells on stderr which plans are not right. */
async function runCases(cases: readonly PlanningCase[]): Promise<Map<PlanningCase, Run>> {
  const [browser, pages] = await Promise.all([testBrowser(), servePlanningPages()]);
  try {
    const runs = new Map<PlanningCase, Run>();
    for (const one of cases) {
      const page = await browser.page();
      const run = await runCase(page, pages, one, browser.browser.process()!.pid!);
      if (run.faults.length > 0)
        console.error(`✗ ${one.page}: ${one.prompt}\n    ${run.faults.join('\n    ')}`);
      runs.set(one, run);
      await page.close();
    }
    return runs;
  } finally {
    await Promise.all([browser.close(), pages.stop()]);
  }
}

async function runCase(page: Page, pages: PlanningPages, one: PlanningCase, pid: number): Promise<Run> {
  const url = pages.urlOf(one.page);
  await page.goto(url);
  const namesakes = await namesakesOn(page);
  const [cpuBefore, startedMs] = [cpuMsOf(pid), performance.now()];
  const plan = await planner({
    page,
    url,
    prompt: one.prompt,
    template: one.template ?? 'auto',
    sectionHint: one.sectionHint,
    durationTargetMs: (one.seconds ?? 10) * 1000,
    viewport,
    mode: 'script',
    signal: new AbortController().signal,
  });
  const wallMs = performance.now() - startedMs;
  const cpuMs = cpuMsOf(pid) - cpuBefore;
  return { faults: faultsOf(plan, one, (step) => placeAmong(namesakes, step)), wallMs, cpuMs };
}
