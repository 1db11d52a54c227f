import type { Logger } from '../../log.ts';
import type { AutoSelection } from '../../recorder/contract/presentation.ts';
import { createHeuristicPlanner, rehearsedFor } from '../heuristic.ts';
import { observe } from '../page/observe.ts';
import { openPageClient, type PageClient } from '../page/page-client.ts';
import type { Plan, Planner, PlanRequest } from '../plan.ts';
import { parsePrompt } from '../prompt/clauses/parse-prompt.ts';
import type { ClauseContext } from '../rehearsal/context.ts';
import { rehearse } from '../rehearsal/rehearse.ts';
import { finish, openingOf } from '../storyboard/finish.ts';
import { cut } from '../storyboard/title.ts';
import type { Answer } from './answer.ts';
import { carryOut } from './carry-out.ts';
import { ModelFault, ModelSession, type ModelSettings } from './client.ts';
import { type Description, describe, instructions, promptFor } from './describe.ts';

/**
 * How often a model is asked for one plan. In a script's plan one round covers a whole page, and the next page needs another
 * round. An agent reads the page after each step.
 */
const rounds = { script: 3, agent: 10 };
const requestCharacters = 1700;
/** About 5,000 tokens. A page that needs more is mostly lists. */
const mostPageCharacters = 15_000;

/** Plans with a language model. Whatever goes wrong with it, the heuristic planner takes over, and the plan says so. */
export function createModelPlanner(settings: ModelSettings, log: Logger): Planner {
  const heuristic = createHeuristicPlanner();
  return async (request) => {
    const session = new ModelSession(settings, request.signal);
    const startedMs = performance.now();
    const report = (outcome: string, fault?: ModelFault) => {
      const tookMs = Math.round(performance.now() - startedMs);
      const line = { model: settings.model, ...session.usage, tookMs, outcome };
      if (!fault) return log.info(line, 'planned with a language model');
      log.warn({ ...line, source: 'fallback' }, `${fault.message} The built-in planner plans instead.`);
    };
    try {
      const plan = await planWith(session, request);
      report('ai');
      return withUsage(plan, settings, session);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!(error instanceof ModelFault)) throw error;
      report(error.trouble, error);
      return withUsage(fallenBack(await heuristic(request), error), settings, session);
    }
  };
}

const withUsage = (plan: Plan, { model }: ModelSettings, { usage }: ModelSession): Plan => ({
  ...plan,
  aiPlan: { ...plan.aiPlan, model: { name: model, ...usage } },
});

function fallenBack(plan: Plan, { message }: ModelFault): Plan {
  const { autoSelection } = plan.template;
  return {
    ...plan,
    aiPlan: { ...plan.aiPlan, source: 'fallback', summary: cut(`${message} ${plan.aiPlan.summary}`, 2000) },
    template: {
      ...plan.template,
      ...(autoSelection && { autoSelection: { ...autoSelection, source: 'fallback' as const } }),
    },
  };
}

async function planWith(session: ModelSession, request: PlanRequest): Promise<Plan> {
  const client = await openPageClient(request.page, request.signal);
  try {
    return await film(client, session, request);
  } finally {
    await client.close();
  }
}

async function film(client: PageClient, session: ModelSession, request: PlanRequest): Promise<Plan> {
  const view = await observe(client, request.url);
  const clauses = parsePrompt(request.prompt);
  const described = describe(view, roomFor(session));
  const first = await session.ask(instructions, promptFor(request, described, []));
  const effectiveId = request.template === 'auto' ? first.template : request.template;
  const run = follow(session, request, first, described);
  const { shots } = await rehearse(client, view, rehearsedFor(request, clauses, effectiveId), run);
  if (shots.length === 0) throw new ModelFault('nothing usable');
  const selection = request.template === 'auto' ? selectionOf(first) : undefined;
  const opens = first.steps[0]?.do === 'show' && described.sections.get(first.steps[0].ref)?.kind === 'hero';
  const plan = finish(
    view,
    { effectiveId, selection },
    opens ? shots : [openingOf(view), ...shots],
    { unmet: [], nothingDone: false },
    request,
  );
  return { ...plan, aiPlan: { ...plan.aiPlan, source: 'ai' } };
}

/**
 * How many characters the page may take: what the budget allows, less the instructions and the request. Too few tell a model
 * nothing.
 */
function roomFor(session: ModelSession): number {
  const room = session.charactersLeft - instructions.length - requestCharacters;
  if (room < 600) throw new ModelFault('budget');
  return Math.min(room, mostPageCharacters);
}

/**
 * Carries out the model's steps. Asks again while something is left to do and the page is not the one that the model has seen.
 */
function follow(session: ModelSession, request: PlanRequest, first: Answer, seen: Description) {
  return async (context: ClauseContext): Promise<void> => {
    const done: string[] = [];
    const before = new Set<string>();
    let [answer, described] = [first, seen];
    for (let round = 1; ; round++) {
      const from = context.page.view.url;
      const steps = request.mode === 'agent' ? answer.steps.slice(0, 1) : answer.steps.slice(0, 12);
      for (const step of steps) {
        request.signal.throwIfAborted();
        // A step with a ref that the page does not have is ignored.
        if (!described.controls.has(step.ref) && !described.sections.has(step.ref)) continue;
        const name =
          described.controls.get(step.ref)?.name ?? described.sections.get(step.ref)?.heading ?? '';
        const deed = `${step.do} ${name} ${step.value ?? ''}`.trim();
        // The model repeats a step on the same page, so it is going in circles.
        if (before.has(`${context.page.view.url} ${deed}`)) return;
        before.add(`${context.page.view.url} ${deed}`);
        const { heldBack } = context.page;
        if (await carryOut(context, step, described, request.prompt)) done.push(deed);
        else if (context.page.heldBack > heldBack)
          done.push(`${deed} (it leads to another site: the page stayed)`);
      }
      const wantsMore = request.mode === 'agent' ? steps.length > 0 : context.page.view.url !== from;
      if (answer.done || !wantsMore || round >= rounds[request.mode]) return;
      try {
        described = describe(context.page.view, roomFor(session));
        answer = await session.ask(instructions, promptFor(request, described, done));
      } catch (error) {
        // The steps so far make a film. The plan fails only where there are none.
        if (error instanceof ModelFault && context.storyboard.shots.length > 0) return;
        throw error;
      }
    }
  };
}

function selectionOf({ template, confidence, reason, signals }: Answer): AutoSelection {
  return {
    selectedId: template,
    confidence: Math.max(0, Math.min(1, confidence)),
    reason: cut(reason.trim() || 'The model gave no reason.', 500),
    source: 'ai',
    signals: signals
      .map((signal) => cut(signal.trim(), 240))
      .filter(Boolean)
      .slice(0, 8),
  };
}
