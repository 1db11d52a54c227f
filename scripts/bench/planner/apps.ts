/**
 * The planner in applications that were not made here: each task is planned, carried out on the application and judged by the
 * application's own state. The material lies beside the repository (BENCH_APPS_DIR, or `../shared/apps`).
 *
 * - BENCH_APPS_ONLY=app[:task,task…] picks tasks, BENCH_APPS_SAMPLE=n takes every n-th (n+m: from another on), BENCH_APPS_JOBS=n runs so many at a time (2).
 * - BENCH_APPS=film records each film with its encoder, in place of acting the script out without pictures.
 * - BENCH_APPS_OUT=path gets a line of JSON for each task.
 * - BENCH_APPS_DECISIONS=path gets what the search for deeds chose from and took, a line of JSON for each task, with the judge's word.
 *   `scripts/train.ts` trains the weights with it. Such lines are made of the applications, and so they are not for the project.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import { serveApp } from './apps/judge.ts';
import { materialDir, openMaterial } from './apps/material.ts';
import { runTasks } from './apps/run-tasks.ts';
import { checkJudge } from './apps/self-check.ts';
import { tasksAsked } from './apps/settings.ts';

export async function benchApps(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  try {
    const material = await openMaterial(folder);
    if (!material) {
      console.error(`There are no applications in ${materialDir()} (BENCH_APPS_DIR): nothing to measure.`);
      return [];
    }
    const tasks = tasksAsked(material.tasks);
    await checkJudge(material, tasks, folder);
    const serve = (app: string, at: string) => serveApp(material, app, join(at, 'log'));
    return await runTasks('apps', { serve, lastRequestsMs: 300 }, tasks, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
