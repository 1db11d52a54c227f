import type { Logger } from '../../log.ts';
import type { AutoSelection } from '../../recorder/contract/presentation.ts';
import { Rehearser } from '../deeds/perform/rehearser.ts';
import { createHeuristicPlanner, planDeeds } from '../heuristic.ts';
import { outlineOf } from '../outline.ts';
import { observe } from '../page/observe.ts';
import { offCamera } from '../page/off-camera.ts';
import { openPageClient, type PageClient } from '../page/page-client.ts';
import type { Plan, Planner, PlanRequest } from '../plan.ts';
import { finish, opened } from '../storyboard/finish.ts';
import { cut } from '../storyboard/title.ts';
import type { Answer } from './answer.ts';
import { leaveOf } from './checks.ts';
import { ModelFault, ModelSession } from './client.ts';
import { describeNow, follow } from './follow.ts';
import { Reel } from './reel.ts';
import type { ModelSettings } from './settings.ts';

/**
 * Deeds that the built-in planner has done, and looked after, with this confidence and more are not put to a model: nothing would be gained
 * for its tokens and its time.
 */
const sureEnough = 0.8;

/** Plans with a language model. Whatever goes wrong with it, the built-in planner's plan is used, and the plan says so. */
export function createModelPlanner(settings: ModelSettings, log: Logger): Planner {
  const heuristic = createHeuristicPlanner();
  return async (request) => {
    const startedMs = performance.now();
    const deeds = await planDeeds(request);
    const session = new ModelSession(settings, request.signal);
    const line = (outcome: string) => {
      const tookMs = Math.round(performance.now() - startedMs);
      return { model: settings.model, ...session.usage, tookMs, outcome };
    };
    if (deeds && deeds.sureness >= sureEnough) {
      log.info(
        line('built-in'),
        'planned without the language model: the built-in planner has done every deed',
      );
      return withUsage(deeds.plan, settings, session);
    }
    const { plan, fault } = await planWith(session, request);
    if (!fault) {
      log.info(line('ai'), 'planned with a language model');
      return withUsage(plan, settings, session);
    }
    const builtIn = deeds?.plan ?? (await heuristic(request));
    // What a model has done before it failed is more than a plan that leaves something undone.
    const isLess = builtIn.unmet.length > 0 || builtIn.nothingDone;
    if (isLess && plan) {
      log.warn(line(fault.trouble), `${fault.message} What it had done before is kept.`);
      return withUsage(plan, settings, session);
    }
    log.warn(
      { ...line(fault.trouble), source: 'fallback' },
      `${fault.message} The built-in planner plans instead.`,
    );
    return withUsage(fallenBack(builtIn, fault), settings, session);
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

/** What came of asking a model: a plan, a fault, or a plan of what it had done before it failed. */
type Made = { plan: Plan; fault: null } | { plan: Plan | null; fault: ModelFault };

async function planWith(session: ModelSession, request: PlanRequest): Promise<Made> {
  const client = await openPageClient(request.page, request.signal);
  try {
    return await film(client, session, request);
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof ModelFault) return { plan: null, fault: error };
    throw error;
  } finally {
    await client.close();
  }
}

async function film(client: PageClient, session: ModelSession, request: PlanRequest): Promise<Made> {
  const view = await observe(client, request.url);
  request.onOutline?.(outlineOf(view));
  const reel = new Reel();
  const { opening, stopped, described } = await offCamera(client, view, request, async (tried) => {
    const performer = await Rehearser.on(tried);
    const setting = { client, performer, request, leave: leaveOf(request.prompt), reel };
    const first = await describeNow(setting, session, null);
    return { ...(await follow(session, setting, first)), described: first };
  });
  if (reel.isEmpty) throw new ModelFault('nothing usable');
  const effectiveId = request.template === 'auto' ? opening.template : request.template;
  const selection = request.template === 'auto' ? selectionOf(opening) : undefined;
  const [first] = opening.steps;
  const opens = first?.do === 'show' && described.sections.get(first.ref)?.kind === 'hero';
  const shots = reel.shots(view);
  const unmet = stopped
    ? [{ said: cut(request.prompt, 200), reason: `${stopped.message} The rest was not done.` }]
    : [];
  const plan = finish(
    view,
    { effectiveId, selection },
    opens ? shots : opened(view, shots, request),
    { unmet, nothingDone: false },
    request,
  );
  return { plan: { ...plan, aiPlan: { ...plan.aiPlan, source: 'ai' } }, fault: stopped };
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
