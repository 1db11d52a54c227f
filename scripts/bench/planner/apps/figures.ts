import { type Figure, figuresOf } from '../../figure.ts';
import { median } from '../../race.ts';
import type { TaskResult } from './run-task.ts';

/** @param wallMs how long all of the tasks took */
export function appFigures(group: string, results: readonly TaskResult[], wallMs: number): Figure[] {
  const figure = figuresOf(group);
  const share = (of: readonly TaskResult[]) =>
    (100 * of.filter(({ ok }) => ok).length) / Math.max(1, of.length);
  const count = (holds: (result: TaskResult) => boolean) => results.filter(holds).length;
  const plansMs = results.flatMap(({ planMs }) => (planMs === null ? [] : [planMs])).sort((a, b) => a - b);
  const seconds = (name: string, ms: number | undefined) => figure(name, (ms ?? 0) / 1000, 's');
  return [
    ...[...new Set(results.map(({ app }) => app))].sort().map((app) => {
      const of = results.filter((result) => result.app === app);
      return figure(`right, of ${of.length} ${app}`, share(of), '%');
    }),
    figure(`right, of all ${results.length} (aim: 70 %)`, share(results), '%'),
    figure(
      'writes in rehearsal (aim: 0)',
      results.reduce((sum, one) => sum + one.writesInRehearsal, 0),
      'writes',
    ),
    figure(
      '  tasks with such writes',
      count(({ writesInRehearsal }) => writesInRehearsal > 0),
      'tasks',
    ),
    figure(
      'deeds done twice (aim: 0)',
      count(({ twice }) => twice !== null),
      'tasks',
    ),
    figure(
      'wrong, and changed something',
      count(({ ok, writesInFilm }) => !ok && writesInFilm > 0),
      'tasks',
    ),
    figure(
      'ended by an error',
      count(({ errors }) => errors.length > 0),
      'tasks',
    ),
    seconds('time of a plan, median (aim: 10 s)', median(plansMs)),
    seconds('time of a plan, nine of ten', plansMs[Math.floor(0.9 * plansMs.length)]),
    seconds(
      'time of a task beside its plan, median',
      median(results.map((one) => one.totalMs - (one.planMs ?? 0))),
    ),
    seconds('all tasks', wallMs),
  ];
}
