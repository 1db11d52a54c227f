import type { Plan } from '../../src/planner/index.ts';
import type { TemplateId } from '../../src/recorder/contract/presentation.ts';
import type { Step } from '../../src/recorder/contract/script.ts';
import { lengthFaults } from './film-length.ts';

/**
 * What a person expects of a plan. Its author looked at the page, not at the planner. Names are compared without case; `*`
 * stands for any text, and `a|b` for either of two names.
 */
export interface PlanningCase {
  page: string;
  prompt: string;
  template?: TemplateId;
  sectionHint?: string;
  seconds?: 5 | 10 | 30;
  expect: {
    /** The sections that the film shows, in this order: each by its heading, or by its kind where it has none. */
    sections?: string[];
    /** The sections that the film must not show. */
    not?: string[];
    /** The film may show other sections as often as it likes. Without this, at least half of its scenes show `sections`. */
    besides?: true;
    /**
     * Every press, entry and choice of the film, in order: `click Pricing`, `change Email = a@b.c`. The film may leave out an act
     * that begins with `?`. `@2` at the end names the second of the elements on the page that have this name. Without `acts`, the
     * film does nothing.
     */
    acts?: string[];
    /** One of these is chosen, where the case names no template itself. */
    template?: TemplateId[];
  };
}

/** What is wrong with the plan, in words; nothing where it is right. `nth` tells which of its namesakes a step presses. */
export function faultsOf(plan: Plan, one: PlanningCase, nth: (step: Step) => number | null): string[] {
  const { expect } = one;
  return [
    ...sectionFaults(plan, expect),
    ...actFaults(plan, expect.acts ?? [], nth),
    ...lengthFaults(plan.script, 1000 * (one.seconds ?? 10)),
    ...reasonFaults(plan, one),
    ...(expect.template && !expect.template.includes(plan.template.effectiveId)
      ? [`template ${plan.template.effectiveId}, not ${expect.template.join(' or ')}`]
      : []),
    ...(one.template && plan.template.effectiveId !== one.template
      ? ['another template than asked for']
      : []),
  ];
}

/** Each scene says what it shows, why, and on what evidence. A template that the planner chose itself has a reason. */
function reasonFaults({ aiPlan, template }: Plan, one: PlanningCase): string[] {
  const bare = aiPlan.scenes.filter(
    ({ what, why, evidence }) =>
      !what || !why || evidence.length === 0 || evidence.some((text) => text.trim() === ''),
  );
  const auto = template.autoSelection;
  const chosen =
    one.template !== undefined ||
    (auto?.selectedId === template.effectiveId && auto.reason && auto.signals?.length);
  return [
    ...bare.map(({ what }) => `“${what}” gives no reason or evidence`),
    ...(chosen ? [] : ['the template is chosen without a reason']),
  ];
}

function sectionFaults({ aiPlan }: Plan, { sections, not, besides }: PlanningCase['expect']): string[] {
  const shown = aiPlan.scenes.map(({ section }) => section ?? '');
  const told = `(shown: ${shown.join(' · ')})`;
  const faults = (not ?? [])
    .filter((pattern) => shown.some((one) => isLike(one, pattern)))
    .map((pattern) => `shows ${pattern} ${told}`);
  if (!sections) return faults;
  let from = 0;
  for (const pattern of sections) {
    const found = shown.findIndex((one, index) => index >= from && isLike(one, pattern));
    if (found < 0) return [...faults, `does not show ${pattern} in its place ${told}`];
    from = found + 1;
  }
  const wanted = shown.filter((one) => sections.some((pattern) => isLike(one, pattern))).length;
  // The first scene does not count: it shows where the film is.
  if (!besides && 2 * wanted < shown.length - 1) faults.push(`is mostly about something else ${told}`);
  return faults;
}

function actFaults({ script }: Plan, wanted: string[], nth: (step: Step) => number | null): string[] {
  const done = script.steps.filter(({ type }) => /^(click|doubleClick|change)$/.test(type));
  const told = `(done: ${done.map((step) => `${tell(step)}`).join(' · ') || 'nothing'})`;
  let at = 0;
  for (const pattern of wanted) {
    const [text = '', place] = pattern.replace(/^\?/, '').split(/@(\d+)$/);
    const step = done[at];
    const fits = step && isLike(tell(step), text) && (place === undefined || nth(step) === Number(place));
    if (fits) at++;
    else if (!pattern.startsWith('?')) return [`${pattern} is not what it does there ${told}`];
  }
  return at < done.length ? [`does more than was asked ${told}`] : [];
}

function tell(step: Step): string {
  const name = step.showreel?.name ?? '';
  return step.type === 'change' ? `change ${name} = ${step.value}` : `${step.type} ${name}`;
}

function isLike(text: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^(?:${escaped})$`, 'isu').test(text.trim());
}
