/**
 * The heuristic planner on pages and prompts whose right plan was written down by people: how many plans are right, on the
 * cases it was tuned with and on those it was not, and how long one takes.
 */
import type { Page } from 'puppeteer-core';
import { createHeuristicPlanner } from '../../src/planner/index.ts';
import type { Step } from '../../src/recorder/contract/script.ts';
import { testBrowser } from '../../test/support/browser.ts';
import type { Figure } from './figure.ts';
import { blind1 } from './planning-blind-1.ts';
import { blind2 } from './planning-blind-2.ts';
import { blind3 } from './planning-blind-3.ts';
import { faultsOf, type PlanningCase } from './planning-case.ts';
import { fresh } from './planning-fresh.ts';
import { heldOut } from './planning-held-out.ts';
import { last } from './planning-last.ts';
import { ordinary1 } from './planning-ordinary-1.ts';
import { ordinary2 } from './planning-ordinary-2.ts';
import { type PlanningPages, servePlanningPages } from './planning-pages.ts';
import { tuned } from './planning-tuned.ts';
import { unseen } from './planning-unseen.ts';
import { cpuMsOf } from './process-time.ts';

const planner = createHeuristicPlanner();
/** Counted when each batch was planned for the first time, in their order. */
const atFirstSight = '75, 67.5 and 67.5 %, of the last 40: 67.5 %';
const viewport = { width: 1440, height: 900, isMobile: false };

export async function benchPlanning(): Promise<Figure[]> {
  const later = [...unseen, ...fresh, ...last];
  const blind = [...blind1, ...blind2, ...blind3];
  const runs = await runCases([...tuned, ...heldOut, ...later, ...blind, ...ordinary1, ...ordinary2]);
  const share = (some: Run[]) =>
    (100 * some.filter(({ faults }) => faults.length === 0).length) / some.length;
  const part = (from: number, count: number) => runs.slice(from, from + count);
  const times = runs.map(({ wallMs }) => wallMs).sort((a, b) => a - b);
  const cpu = runs.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b);
  const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)]!;
  const figure = (name: string, value: number, unit: string): Figure => ({
    group: 'planning',
    name,
    value,
    unit,
    peer: null,
    peerValue: null,
    ratio: null,
    floor: null,
  });
  return [
    figure(`right, of ${tuned.length} cases it was tuned with`, share(runs.slice(0, tuned.length)), '%'),
    figure(`right, of ${heldOut.length} cases held out`, share(part(tuned.length, heldOut.length)), '%'),
    figure(
      `right, of ${later.length} cases on other fields' pages, worked on since (first sight: 71 %)`,
      share(part(tuned.length + heldOut.length, later.length)),
      '%',
    ),
    figure(
      `right, of ${blind.length} cases of three blind batches, worked on since (right at first sight: ${atFirstSight})`,
      share(part(tuned.length + heldOut.length + later.length, blind.length)),
      '%',
    ),
    figure(
      `right, of ${ordinary1.length} ordinary wishes, worked on since (first sight: 80 %)`,
      share(runs.slice(-ordinary1.length - ordinary2.length, -ordinary2.length)),
      '%',
    ),
    figure(
      `right, of ${ordinary2.length} more ordinary wishes (first sight: 86.7 %)`,
      share(runs.slice(-ordinary2.length)),
      '%',
    ),
    figure('pages', new Set(runs.map(({ one }) => one.page)).size, 'pages'),
    figure('time of a plan, median', median(times), 'ms'),
    figure('time of a plan, longest', times.at(-1)!, 'ms'),
    figure('processor time of a plan with its browser, median', median(cpu), 'ms'),
    figure('processor time of a plan with its browser, most', cpu.at(-1)!, 'ms'),
  ];
}

export interface Run {
  one: PlanningCase;
  faults: string[];
  wallMs: number;
  cpuMs: number;
}

/** Plans each case on its page, freshly opened, and names on stderr those that are not right. */
export async function runCases(cases: readonly PlanningCase[]): Promise<Run[]> {
  const [browser, pages] = await Promise.all([testBrowser(), servePlanningPages()]);
  try {
    const runs: Run[] = [];
    for (const one of cases) {
      const page = await browser.page();
      const run = await runCase(page, pages, one, browser.browser.process()!.pid!);
      if (run.faults.length > 0)
        console.error(`✗ ${one.page}: ${one.prompt}\n    ${run.faults.join('\n    ')}`);
      runs.push(run);
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
  const twins = await namesakes(page);
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
  return { one, faults: faultsOf(plan, one, (step) => placeOf(step, twins)), wallMs, cpuMs };
}

interface Twin {
  name: string;
  x: number;
  y: number;
}

/** Where elements that can be pressed stand, by what they say. */
const namesakes = (page: Page): Promise<Twin[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, [role=button]')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
      return { name, x: x + width / 2, y: y + height / 2 };
    }),
  );

function placeOf({ showreel }: Step, twins: Twin[]): number | null {
  const { box, name } = showreel ?? {};
  if (!box) return null;
  const alike = twins.filter((twin) => twin.name === name);
  const index = alike.findIndex(
    ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
  );
  return index < 0 ? null : index + 1;
}
