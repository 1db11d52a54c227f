import { observe } from '../page/observe.ts';
import { offCamera } from '../page/off-camera.ts';
import type { PageClient } from '../page/page-client.ts';
import type { PageView } from '../page/view.ts';
import type { PlanRequest, Unmet } from '../plan.ts';
import type { Deed, DeedToCome } from '../prompt/deed.ts';
import type { Shot } from '../storyboard/shots.ts';
import type { Style } from '../storyboard/style.ts';
import { DecisionLog } from './candidates/decisions.ts';
import { findDeeds } from './find-deeds.ts';
import { type DoneDeed, filmDeeds } from './perform/film-deeds.ts';
import { Rehearser } from './perform/rehearser.ts';

/** What the deeds of a prompt make of a film. */
export interface DeedFilm {
  /** Empty where no deed was done. */
  shots: Shot[];
  /** The page, as it is again after the deeds. */
  view: PageView;
  toCome: DeedToCome[];
  unmet: Unmet[];
  /** From 0 to 1: how sure the least sure of the searches was of what it found. */
  sureness: number;
}

/**
 * Tries out the deeds off camera, puts the page back and reads it anew.
 * @param style the manner in which an agent films what it finds. In another mode there is none
 */
export async function filmOfDeeds(
  client: PageClient,
  before: PageView,
  readings: readonly (readonly Deed[])[],
  request: PlanRequest,
  style: Style | null = null,
): Promise<DeedFilm> {
  const { onDecision } = request;
  const decisions = onDecision && new DecisionLog();
  const shown = style ? { client, siteUrl: request.url, style } : null;
  const { done, toCome, unmet, sureness } = await offCamera(client, before, request, async (tried) => {
    const performer = await Rehearser.on(tried, { decisions, isThorough: shown !== null });
    return findDeeds(performer, readings, shown, request);
  });
  if (onDecision) decisions?.decisions(done.flatMap(({ acts }) => acts)).forEach(onDecision);
  await client.refresh();
  const view = await observe(client, request.url);
  // Where nothing was pressed or written, there is nothing to film: the page has it already, or only made-up data would do.
  const isIdle = ({ acts, seen }: DoneDeed) => acts.length === 0 && !seen;
  const idle = done.filter(isIdle).map(({ deed }) => deed.said);
  return {
    shots: filmDeeds(
      done.filter((one) => !isIdle(one)),
      view,
    ),
    view,
    toCome,
    sureness,
    unmet: [
      ...unmet,
      ...idle.map((said) => ({ said, reason: 'Nothing on the page has to be pressed or written for it.' })),
    ],
  };
}
