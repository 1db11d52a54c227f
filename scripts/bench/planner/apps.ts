/**
 * The planner in applications that were not made here: each task is planned, carried out on the application and judged by the
 * application's own state. The material lies beside the repository (BENCH_APPS_DIR, or `../shared/apps`).
 *
 * - BENCH_APPS_ONLY=app[:task,task…] picks tasks, BENCH_APPS_SAMPLE=n takes every n-th, BENCH_APPS_JOBS=n runs so many at a time (2).
 * - BENCH_APPS=film records each film with its encoder, in place of acting the script out without pictures.
 * - BENCH_APPS_OUT=path gets a line of JSON for each task.
 * - BENCH_APPS_DECISIONS=path gets what the search for deeds chose from and took, a line of JSON for each task, with the judge's word.
 *   `scripts/train.ts` trains the weights with it. Such lines are made of the applications, and so they are not for the project.
 */
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/log.ts';
import { createPlanner, type Decision } from '../../../src/planner/index.ts';
import type { Figure } from '../figure.ts';
import { appFigures } from './apps/figures.ts';
import { type AppTask, materialDir, openMaterial } from './apps/material.ts';
import { runTask, type TaskResult } from './apps/run-task.ts';
import { checkJudge } from './apps/self-check.ts';
import { modeAsked, numberAsked, tasksAsked } from './apps/settings.ts';

const log = createLogger('silent');

export async function benchApps(): Promise<Figure[]> {
  const mode = modeAsked();
  const jobs = numberAsked('BENCH_APPS_JOBS', 2);
  const out = process.env.BENCH_APPS_OUT ?? join(tmpdir(), 'showreel-bench-apps.jsonl');
  const decisionsPath = process.env.BENCH_APPS_DECISIONS;
  const folder = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  try {
    const material = await openMaterial(folder);
    if (!material) {
      console.error(`There are no applications in ${materialDir()} (BENCH_APPS_DIR): nothing to measure.`);
      return [];
    }
    const tasks = tasksAsked(material.tasks);
    await checkJudge(material, tasks, folder);
    const planner = createPlanner(null, log);
    await writeFile(out, '');
    if (decisionsPath) await writeFile(decisionsPath, '');
    console.error(`${tasks.length} tasks, ${jobs} at a time; results in ${out}`);
    const startedMs = performance.now();
    const results = await inParallel(tasks, jobs, async (task) => {
      const decisions: Decision[] = [];
      const onDecision = decisionsPath ? (decision: Decision) => decisions.push(decision) : undefined;
      const result = await runTask({ material, mode, folder, log, onDecision }, task, planner);
      await appendFile(out, `${JSON.stringify(result)}\n`);
      const { app, id, ok } = result;
      if (decisionsPath)
        await appendFile(decisionsPath, `${JSON.stringify({ app, task: id, ok, decisions })}\n`);
      console.error(lineOf(result));
      return result;
    });
    return appFigures(results, performance.now() - startedMs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inParallel(
  tasks: readonly AppTask[],
  jobs: number,
  run: (task: AppTask) => Promise<TaskResult>,
): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) results.push(await run(task));
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

function lineOf({ ok, app, id, planMs, replayMs, totalMs, message, errors, ...rest }: TaskResult): string {
  const times = [planMs, replayMs, totalMs]
    .map((ms) => (ms === null ? '–' : (ms / 1000).toFixed(1)))
    .join(' + ');
  const notes = [
    rest.writesInRehearsal > 0 && `${rest.writesInRehearsal} writes in rehearsal`,
    rest.twice,
    !ok && message,
    ...errors,
  ].filter(Boolean);
  return `${ok ? '✓' : '✗'} ${app} ${id} (${times} s) ${notes.join('; ')}`.trim();
}
