/**
 * The planner in applications from npm that nobody has worked on. As in `apps.ts`, each task is planned, carried out and judged by the
 * application's own state. The applications are installed outside the repository (BENCH_STRANGERS_DIR), which takes minutes the first
 * time, so `make bench` measures this group only where BENCH_ONLY names it. The settings are those of `apps.ts`;
 * BENCH_STRANGERS=prove proves the verifiers of the tasks and plans nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import { runTasks } from './apps/run-tasks.ts';
import { tasksAsked } from './apps/settings.ts';
import { strangers } from './strangers/index.ts';
import { install } from './strangers/install.ts';
import { proveTasks } from './strangers/prove.ts';
import { serveStranger } from './strangers/serve.ts';

export async function benchStrangers(): Promise<Figure[]> {
  // A signal would end this process without its exit handlers, which end the applications.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  try {
    const all = strangers.flatMap(({ app, tasks }) =>
      tasks.map(({ id, instruction }) => ({ app, id, instruction })),
    );
    const tasks = tasksAsked(all);
    const asked = strangers.filter(({ app }) => tasks.some((task) => task.app === app));
    for (const one of asked) await install(one);
    for (const one of asked) await proveTasks(one, folder);
    if (process.env.BENCH_STRANGERS === 'prove') return [];
    return await runTasks('strangers', { serve: serveNamed, lastRequestsMs: 3000 }, tasks, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function serveNamed(app: string, folder: string) {
  const stranger = strangers.find((one) => one.app === app);
  if (!stranger) throw new Error(`There is no application ${app}.`);
  return serveStranger(stranger, folder);
}
