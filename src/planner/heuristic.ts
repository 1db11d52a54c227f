import type { TemplateId } from '../recorder/contract/presentation.ts';
import { type DeedFilm, filmOfDeeds } from './deeds/plan-deeds.ts';
import { wayTo } from './deeds/search/way-to.ts';
import { wishesOf } from './deeds/search/wishes.ts';
import { type Interest, interestOf } from './match/interest.ts';
import { onPage } from './match/resolve-clauses.ts';
import { isShown } from './match/shown.ts';
import { deedNotFound, shownNowhere } from './match/unmet.ts';
import { outlineOf } from './outline.ts';
import { observe } from './page/observe.ts';
import { openPageClient, type PageClient } from './page/page-client.ts';
import type { PageView } from './page/view.ts';
import type { Plan, Planner, PlanRequest } from './plan.ts';
import { type Clause, isAction, parsePrompt } from './prompt/clauses/parse-prompt.ts';
import { leadingVerb } from './prompt/clauses/verbs.ts';
import type { Deed } from './prompt/deed.ts';
import { readByGrammar } from './prompt/grammar/read-by-grammar.ts';
import { isIdentifier, readWithNames } from './prompt/known-names.ts';
import { isDeed, readDeeds, readingsOf } from './prompt/read-deeds.ts';
import { withRefusals } from './refusals.ts';
import { inTurn } from './rehearsal/perform-clause.ts';
import { type Rehearsed, rehearse } from './rehearsal/rehearse.ts';
import { type DeedRoute, routeOf } from './route.ts';
import { aimWith } from './storyboard/aim.ts';
import { wholePage } from './storyboard/closing.ts';
import { finish, type Manner, type Outcome, opened } from './storyboard/finish.ts';
import type { Shot } from './storyboard/shots.ts';
import { type Stage, sectionShot } from './storyboard/stage.ts';
import { styles } from './storyboard/style.ts';
import { chooseTemplate } from './tour/choose-template.ts';
import { shotsByTemplate } from './tour/templates.ts';

/**
 * The planner that needs no network. It reads the page, rates its sections by the prompt, rehearses requested actions off
 * camera, and writes a script that fits the time. The page is left as it was found.
 */
export function createHeuristicPlanner(): Planner {
  return (request) =>
    onPageOf(request, async (client) => {
      const asked = await readFor(client, request);
      const { route, clauses, deeds } = asked;
      if (route === 'clauses') return planClauses(client, asked.view, clauses, request, deeds, asked.others);
      if (route === 'clauses-only') {
        const plan = await planClauses(client, asked.view, clauses, request, []);
        return withRefusals(plan, deeds, clauses.some(isAction));
      }
      const { plan } = await deedsFor(client, asked, request);
      if (route === 'deeds' || isWhole(plan)) return plan;
      // Clauses press what has a like name, so a named thing that the deeds have found is left to them.
      if (!plan.nothingDone && deeds.some(namesThing)) return plan;
      await client.refresh();
      const again = await observe(client, request.url);
      const other = await planClauses(client, again, clauses, request, []);
      return plan.nothingDone || isWhole(other) ? other : plan;
    });
}

const namesThing = ({ thing, verb }: Deed) => thing?.name != null && leadingVerb(verb)?.verb !== 'press';

const isWhole = ({ nothingDone, unmet }: Plan) => !nothingDone && unmet.length === 0;

/** A plan of deeds alone. */
export interface DeedPlan {
  plan: Plan;
  /** From 0 to 1: how sure the least sure search was. 0 where a deed was not done. */
  sureness: number;
}

/** Plans the deeds of a prompt. Null where they are not all that the prompt asks for. */
export function planDeeds(request: PlanRequest): Promise<DeedPlan | null> {
  if (readDeeds(request.prompt).length === 0) return Promise.resolve(null);
  return onPageOf(request, async (client) => {
    const asked = await readFor(client, request);
    return asked.route === 'deeds' ? deedsFor(client, asked, request) : null;
  });
}

async function onPageOf<T>(request: PlanRequest, plan: (client: PageClient) => Promise<T>): Promise<T> {
  const client = await openPageClient(request.page, request.signal);
  try {
    return await plan(client);
  } finally {
    await client.close();
  }
}

/** The prompt, read against the page. */
interface Asked {
  view: PageView;
  clauses: Clause[];
  deeds: Deed[];
  /** What else the prompt may ask for. */
  others: Deed[][];
  route: DeedRoute;
}

async function readFor(client: PageClient, { url, prompt, onOutline }: PlanRequest): Promise<Asked> {
  const view = await observe(client, url);
  onOutline?.(outlineOf(view));
  const clauses = onPage(parsePrompt(prompt), view);
  const [deeds = [], ...others] = readingsOf(prompt);
  const read = readDeeds(prompt);
  const names = view.controls.map(({ name }) => name).filter((name) => isIdentifier.test(name));
  const known = readWithNames(prompt, read, names) ?? read;
  const route = routeOf(known, clauses, view);
  // What only the labels take for a deed may be a wish for a tour.
  const isCertain = isDeed(readByGrammar(prompt)) || route !== 'deeds';
  return { view, clauses, deeds, others, route: isCertain ? route : 'deeds-or-clauses' };
}

/** Where the clauses may have it as well, the deeds are not looked for in every corner: of 63 tasks that were done, 51 were found within 4 s. */
const unsureMs = 8_000;

async function deedsFor(
  client: PageClient,
  { view, clauses, deeds, others, route }: Asked,
  request: PlanRequest,
): Promise<DeedPlan> {
  const asked = route === 'deeds' ? request : { ...request, deedsWorkMs: unsureMs };
  const film = await searchedFor(client, view, clauses, deeds, asked, others);
  const sureness = film.unmet.length === 0 ? film.sureness : 0;
  if (film.shots.length > 0) return { plan: finishDeeds(film, clauses, request), sureness };
  // The rehearsal of clauses would press what has a like name, and a wrong press is worse than a deed that is not found.
  const shown = clauses.filter((clause) => !isAction(clause));
  const outcome = { unmet: film.unmet, nothingDone: true };
  return { plan: await planTour(client, film.view, shown, request, outcome), sureness: 0 };
}

async function planClauses(
  client: PageClient,
  view: PageView,
  clauses: Clause[],
  request: PlanRequest,
  untried: Deed[],
  others: Deed[][] = [],
): Promise<Plan> {
  const isAgent = request.mode === 'agent';
  const isAsked = clauses.some(isAction);
  const isSought = untried.length > 0 || (isAgent && (isAsked || !isShown(view, clauses)));
  if (!isAsked && !isSought) return planTour(client, view, clauses, request);
  const chosen = choose(view, clauses, request);
  const given = rehearsedFor(request, clauses, chosen.effectiveId);
  const wanted = clauses.filter(({ negated }) => !negated);
  const run = inTurn(wanted, request.signal);
  const rehearsal = isAsked ? await rehearse(client, view, given, run) : { shots: [], unmet: [] };
  const { shots } = rehearsal;
  const unmet = rehearsal.unmet.map((said) => deedNotFound(view, said));
  const isWhole = shots.length > 0 && unmet.length === 0;
  if (!isWhole && isSought) {
    await client.refresh();
    const film = await searchedFor(client, view, clauses, untried, request, others);
    const isBetter = film.shots.length > 0 && (film.unmet.length === 0 || shots.length === 0);
    if (isBetter) return finishDeeds(film, clauses, request);
    const entry = isAgent && shots.length === 0 ? wanted.find(({ verb }) => entries.test(verb)) : undefined;
    const way = entry ? await wayTo(client, film.view, entry, request) : [];
    if (way.length > 0) {
      await client.refresh();
      const again = await observe(client, request.url);
      return planClauses(client, again, [...way, ...clauses], asScript(request), []);
    }
  }
  const nothingDone = clauses.some(isAction) && shots.every(onlyRests);
  if (shots.length > 0)
    return finish(view, chosen, opened(view, shots, request), { unmet, nothingDone }, request);
  // Nothing of it could be done. The rehearsal may have loaded the page anew, which makes every id invalid. So the page is read
  // again.
  await client.refresh();
  const shown = clauses.filter((clause) => !isAction(clause));
  return planTour(client, await observe(client, request.url), shown, request, {
    unmet: isAsked ? unmet : shownNowhere(view, shown),
    nothingDone,
  });
}

const entries = /^(?:fill|type|filter|sort|submit)$/;

/** The way is known, so nobody has to look for it any more. */
const asScript = (request: PlanRequest): PlanRequest => ({ ...request, mode: 'script' });

/** The deeds, looked for through the whole application. An agent looks for what the prompt wishes to see as well. */
function searchedFor(
  client: PageClient,
  view: PageView,
  clauses: Clause[],
  deeds: Deed[],
  request: PlanRequest,
  others: Deed[][] = [],
): Promise<DeedFilm> {
  if (request.mode === 'script') return filmOfDeeds(client, view, [deeds, ...others], request);
  const { effectiveId } = choose(view, clauses, request);
  const wishes = [deeds, ...others].map((some) => wishesOf(request.prompt, clauses, some));
  return filmOfDeeds(client, view, wishes, request, styles[effectiveId]);
}

function finishDeeds(
  { view, shots, toCome, unmet }: DeedFilm,
  clauses: Clause[],
  request: PlanRequest,
): Plan {
  const chosen = choose(view, clauses, request);
  const outcome = { unmet, toCome, nothingDone: false };
  return finish(view, chosen, opened(view, shots, request), outcome, request);
}

const onlyRests = ({ actions }: Shot) => actions.every((action) => action.do === 'hold');

const rehearsedFor = (request: PlanRequest, clauses: Clause[], template: TemplateId): Rehearsed => ({
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
  const shots = await shotsOf(stage, chosen, request);
  return finish(view, chosen, shots.length > 0 ? shots : [wholePage(stage)], outcome, request);
}

/** Of a film that shows the page already, the sections that the prompt names, where it names any. */
function shotsOf(
  stage: Stage,
  { effectiveId, interest }: Chosen,
  { continues, durationTargetMs }: PlanRequest,
): Promise<Shot[]> {
  if (continues && interest.named.length > 0)
    return Promise.all(interest.named.map((choice) => sectionShot(stage, choice)));
  return shotsByTemplate(effectiveId, stage, interest, durationTargetMs);
}

interface Chosen extends Manner {
  interest: Interest;
}

function choose(view: PageView, clauses: Clause[], request: PlanRequest): Chosen {
  const interest = interestOf(view, clauses, request.sectionHint, request.context ?? null);
  if (request.template !== 'auto') return { effectiveId: request.template, interest, selection: undefined };
  // "A teaser for the app" leaves no clause, but it still tells how to film.
  const said = clauses.map((clause) => clause.said).join(', ') || request.prompt;
  const selection = chooseTemplate(view, said, clauses, interest, request.durationTargetMs);
  return { effectiveId: selection.selectedId, interest, selection };
}
