import { goOnWith, type Plan } from '../../../planner/index.ts';
import type { GoOn } from '../../../recorder/contract/go-on.ts';
import type { ActionScript } from '../../../recorder/contract/script.ts';
import { viewportFor } from '../../../recorder/contract/shapes.ts';
import { type BrowserSession, redact } from '../../../recorder/index.ts';
import type { FilmOrder } from '../film.ts';

/** A film that goes on from what it sees, and the plan that it has become. */
export interface Onward {
  goOn: GoOn;
  /** @param script as it was played */
  planAfter(script: ActionScript): Plan;
}

/** Null where the plan says all that the film does. */
export function onwardFrom(
  plan: Plan,
  { page, tab }: Pick<BrowserSession, 'page' | 'tab'>,
  { job, signal }: Pick<FilmOrder, 'job' | 'signal'>,
): Onward | null {
  if (!plan.toCome) return null;
  const continuation = goOnWith(plan.toCome, {
    page,
    signal,
    viewport: viewportFor(job.viewport, job.laidOutFor),
  });
  const { reserveMs } = continuation;
  return {
    goOn: { reserveMs, next: async (filmed) => redact(await continuation.next(filmed), tab.mask.words) },
    planAfter(script) {
      const { scenes, unmet, warnings } = redact(continuation.found, tab.mask.words);
      const { aiPlan } = plan;
      return {
        ...plan,
        script,
        aiPlan: { ...aiPlan, scenes: [...aiPlan.scenes, ...scenes] },
        unmet: [...plan.unmet, ...unmet],
        warnings: [...plan.warnings, ...warnings],
      };
    },
  };
}
