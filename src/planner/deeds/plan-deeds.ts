import { observe } from '../page/observe.ts';
import { offCamera } from '../page/off-camera.ts';
import type { PageClient } from '../page/page-client.ts';
import type { PageView } from '../page/view.ts';
import type { PlanRequest, Unmet } from '../plan.ts';
import type { Deed } from '../prompt/deed.ts';
import type { Shot } from '../storyboard/shots.ts';
import { DecisionLog } from './decisions.ts';
import { type DoneDeed, filmDeeds } from './film-deeds.ts';
import { Performer } from './performer.ts';
import { pursueDeed } from './pursue-deed.ts';

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
  const { onDecision } = request;
  const decisions = onDecision && new DecisionLog();
  const { done, unmet } = await offCamera(client, before, request, async (tried) =>
    carryOut(await Performer.on(tried, decisions), deeds),
  );
  if (onDecision) decisions?.decisions(done.flatMap(({ acts }) => acts)).forEach(onDecision);
  await client.refresh();
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

/** Carries out deeds on the page, one after the other. */
async function carryOut(performer: Performer, deeds: readonly Deed[]) {
  const endsAt = performance.now() + mostMs;
  const isOver = () => performance.now() > endsAt;
  const done: DoneDeed[] = [];
  const unmet: Unmet[] = [];
  const withOthers = new Set<Deed>();
  for (const [index, deed] of deeds.entries()) {
    if (withOthers.has(deed)) continue;
    const from = performer.path.length;
    const pursued = await pursueDeed(performer, deed, deeds.slice(index + 1), isOver);
    for (const other of pursued.withIt) withOthers.add(other);
    if (pursued.done) done.push({ deed, acts: performer.path.slice(from) });
    unmet.push(...pursued.unmet);
  }
  return { done, unmet };
}
