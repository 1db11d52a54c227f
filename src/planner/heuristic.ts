import { aimWith } from './aim.ts';
import { chooseTemplate } from './auto.ts';
import { type Interest, interestOf } from './choice.ts';
import { type Clause, isAction, parsePrompt } from './clauses.ts';
import { endingMs, endWide, wholePage } from './closing.ts';
import type { Plan, Planner, PlanRequest } from './index.ts';
import { type Lens, openLens } from './lens.ts';
import { matchControl } from './match.ts';
import { observe } from './observe.ts';
import { trim } from './pacing.ts';
import { rehearse } from './rehearse.ts';
import { writeScript } from './script.ts';
import type { Shot } from './shots.ts';
import type { Stage } from './stage.ts';
import { styles } from './style.ts';
import { direct } from './templates.ts';
import { cut, titleFor } from './title.ts';
import type { PageView } from './view.ts';
import { words } from './words.ts';

/**
 * The planner that needs no network: it reads the page, weighs its sections against the prompt, plays asked-for actions
 * through off camera, and writes a script that fits the time. The page is left as it was found.
 */
export function createHeuristicPlanner(): Planner {
  return async (request) => {
    const lens = await openLens(request.page, request.signal);
    try {
      return await plan(lens, request);
    } finally {
      await lens.close();
    }
  };
}

async function plan(lens: Lens, request: PlanRequest): Promise<Plan> {
  const view = await observe(lens, request.url);
  const clauses = parsePrompt(request.prompt).map((clause) => namesButton(clause, view));
  const wanted = interestOf(view, clauses, request.sectionHint, request.context ?? null);
  const chosen =
    request.template === 'auto'
      ? chooseTemplate(view, request.prompt, clauses, wanted, request.durationTargetMs)
      : undefined;
  const effectiveId = chosen?.selectedId ?? (request.template === 'auto' ? 'cinematic' : request.template);
  const stage: Stage = { view, aim: aimWith(lens), style: styles[effectiveId] };
  const { shots, unmet } = clauses.some(isAction)
    ? await acted(lens, stage, clauses, wanted, request)
    : { shots: await direct(effectiveId, stage, wanted, request.durationTargetMs), unmet: [] };
  const durationMs = request.durationTargetMs;
  // Where close-ups are, the way back out of the last one needs its time too.
  const close = shots.at(-1)?.beats.some((beat) => beat.do === 'zoom') && durationMs >= 8000;
  const { shots: told, dropped } = trim(
    shots.length > 0 ? shots : [wholePage(stage)],
    durationMs - (close ? endingMs : 0),
  );
  const fitted = endWide(told, durationMs);
  const title = titleFor(view, request.prompt);
  const sectionHint = request.sectionHint ?? chosen?.sectionHint;
  return {
    title,
    aiPlan: {
      source: 'heuristic',
      summary: summaryOf(view, fitted, { unmet, dropped }, request.durationTargetMs),
      scenes: fitted.map(({ scene }) => scene),
    },
    script: writeScript(title, fitted, request),
    template: { effectiveId, ...(sectionHint && { sectionHint }), ...(chosen && { autoSelection: chosen }) },
  };
}

/** "Arm the sprinklers" has no verb that we know, yet it is what a button says: then that button is meant. */
function namesButton(clause: Clause, view: PageView): Clause {
  if (clause.explicit || clause.negated || clause.ordinal !== null) return clause;
  const match = matchControl(view, { ...clause, verb: 'press' });
  const button =
    match && match.score >= 9 && match.control.purpose !== 'navigate' && match.control.purpose !== 'input';
  return button && words(clause.object).length >= 2 ? { ...clause, verb: 'press' } : clause;
}

/** Actions in the prompt's order; before them a look at the page, and if nothing could be done, its story instead. */
async function acted(
  lens: Lens,
  stage: Stage,
  clauses: Clause[],
  wanted: Interest,
  request: PlanRequest,
): Promise<{ shots: Shot[]; unmet: string[] }> {
  const { style, view } = stage;
  const asked = clauses.filter(({ negated }) => !negated);
  const { shots, unmet } = await rehearse(lens, view, asked, {
    style,
    siteUrl: request.url,
    durationMs: request.durationTargetMs,
    signal: request.signal,
  });
  if (shots.length === 0) {
    // The rehearsal may have loaded the page anew, and with it every id.
    await lens.refresh();
    const again: Stage = { style, view: await observe(lens, request.url), aim: aimWith(lens) };
    const interest = interestOf(again.view, clauses, request.sectionHint, request.context ?? null);
    return { shots: await direct('cinematic', again, interest, request.durationTargetMs), unmet };
  }
  const hero = view.sections.find(({ kind }) => kind === 'hero') ?? wanted.story[0]?.section ?? null;
  const opening: Shot = {
    scene: {
      what: 'Open on the whole page',
      why: 'A viewer sees where the steps begin.',
      evidence: hero?.heading ? [hero.heading] : [],
      section: hero?.heading ?? null,
    },
    beats: [{ do: 'hold', weight: 0.6 }],
    value: 70,
    intent: 'Open on the whole page',
  };
  return { shots: [opening, ...shots], unmet };
}

function summaryOf(
  view: PageView,
  shots: Shot[],
  left: { unmet: string[]; dropped: Shot[] },
  durationMs: number,
): string {
  const kinds = [...new Set(view.sections.map(({ kind }) => kind))].join(', ');
  const quoted = (texts: string[]) => [...new Set(texts)].map((one) => `“${cut(one, 100)}”`).join(', ');
  const seen = `The page has ${view.sections.length} sections (${kinds || 'none'}) and ${view.controls.length} controls.`;
  const told = `The film shows ${shots.length} scenes in ${Math.round(durationMs / 1000)} s: ${shots.map(({ scene }) => scene.what).join('; ')}.`;
  const missing = left.unmet.length > 0 ? ` Not found on the page: ${quoted(left.unmet)}.` : '';
  const short =
    left.dropped.length > 0
      ? ` Left out for want of time: ${quoted(left.dropped.map(({ scene }) => scene.what))}.`
      : '';
  return cut(`${seen} ${told}${missing}${short}`, 2000);
}
