import type { Plan } from '../../../src/planner/index.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript, Step } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../src/recorder/drive/index.ts';
import type { BrowserSession } from '../../../src/recorder/index.ts';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { log } from '../../recorder/browser/recording-browser.ts';
import { type Ask, planFor } from '../planning.ts';
import { type Pottery, storedAs } from './pottery.ts';

const viewport = viewports.desktop;
export const fps = 10;
const presentation = resolvePresentation(undefined);
export const stage = layoutStage({ output: { width: 640, height: 360 }, viewport, presentation });

export interface Rehearsed<Known = Pottery> {
  plan: Plan;
  /** What the application knows after the rehearsal, before anything is played. */
  rehearsed: Known;
  /** What it knows after the script was played with the recorder's own input. */
  played: Known;
}

/** Plans on the application as it is at first, and plays the script on the page as the rehearsal left it. */
export async function rehearse<Known = Pottery>(
  session: BrowserSession,
  url: string,
  prompt: string,
  ask: Ask = {},
): Promise<Rehearsed<Known>> {
  const { page, tab } = session;
  await loadPage(session, url, { log });
  try {
    const plan = await tab.during(planFor(page, { prompt, seconds: 30, writeHold: tab.writeHold, ...ask }));
    const rehearsed = await known<Known>(session);
    await play(session, plan.script);
    return { plan, rehearsed, played: await known<Known>(session) };
  } finally {
    await page.evaluate(() => localStorage.clear());
  }
}

const known = <Known>({ page }: BrowserSession): Promise<Known> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), storedAs);

/** What only the viewer sees is left out, so that a film takes no longer than what it does. */
async function play(session: BrowserSession, script: ActionScript): Promise<void> {
  const acts = { ...script, steps: script.steps.filter((step) => !isOnlyShown(step)) };
  const { frames } = take(session, acts, {
    viewport,
    stage,
    fps,
    durationMs: 100,
    mostMs: 60_000,
    zoom: { ...presentation.zoom, enabled: false },
    load: { log },
    leadInMs: 0,
    // What the last press does is seen a moment later.
    leadOutMs: 300,
  });
  for await (const frame of frames) void frame;
}

const isOnlyShown = (step: Step) => step.type === 'customStep' && /camera|hold|caption/.test(step.name);
