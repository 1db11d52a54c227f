import { appendFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../../src/log.ts';
import { createPlanner, type Decision } from '../../../../src/planner/index.ts';
import type { Figure } from '../../figure.ts';
import { appFigures } from './figures.ts';
import { runTask, type TaskResult } from './run-task.ts';
import { jobsAsked, modeAsked } from './settings.ts';
import type { AppSource, AppTask } from './source.ts';

/** Runs tasks as the environment's settings say. @param group the group of the figures @param folder for what tasks need on disk */
export async function runTasks(
  group: string,
  source: AppSource,
  tasks: readonly AppTask[],
  folder: string,
): Promise<Figure[]> {
  const mode = modeAsked();
  const jobs = jobsAsked();
  const out = process.env.BENCH_APPS_OUT ?? join(tmpdir(), `showreel-bench-${group}.jsonl`);
  const log = createLogger('silent');
  const planner = createPlanner(null, log);
  await writeFile(out, '');
  const decisionsPath = process.env.BENCH_APPS_DECISIONS;
  if (decisionsPath) await writeFile(decisionsPath, '');
  console.error(`${tasks.length} tasks, ${jobs} at a time; results in ${out}`);
  const startedMs = performance.now();
  const results = await inParallel(tasks, jobs, async (task) => {
    const decisions: Decision[] = [];
    const onDecision = decisionsPath ? (decision: Decision) => decisions.push(decision) : undefined;
    const result = await runTask({ source, mode, folder, log, onDecision }, task, planner);
    await appendFile(out, `${JSON.stringify(result)}\n`);
    const { app, id, ok } = result;
    if (decisionsPath)
      await appendFile(decisionsPath, `${JSON.stringify({ app, task: id, ok, decisions })}\n`);
    console.error(lineOf(result));
    return result;
  });
  return appFigures(group, results, performance.now() - startedMs);
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
