import type { AutoSelection, TemplateId } from '../recorder/contract/presentation.ts';
import { inTurn } from './act.ts';
import { aimWith } from './aim.ts';
import { chooseTemplate } from './auto.ts';
import { type Interest, interestOf } from './choice.ts';
import { type Clause, isAction, parsePrompt } from './clauses.ts';
import { endWide, playableMs, wholePage } from './closing.ts';
import { routeOf } from './deed-route.ts';
import { onPage } from './meant.ts';
import { observe } from './observe.ts';
import { assemble, filmMs, mostPlayableMs } from './pacing.ts';
import { openPageClient, type PageClient } from './page-client.ts';
import type { Plan, Planner, PlanRequest, PlanWarning, Scene, Unmet } from './plan.ts';
import { type DeedFilm, filmOfDeeds } from './plan-deeds.ts';
import type { Deed } from './prompt/deed.ts';
import { readDeeds } from './prompt/read-deeds.ts';
import { isShown, pursue } from './pursue.ts';
import { type Rehearsed, rehearse } from './rehearse.ts';
import { writeScript } from './script.ts';
import type { Shot } from './shots.ts';
import { hold, openingEvidence, type Stage, sceneOf } from './stage.ts';
import { styles } from './style.ts';
import { shotsByTemplate } from './templates.ts';
import { cut, titleFor } from './title.ts';
import { trim } from './trim.ts';
import { deedNotFound, shownNowhere } from './unmet.ts';
import type { PageView } from './view.ts';

/**
 * The planner that needs no network. It reads the page, rates its sections by the prompt, rehearses requested actions off
 * camera, and writes a script that fits the time. The page is left as it was found.
 */
export function createHeuristicPlanner(): Planner {
  return async (request) => {
    const client = await openPageClient(request.page, request.signal);
    try {
      return await plan(client, request);
    } finally {
      await client.close();
    }
  };
}

async function plan(client: PageClient, request: PlanRequest): Promise<Plan> {
  const view = await observe(client, request.url);
  const clauses = onPage(parsePrompt(request.prompt), view);
  const deeds = readDeeds(request.prompt);
  const route = routeOf(deeds, clauses, view);
  if (route !== 'deeds') return planClauses(client, view, clauses, request, route === 'clauses' ? deeds : []);
  const film = await filmOfDeeds(client, view, deeds, request);
  if (film.shots.length > 0) return finishDeeds(film, clauses, request);
  // The rehearsal of clauses would press what has a like name, and a wrong press is worse than a deed that is not found.
  const shown = clauses.filter((clause) => !isAction(clause));
  return planTour(client, film.view, shown, request, { unmet: film.unmet, nothingDone: true });
}

async function planClauses(
  client: PageClient,
  view: PageView,
  clauses: Clause[],
  request: PlanRequest,
  untried: Deed[],
): Promise<Plan> {
  const isAgent = request.mode === 'agent';
  const isAsked = clauses.some(isAction) || (isAgent && !isShown(view, clauses));
  if (!isAsked && untried.length === 0) return planTour(client, view, clauses, request);
  const chosen = choose(view, clauses, request);
  const given = rehearsedFor(request, clauses, chosen.effectiveId);
  const wanted = clauses.filter(({ negated }) => !negated);
  const run = isAgent ? pursue(wanted, request) : inTurn(wanted, request.signal);
  const rehearsal = isAsked ? await rehearse(client, view, given, run) : { shots: [], unmet: [] };
  const { shots } = rehearsal;
  const unmet = rehearsal.unmet.map((said) => deedNotFound(view, said));
  const isWhole = shots.length > 0 && unmet.length === 0;
  if (!isWhole && untried.length > 0 && !isAgent) {
    await client.refresh();
    const film = await filmOfDeeds(client, view, untried, request);
    const isBetter = film.shots.length > 0 && (film.unmet.length === 0 || shots.length === 0);
    if (isBetter) return finishDeeds(film, clauses, request);
  }
  const nothingDone = clauses.some(isAction) && shots.every(onlyRests);
  if (shots.length > 0)
    return finish(view, chosen, [openingOf(view), ...shots], { unmet, nothingDone }, request);
  // Nothing of it could be done. The rehearsal may have loaded the page anew, which makes every id invalid. So the page is read
  // again.
  await client.refresh();
  const shown = clauses.filter((clause) => !isAction(clause));
  return planTour(client, await observe(client, request.url), shown, request, {
    unmet: isAsked ? unmet : shownNowhere(view, shown),
    nothingDone,
  });
}

function finishDeeds({ view, shots, unmet }: DeedFilm, clauses: Clause[], request: PlanRequest): Plan {
  const chosen = choose(view, clauses, request);
  return finish(view, chosen, [openingOf(view), ...shots], { unmet, nothingDone: false }, request);
}

/** What became of the wishes of a prompt. */
type Outcome = Pick<Plan, 'unmet' | 'nothingDone'>;

const onlyRests = ({ actions }: Shot) => actions.every((action) => action.do === 'hold');

export const rehearsedFor = (request: PlanRequest, clauses: Clause[], template: TemplateId): Rehearsed => ({
  style: styles[template],
  siteUrl: request.url,
  durationMs: request.durationTargetMs,
  signal: request.signal,
  heldBack: request.heldBack,
  writeHold: request.writeHold,
  submits: clauses.some(({ verb, negated }) => verb === 'submit' && !negated),
  said: clauses.flatMap(({ said, negated }) => (negated ? [] : [said])).join(', '),
});

/** Plans a film of the page itself, in the style of the template. */
async function planTour(
  client: PageClient,
  view: PageView,
  clauses: Clause[],
  request: PlanRequest,
  outcome: Outcome = { unmet: shownNowhere(view, clauses), nothingDone: false },
): Promise<Plan> {
  const chosen = choose(view, clauses, request);
  const stage: Stage = { view, aim: aimWith(client), style: styles[chosen.effectiveId] };
  const shots = await shotsByTemplate(chosen.effectiveId, stage, chosen.interest, request.durationTargetMs);
  return finish(view, chosen, shots.length > 0 ? shots : [wholePage(stage)], outcome, request);
}

interface Chosen {
  effectiveId: TemplateId;
  interest: Interest;
  selection: AutoSelection | undefined;
}

function choose(view: PageView, clauses: Clause[], request: PlanRequest): Chosen {
  const interest = interestOf(view, clauses, request.sectionHint, request.context ?? null);
  if (request.template !== 'auto') return { effectiveId: request.template, interest, selection: undefined };
  // "A teaser for the app" leaves no clause, but it still tells how to film.
  const said = clauses.map((clause) => clause.said).join(', ') || request.prompt;
  const selection = chooseTemplate(view, said, clauses, interest, request.durationTargetMs);
  return { effectiveId: selection.selectedId, interest, selection };
}

export function finish(
  view: PageView,
  { effectiveId, selection }: Pick<Chosen, 'effectiveId' | 'selection'>,
  shots: Shot[],
  { unmet, nothingDone }: Outcome,
  request: PlanRequest,
): Plan {
  const durationMs = request.durationTargetMs;
  const { shots: kept, dropped } = trim(shots, playableMs(shots, durationMs), mostPlayableMs(durationMs));
  const film = endWide(kept, durationMs);
  const title = titleFor(view, request.prompt);
  const sectionHint = request.sectionHint ?? selection?.sectionHint;
  return {
    title,
    aiPlan: {
      source: 'heuristic',
      summary: summaryOf(view, film, { unmet, dropped }, durationMs),
      scenes: film.map(({ scene }) => scene),
    },
    ...writeScript(title, film, request),
    unmet,
    warnings: dropped.map(({ scene }) => leftOut(scene, durationMs)),
    nothingDone,
    scriptMs: filmMs(assemble(film)),
    template: {
      effectiveId,
      ...(sectionHint && { sectionHint }),
      ...(selection && { autoSelection: selection }),
    },
  };
}

const leftOut = ({ what }: Scene, durationMs: number): PlanWarning => ({
  code: 'left_out',
  message: `“${cut(what, 100)}” was left out: ${Math.round(durationMs / 1000)} s do not hold it as well.`,
});

/** A look at the page before the first action, so that viewers see where the steps begin. */
export function openingOf(view: PageView): Shot {
  const hero = view.sections.find(({ kind }) => kind === 'hero') ?? null;
  const what = 'Open on the whole page';
  return {
    scene: sceneOf(hero, what, 'A viewer sees where the steps begin.', openingEvidence(view, hero)),
    actions: [hold(0.6)],
    value: 70,
    intent: what,
  };
}

function summaryOf(
  view: PageView,
  shots: Shot[],
  left: { unmet: Unmet[]; dropped: Shot[] },
  durationMs: number,
): string {
  const kinds = [...new Set(view.sections.map(({ kind }) => kind))].join(', ');
  const quoted = (texts: string[]) => [...new Set(texts)].map((one) => `“${cut(one, 100)}”`).join(', ');
  const seen = `The page has ${view.sections.length} sections (${kinds || 'none'}) and ${view.controls.length} controls.`;
  const shown = `The film shows ${shots.length} scenes in ${Math.round(durationMs / 1000)} s: ${shots.map(({ scene }) => scene.what).join('; ')}.`;
  const missing =
    left.unmet.length > 0 ? ` Not found on the page: ${quoted(left.unmet.map(({ said }) => said))}.` : '';
  const short =
    left.dropped.length > 0
      ? ` Left out, for ${Math.round(durationMs / 1000)} s do not hold it as well: ${quoted(left.dropped.map(({ scene }) => scene.what))}.`
      : '';
  return cut(`${seen} ${shown}${missing}${short}`, 2000);
}
