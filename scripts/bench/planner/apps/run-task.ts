/** One task from its sentence to the judge's word: plan, look whether planning wrote, carry the plan out, judge. */
import type { Logger } from '../../../../src/log.ts';
import {
  type Decision,
  goOnWith,
  type Plan,
  type Planner,
  type PlanRequest,
} from '../../../../src/planner/index.ts';
import type { StepLog } from '../../../../src/recorder/contract/take-frame.ts';
import { type AppLogLine, changesAfter, doneTwice } from '../../../../test/planning/app-log.ts';
import { carryOut, filmMs, scene } from './carry-out.ts';
import { type OpenedApp, openApp } from './open-app.ts';
import type { Mode } from './settings.ts';
import type { AppSource, AppTask, Verdict } from './source.ts';
import { type StepInShort, stepsInShort } from './steps-in-short.ts';

export interface TaskResult extends AppTask, Verdict {
  planMs: number | null;
  replayMs: number | null;
  totalMs: number;
  /** How often planning changed the server's state. */
  writesInRehearsal: number;
  /** How often the film did. */
  writesInFilm: number;
  /** How a deed was done twice; null where none was. */
  twice: string | null;
  steps: StepInShort[];
  summary: string | null;
  scenes: Plan['aiPlan']['scenes'];
  /** What the plan says was not done, where the planner tells. */
  unmet: unknown;
  /** Steps that were not played as planned. */
  trouble: StepLog[];
  errors: string[];
}

export interface TaskSurroundings {
  source: AppSource;
  mode: Mode;
  /** A folder for what the tasks need on disk. */
  folder: string;
  log: Logger;
  /** Gets what the search for deeds decided. */
  onDecision?: ((decision: Decision) => void) | undefined;
}

const mostMs = { drive: 120_000, film: 300_000 };
const patienceMs = 15_000;

/** Never rejects: what goes wrong is in the result's `errors`, and the task counts as not done. */
export async function runTask(
  surroundings: TaskSurroundings,
  task: AppTask,
  planner: Planner,
): Promise<TaskResult> {
  const startedMs = performance.now();
  const limitMs = mostMs[surroundings.mode];
  // The signal closes the browser, which ends whatever waits for it. What goes on nevertheless is given up.
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The task did not end.')), limitMs + patienceMs);
  const playing = play(surroundings, task, planner, AbortSignal.timeout(limitMs));
  const result = await Promise.race([playing, late.promise]).catch((error: unknown) => failed(told(error)));
  clearTimeout(timer);
  return { ...task, ...result, totalMs: since(startedMs) };
}

type Played = Omit<TaskResult, keyof AppTask | 'totalMs'>;

async function play(
  { source, mode, folder, log, onDecision }: TaskSurroundings,
  task: AppTask,
  planner: Planner,
  signal: AbortSignal,
): Promise<Played> {
  await using opened = await openApp(source, task.app, { folder, signal, log });
  const { server, session, tempDir } = opened;
  const load = await server.log();
  const { plan, planMs, error } = await rehearse(
    opened,
    { prompt: task.instruction, onDecision },
    planner,
    signal,
  );
  const upToFilm = await server.log();
  const rehearsal = upToFilm.slice(load.length);
  const writesInRehearsal = changesAfter(load, rehearsal);
  if (!plan) return { ...failed(error), planMs, writesInRehearsal };
  const { page } = session;
  const goOn = plan.toCome && goOnWith(plan.toCome, { page, viewport: scene.viewport, signal });
  const { lastRequestsMs } = source;
  let { script } = plan;
  const carriedOut = await timedFilm(async (onStep) => {
    const given = {
      mode,
      session,
      url: server.url,
      script,
      goOn,
      tempDir,
      lastRequestsMs,
      onStep,
      signal,
      log,
    };
    script = await carryOut(given);
  });
  const verdict = await server
    .verify(task.id)
    .catch((fault: unknown): Verdict => ({ ok: false, message: `not judged: ${told(fault)}` }));
  const film: AppLogLine[] = await server.log(upToFilm.length);
  return {
    ...verdict,
    ...carriedOut,
    planMs,
    writesInRehearsal,
    writesInFilm: changesAfter(upToFilm, film),
    twice: doneTwice({ load, rehearsal, film }),
    steps: stepsInShort(script),
    summary: plan.aiPlan.summary,
    scenes: [...plan.aiPlan.scenes, ...(goOn?.found.scenes ?? [])],
    unmet: [...plan.unmet, ...(goOn?.found.unmet ?? [])],
  };
}

type Rehearsed = { planMs: number } & ({ plan: Plan; error?: never } | { plan: null; error: string });

async function rehearse(
  { session: { page, tab }, server }: OpenedApp,
  asked: Pick<PlanRequest, 'prompt' | 'onDecision'>,
  planner: Planner,
  signal: AbortSignal,
): Promise<Rehearsed> {
  const startedMs = performance.now();
  try {
    const plan = await tab.during(
      planner({
        ...asked,
        page,
        url: server.url,
        template: 'auto',
        durationTargetMs: filmMs,
        viewport: scene.viewport,
        mode: 'script',
        heldBack: () => tab.fence.blockedHosts.length,
        writeHold: tab.writeHold,
        signal,
      }),
    );
    return { plan, planMs: since(startedMs) };
  } catch (error) {
    return { plan: null, error: told(error), planMs: since(startedMs) };
  } finally {
    await tab.writeHold.stop();
  }
}

/** A film that fails is judged, too: by then it may have done what it should, or harm. */
async function timedFilm(work: (onStep: (line: StepLog) => void) => Promise<void>) {
  const startedMs = performance.now();
  const lines: StepLog[] = [];
  const errors: string[] = [];
  await work((line) => lines.push(line)).catch((error: unknown) => errors.push(told(error)));
  return { replayMs: since(startedMs), trouble: lines.filter(({ status }) => status !== 'ok'), errors };
}

const failed = (error: string): Played => ({
  ok: false,
  message: 'not judged',
  planMs: null,
  replayMs: null,
  writesInRehearsal: 0,
  writesInFilm: 0,
  twice: null,
  steps: [],
  summary: null,
  scenes: [],
  unmet: null,
  trouble: [],
  errors: [error],
});

const since = (startedMs: number) => Math.round(performance.now() - startedMs);
const told = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
