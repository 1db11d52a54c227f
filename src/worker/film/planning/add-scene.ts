import type { PreviewJob } from '../../../domain/demos/preview/preview-job.ts';
import { planOfSupplied } from '../../../domain/demos/supplied.ts';
import type { Plan, Planner, PlanWarning } from '../../../planner/index.ts';
import { type ActionScript, actionScriptSchema, type Step } from '../../../recorder/contract/script.ts';
import { flowLimits } from '../../../recorder/contract/user-flow.ts';
import { playOffCamera } from '../../../recorder/index.ts';
import type { FilmOrder } from '../film.ts';
import type { OpenedPage, Opening } from '../open-page.ts';
import { isAct } from '../page/collect-page-text.ts';
import { planFilm } from './script-for.ts';

/** As much as a wish of several deeds needs. What does not fit into the film is left out when it is filmed. */
const wishMs = 10_000;

export type WithAddition = Omit<ReturnType<typeof planOfSupplied>, 'unmet' | 'warnings'> &
  Pick<Plan, 'unmet'> & { warnings: PlanWarning[] };

/**
 * Plans a further wish for a script, on the page as it is where the wish comes: the acts before it are played off camera, and nothing that
 * they would write is sent. Afterwards the page is fresh.
 */
export async function addScene(
  planner: Planner,
  opened: OpenedPage,
  { guard }: Pick<Opening, 'guard'>,
  { job, signal, log }: Pick<FilmOrder, 'signal' | 'log'> & { job: PreviewJob },
): Promise<WithAddition> {
  const { session } = opened;
  const { script, addition } = job;
  if (!script || !addition) throw new Error('The preview has no wish to add, or no script to add it to.');
  const { prompt, step } = addition;
  const before = actsBefore(script, step);
  const { writeHold } = session.tab;
  if (before.length > 0) await session.tab.during(writeHold.begin());
  for (const act of before) await playOffCamera(session, act, { explain: guard.explain, signal, log });
  const presentation = { ...job.presentation, recordingTemplate: { id: 'guided-tour' as const } };
  const wish = { ...job, prompt, presentation, durationTargetMs: wishMs };
  const plan = await planFilm(planner, session, { job: wish, signal, continues: true });
  if (before.length > 0) {
    await session.tab.during(writeHold.end());
    await opened.load();
  }
  const { unmet, nothingDone } = plan;
  const isNothing = nothingDone || unmet.length > 0;
  const steps = plan.script.steps.filter(({ type }) => !/^(?:setViewport|navigate)$/.test(type));
  const added = planOfSupplied(isNothing ? script : withSteps(script, steps, step));
  return { ...added, unmet, warnings: [] };
}

/** The acts on the way to a place. The page is open, so its own `navigate` is none. */
function actsBefore({ steps }: ActionScript, place: number): Step[] {
  const opens = steps.findIndex(({ type }) => type === 'navigate');
  return steps
    .slice(0, place)
    .filter((step, index) => index !== opens && (isAct(step.type, true) || /^(?:key|wait)/.test(step.type)));
}

function withSteps(script: ActionScript, added: readonly Step[], place: number): ActionScript {
  const room = Math.max(0, flowLimits.steps - script.steps.length);
  return actionScriptSchema.parse({
    ...script,
    steps: script.steps.toSpliced(place, 0, ...framed(script, added, place).slice(0, room)),
  });
}

/**
 * Both the wish and what follows it were planned for a camera that shows the whole. Where it is close instead, it pulls back at the
 * beginning of the wish, and at its end.
 */
function framed({ steps }: ActionScript, added: readonly Step[], place: number): Step[] {
  const pullBack = (beside: Step | undefined): Step => ({
    type: 'customStep',
    name: 'showreel.camera',
    parameters: {},
    ...(beside?.showreel?.intent !== undefined && { showreel: { intent: beside.showreel.intent } }),
  });
  const isLast = place === steps.length;
  return [
    ...(isClose(steps.slice(0, place)) ? [pullBack(added[0])] : []),
    ...added,
    ...(!isLast && isClose(added) ? [pullBack(added.at(-1))] : []),
  ];
}

function isClose(steps: readonly Step[]): boolean {
  const last = steps.findLast((step) => step.type === 'customStep' && step.name === 'showreel.camera');
  return (
    last?.type === 'customStep' && 'selectors' in last.parameters && last.parameters.selectors !== undefined
  );
}
