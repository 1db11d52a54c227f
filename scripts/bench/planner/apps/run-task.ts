/** One task from its sentence to the judge's word: plan, look whether planning wrote, carry the plan out, judge. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../../src/log.ts';
import type { Plan, Planner } from '../../../../src/planner/index.ts';
import { type BrowserSession, launchBrowser } from '../../../../src/recorder/browser/index.ts';
import type { StepLog } from '../../../../src/recorder/contract/take-frame.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { isOnSite } from '../../../../src/site.ts';
import { changesAfter, doneTwice } from '../../../../test/planning/app-log.ts';
import { carryOut, filmMs, scene, stage } from './carry-out.ts';
import { type AppServer, serveApp, verify } from './judge.ts';
import type { AppTask, Material } from './material.ts';
import type { Mode } from './settings.ts';
import { type StepInShort, stepsInShort } from './steps-in-short.ts';

export interface TaskResult extends AppTask {
  ok: boolean;
  /** The judge's word, or why there is none. */
  message: string;
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
  material: Material;
  mode: Mode;
  /** A folder for what the tasks need on disk. */
  folder: string;
  log: Logger;
}

const mostMs = { drive: 120_000, film: 300_000 };

/** Never rejects: what goes wrong is in the result's `errors`, and the task counts as not done. */
export async function runTask(
  surroundings: TaskSurroundings,
  task: AppTask,
  planner: Planner,
): Promise<TaskResult> {
  const startedMs = performance.now();
  const result: TaskResult = {
    ...task,
    ok: false,
    message: 'not judged',
    planMs: null,
    replayMs: null,
    totalMs: 0,
    writesInRehearsal: 0,
    writesInFilm: 0,
    twice: null,
    steps: [],
    summary: null,
    scenes: [],
    unmet: null,
    trouble: [],
    errors: [],
  };
  const signal = AbortSignal.timeout(mostMs[surroundings.mode]);
  try {
    await play(surroundings, task, planner, result, signal);
  } catch (error) {
    result.errors.push(told(error));
  }
  return { ...result, totalMs: since(startedMs) };
}

async function play(
  surroundings: TaskSurroundings,
  task: AppTask,
  planner: Planner,
  result: TaskResult,
  signal: AbortSignal,
): Promise<void> {
  const { material, folder, log } = surroundings;
  const tempDir = await mkdtemp(join(folder, 'task-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rm(tempDir, { recursive: true, force: true }));
  const [server, session] = await Promise.all([
    serveApp(material, task.app, join(tempDir, 'log')).then((started) => {
      closing.defer(started.stop);
      return started;
    }),
    open(tempDir, signal, log).then((opened) => {
      closing.defer(opened.close);
      return opened;
    }),
  ]);
  await loadPage(session, server.url, { signal, log });
  await session.tab.fence.keepInside((url) => isOnSite(url, server.url));
  const load = await server.log();
  const plan = await planned(session, server, task, planner, result, signal);
  const upToFilm = await server.log();
  const rehearsal = upToFilm.slice(load.length);
  Object.assign(result, {
    steps: stepsInShort(plan.script),
    summary: plan.aiPlan.summary,
    scenes: plan.aiPlan.scenes,
    unmet: 'unmet' in plan.aiPlan ? plan.aiPlan.unmet : null,
    writesInRehearsal: changesAfter(load, rehearsal),
  });
  await replayed(surroundings, session, server, plan, tempDir, result, signal);
  Object.assign(result, await verify(material, task.app, task.id, server.url));
  const film = await server.log(upToFilm.length);
  result.writesInFilm = changesAfter(upToFilm, film);
  result.twice = doneTwice({ load, rehearsal, film });
}

async function open(tempDir: string, signal: AbortSignal, log: Logger): Promise<BrowserSession> {
  const own = join(tempDir, 'browser');
  await mkdir(own);
  return launchBrowser({
    tempDir: own,
    viewport: scene.viewport,
    deviceScaleFactor: stage.scale,
    fps: scene.output.fps,
    signal,
    log,
  });
}

async function planned(
  session: BrowserSession,
  server: AppServer,
  { instruction }: AppTask,
  planner: Planner,
  result: TaskResult,
  signal: AbortSignal,
): Promise<Plan> {
  const startedMs = performance.now();
  try {
    return await session.tab.during(
      planner({
        page: session.page,
        url: server.url,
        prompt: instruction,
        template: 'auto',
        durationTargetMs: filmMs,
        viewport: scene.viewport,
        mode: 'script',
        heldBack: () => session.tab.fence.blockedHosts.length,
        signal,
      }),
    );
  } finally {
    result.planMs = since(startedMs);
  }
}

/** Carries the plan out. A film that fails is judged, too: by then it may have done what it should, or harm. */
async function replayed(
  { mode, log }: TaskSurroundings,
  session: BrowserSession,
  { url }: AppServer,
  { script }: Plan,
  tempDir: string,
  result: TaskResult,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  const onStep = (line: StepLog) => {
    if (line.status !== 'ok') result.trouble.push(line);
  };
  try {
    await carryOut({ mode, session, url, script, tempDir, onStep, signal, log });
  } catch (error) {
    result.errors.push(told(error));
  } finally {
    result.replayMs = since(startedMs);
  }
}

const since = (startedMs: number) => Math.round(performance.now() - startedMs);
const told = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
