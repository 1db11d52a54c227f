/** How many steps of a first film still find their own elements on mutants of their pages. Nothing is filmed. */
import { measureHealing } from '../../../test/support/healing.ts';
import { Mutator } from '../../../test/support/mutator.ts';
import { type Figure, figuresOf } from '../figure.ts';

const pages = [
  '/sites/drive-shop/',
  '/sites/shop/',
  '/sites/docs/',
  '/sites/multilingual/',
  '/sites/planner-app/',
  '/sites/planner-saas/',
  '/sites/planner-saas/pricing.html',
  '/sites/planner-saas/signup.html',
  '/sites/planner-soup/',
  '/sites/planner-article/',
  '/templates/agency/',
  '/templates/freelancer/',
  '/templates/grayscale/',
  '/templates/modern-business/',
];
/** Healing was tuned with other seeds. */
const seed = 2;

export async function benchHealing(): Promise<Figure[]> {
  const startedMs = performance.now();
  const verdicts = await measureHealing({ pages, kinds: Mutator.kinds, mutants: 2, seed });
  if (process.env.BENCH_VERBOSE)
    for (const one of verdicts)
      for (const note of one.notes) console.error(one.path, one.kind, one.seed, note);
  const figure = figuresOf('healing');
  const sum = (key: 'possible' | 'right' | 'wrong' | 'wrongPresses', of = verdicts) =>
    of.reduce((all, one) => all + one[key], 0);
  const kinds = Mutator.kinds.filter((kind) => kind !== 'target removed');
  return [
    figure('mutants', verdicts.length, `of ${pages.length} pages`),
    figure('steps done right, of those a person could do', (100 * sum('right')) / sum('possible'), '%'),
    figure('steps a person could do', sum('possible'), 'steps'),
    figure('wrong elements pressed, also where the right one is gone', sum('wrongPresses'), 'steps'),
    figure('wrong elements framed by the camera', sum('wrong') - sum('wrongPresses'), 'steps'),
    ...kinds.map((kind) => {
      const of = verdicts.filter((one) => one.kind === kind);
      return figure(`  ${kind}`, (100 * sum('right', of)) / Math.max(1, sum('possible', of)), '%');
    }),
    figure('time a mutant', (performance.now() - startedMs) / verdicts.length, 'ms'),
  ];
}
