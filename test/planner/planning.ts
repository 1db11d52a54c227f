import { parse } from '@puppeteer/replay';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import {
  createHeuristicPlanner,
  type Plan,
  type Planner,
  type PlanRequest,
} from '../../src/planner/index.ts';
import { actionScriptSchema, type Step } from '../../src/recorder/contract/script.ts';

const builtIn = createHeuristicPlanner();

export type Ask = Partial<Omit<PlanRequest, 'page' | 'url'>> & { seconds?: number; planner?: Planner };

/** Plans for the open page, and checks what has to be true of every plan. */
export async function planFor(page: Page, ask: Ask = {}): Promise<Plan> {
  const { seconds = 10, planner = builtIn, ...given } = ask;
  const plan = await planner({
    page,
    url: page.url(),
    prompt: 'show the product',
    template: 'auto',
    durationTargetMs: seconds * 1000,
    viewport: { width: 1440, height: 900, isMobile: false },
    mode: 'script',
    signal: new AbortController().signal,
    ...given,
  });
  expectSound(plan);
  if (planner === builtIn) expect(plan.aiPlan.source).toBe('heuristic');
  return plan;
}

function expectSound(plan: Plan): void {
  const plain = JSON.parse(JSON.stringify(plan.script));
  expect(parse(plain).steps).toHaveLength(plan.script.steps.length);
  expect(actionScriptSchema.parse(plain)).toEqual(plain);
  expect(plan.script.steps.slice(0, 2).map(({ type }) => type)).toEqual(['setViewport', 'navigate']);
  expect(plan.title.length).toBeGreaterThan(0);
  expect(plan.title.length).toBeLessThanOrEqual(200);
  expect(plan.aiPlan.scenes.length).toBeGreaterThan(0);
  for (const scene of plan.aiPlan.scenes) expect(scene.what && scene.why).toBeTruthy();
  const auto = plan.template.autoSelection;
  if (!auto) return;
  expect(auto.selectedId).toBe(plan.template.effectiveId);
  expect(auto.confidence).toBeGreaterThan(0);
  expect(auto.confidence).toBeLessThanOrEqual(1);
  expect(auto.reason.length).toBeLessThanOrEqual(500);
  expect(auto.signals?.length).toBeLessThanOrEqual(8);
  for (const signal of auto.signals ?? []) expect(signal.length).toBeLessThanOrEqual(240);
}

/** The steps of a script in short: `click Pricing`, `zoom 1.5 Sloop`, `scroll #faq`, `hold`. */
export const stepLines = (plan: Plan): string[] => plan.script.steps.slice(2).map(stepLine);

export function stepLine(step: Step): string {
  const name = step.showreel?.name ?? '';
  if (step.type === 'change') return `change ${name} = ${step.value}`;
  if (step.type === 'keyDown' || step.type === 'keyUp') return `${step.type} ${step.key}`;
  if (step.type !== 'customStep') return `${step.type} ${name}`.trim();
  const short = step.name.replace('showreel.', '');
  if (step.name === 'showreel.camera') return step.parameters.selectors ? `zoom ${name}`.trim() : 'wide';
  if (step.name === 'showreel.scroll')
    return `scroll ${step.parameters.selectors ? name : step.parameters.to}`;
  return short;
}

export const acts = (plan: Plan) =>
  stepLines(plan).filter((line) => /^(click|change|hover|keyDown|doubleClick)/.test(line));
export const sections = (plan: Plan) => plan.aiPlan.scenes.map(({ section }) => section);
