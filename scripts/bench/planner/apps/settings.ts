import type { AppTask } from './source.ts';

/** How a plan is carried out: acted out by the recorder's drive without pictures, or filmed with everything. */
export type Mode = 'drive' | 'film';

export function modeAsked(asked = process.env.BENCH_APPS ?? 'drive'): Mode {
  if (asked === 'drive' || asked === 'film') return asked;
  throw new Error(`BENCH_APPS=${asked}: expected “drive” or “film”.`);
}

/** How many tasks run at a time. */
export function jobsAsked(asked = process.env.BENCH_APPS_JOBS): number {
  const jobs = Number(asked || 2);
  if (Number.isInteger(jobs) && jobs > 0) return jobs;
  throw new Error(`BENCH_APPS_JOBS=${asked}: expected a whole number from 1 on.`);
}

/** Which tasks are taken: every n-th, from the first on (`6`) or from a later one (`6+2`: the third, the ninth, …). */
function sampleAsked(asked = process.env.BENCH_APPS_SAMPLE) {
  const [, every, from = '0'] = /^([1-9]\d*)(?:\+(\d+))?$/.exec(asked || '1') ?? [];
  if (every && Number(from) < Number(every)) return { every: Number(every), from: Number(from) };
  throw new Error(
    `BENCH_APPS_SAMPLE=${asked}: expected “n” or “n+m” in whole numbers, n from 1 on and m below n.`,
  );
}

/**
 * The tasks that BENCH_APPS_ONLY names: `app`, `app:task,task`, several of them after commas or semicolons. A part of an
 * application's name is enough where no other has it, and a task's number.
 */
export function tasksAsked(tasks: readonly AppTask[]): AppTask[] {
  const asked = process.env.BENCH_APPS_ONLY;
  const chosen = asked ? chosenOf(tasks, asked) : [...tasks];
  const { every, from } = sampleAsked();
  return chosen.filter((_, index) => index % every === from);
}

function chosenOf(tasks: readonly AppTask[], asked: string): AppTask[] {
  const apps = [...new Set(tasks.map(({ app }) => app))];
  const chosen = new Set<AppTask>();
  let current: string | undefined;
  for (const word of asked.split(/[;,]/).map((part) => part.trim())) {
    if (!word) continue;
    const colon = word.indexOf(':');
    const task = colon >= 0 ? word.slice(colon + 1) : word;
    const app = appNamed(apps, colon >= 0 ? word.slice(0, colon) : word);
    if (colon < 0 && app) {
      current = app;
      for (const one of tasks) if (one.app === app) chosen.add(one);
      continue;
    }
    current = colon >= 0 ? app : current;
    const found = tasks.find(({ app, id }) => app === current && (id === task || id === `task_${task}`));
    if (!found)
      throw new Error(
        `BENCH_APPS_ONLY=${asked}: there is no “${word}”. The applications are ${apps.join(', ')}.`,
      );
    chosen.add(found);
  }
  return tasks.filter((task) => chosen.has(task));
}

function appNamed(apps: readonly string[], name: string): string | undefined {
  if (apps.includes(name)) return name;
  const alike = /^(task_)?\d+$/.test(name) ? [] : apps.filter((app) => app.includes(name));
  return alike.length === 1 ? alike[0] : undefined;
}
