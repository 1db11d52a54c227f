import { observe } from '../page/observe.ts';
import type { PageClient } from '../page/page-client.ts';
import type { PageView } from '../page/view.ts';
import type { PlanRequest, Unmet } from '../plan.ts';
import type { Deed } from '../prompt/deed.ts';
import { silence } from '../rehearsal/rehearse.ts';
import { aimWith } from '../storyboard/aim.ts';
import type { Shot } from '../storyboard/shots.ts';
import { carryOut } from './carry-out.ts';
import { DecisionLog } from './decisions.ts';
import { filmDeeds } from './film-deeds.ts';

/** What the deeds of a prompt make of a film. */
export interface DeedFilm {
  /** Empty where no deed was done. */
  shots: Shot[];
  /** The page, as it is again after the deeds. */
  view: PageView;
  unmet: Unmet[];
}

/**
 * How long the deeds may be looked for, in ms. Deeds that are found are found sooner, and those that are not must leave time for
 * another plan.
 */
const mostMs = 12_000;

/** Tries out the deeds off camera, puts the page back and reads it anew. */
export async function filmOfDeeds(
  client: PageClient,
  before: PageView,
  deeds: readonly Deed[],
  request: PlanRequest,
): Promise<DeedFilm> {
  const { done, unmet } = await tryOut(client, before, deeds, request);
  const view = await observe(client, request.url);
  // Where nothing was pressed or written, there is nothing to film: the page has it already, or only made-up data would do.
  const idle = done.filter(({ acts }) => acts.length === 0).map(({ deed }) => deed.said);
  return {
    shots: filmDeeds(
      done.filter(({ acts }) => acts.length > 0),
      view,
    ),
    view,
    unmet: [
      ...unmet,
      ...idle.map((said) => ({ said, reason: 'Nothing on the page has to be pressed or written for it.' })),
    ],
  };
}

async function tryOut(
  client: PageClient,
  { scroll }: PageView,
  deeds: readonly Deed[],
  { signal, writeHold, onDecision }: PlanRequest,
) {
  const watch = silence(client.page);
  const decisions = onDecision && new DecisionLog();
  try {
    const options = { aim: () => aimWith(client), signal, writeHold, mostMs, decisions };
    const carriedOut = await carryOut(client, deeds, options);
    if (onDecision) decisions?.decisions(carriedOut.done.flatMap(({ acts }) => acts)).forEach(onDecision);
    return carriedOut;
  } finally {
    watch.stop();
    if (!signal.aborted) {
      await client.refresh();
      await client.call('scrollTo', scroll.x, scroll.y);
    }
  }
}
