import { observe } from '../page/observe.ts';
import { offCamera } from '../page/off-camera.ts';
import type { PageClient } from '../page/page-client.ts';
import type { PageView } from '../page/view.ts';
import type { PlanRequest, Unmet } from '../plan.ts';
import type { Deed, DeedToCome } from '../prompt/deed.ts';
import type { Shot } from '../storyboard/shots.ts';
import type { Style } from '../storyboard/style.ts';
import { DecisionLog } from './candidates/decisions.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';
import { accountsFor } from './grounding/accounts-for.ts';
import { ground } from './grounding/ground.ts';
import { type DoneDeed, filmDeeds } from './perform/film-deeds.ts';
import { Rehearser } from './perform/rehearser.ts';
import { explore } from './search/explore.ts';
import type { Shown } from './show-place.ts';
import { writesOver } from './writes-over.ts';

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
    return carryOutOne(performer, readings, shown, request);
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

/**
 * How long each way to find the deeds may take, in ms: the likeliest reading of the prompt, then the search by what the screens say of its words, then
 * a look around in the application and both again with what was seen there, and the other readings, until `endMs`. Somebody who asks for an agent
 * waits longer.
 */
const tried = { firstMs: 5_000, groundedMs: 6_000, exploreMs: 5_000, otherMs: 5_000, endMs: 19_000 };
const triedByAgent = { ...tried, firstMs: 15_000, groundedMs: 2_000, otherMs: 15_000, endMs: 26_000 };
/** Who waits for the plan gets what is found without a look around. */
const withoutLookMs = 10_000;
function within(most: typeof tried, endMs = most.endMs): typeof tried {
  const share = Math.min(1, endMs / withoutLookMs);
  return {
    firstMs: most.firstMs * share,
    groundedMs: most.groundedMs * share,
    exploreMs: endMs > withoutLookMs ? most.exploreMs : 0,
    otherMs: most.otherMs * share,
    endMs: Math.min(most.endMs, endMs),
  };
}
/** Less time finds nothing. */
const leastMs = 1_500;
/** How much longer than that a busy machine may take, unless somebody waits for the plan. */
const busiest = 2;

/** Carries out the first reading of which nothing is left undone, or else the one of which most is done. */
async function carryOutOne(
  performer: Rehearser,
  readings: readonly (readonly Deed[])[],
  shown: Shown | null,
  { prompt, deedsMs }: Pick<PlanRequest, 'prompt' | 'deedsMs'>,
): Promise<CarriedOut> {
  const most = within(shown ? triedByAgent : tried, deedsMs);
  const patience = deedsMs ?? busiest * most.endMs;
  const deadline = performance.now() + patience;
  const left = () => Math.min(most.endMs - performer.workMs, deadline - performance.now());
  /** Whether more than `ms` of work were done from now on, or all the time has passed. */
  const after = (ms: number) => {
    const endsAt = performer.workMs + Math.min(ms, left());
    return () => performer.workMs > endsAt || performance.now() > deadline;
  };
  let best: CarriedOut | null = null;
  /** What a reading does, where it is all that the prompt asks for. What leaves out a name or a value goes only before nothing at all. */
  const read = async (deeds: readonly Deed[], ms: number): Promise<CarriedOut | null> => {
    const attempt = await carryOut(performer, deeds, shown, after(ms));
    const carried = writesOver(performer.path, deeds) ? undone(attempt, deeds) : attempt;
    const isWhole = carried.unmet.length === 0 && carried.done.length + carried.toCome.length > 0;
    const isAll =
      carried.toCome.length > 0 || shown !== null || accountsFor(performer.path, prompt, readings);
    if (!best || shareDone(carried) > shareDone(best)) best = carried;
    return isWhole && isAll ? carried : null;
  };
  const [first = [], ...others] = readings;
  const likeliest = await read(first, most.firstMs);
  if (likeliest) return likeliest;
  // A place to see is no deed, and the words for it are found by reading or not at all.
  if (first.every(({ kind }) => kind === 'open')) return (await firstDone(others)) ?? best!;
  const search = () => grounded(performer, readings, prompt, after(most.groundedMs));
  const found = await search();
  if (found) return found;
  const hasSeenMore =
    most.exploreMs > 0 &&
    left() > most.exploreMs &&
    (await performer.retrace([])) &&
    (await explore(performer, after(most.exploreMs)));
  const foundThen = hasSeenMore ? await search() : null;
  return foundThen ?? (await firstDone(hasSeenMore ? readings : others)) ?? best!;

  async function firstDone(some: readonly (readonly Deed[])[]): Promise<CarriedOut | null> {
    for (const deeds of some) {
      if (left() < leastMs || !(await performer.retrace([]))) return null;
      const carried = await read(deeds, most.otherMs);
      if (carried) return carried;
    }
    return null;
  }
}

const undone = ({ sureness }: CarriedOut, deeds: readonly Deed[]): CarriedOut => ({
  done: [],
  toCome: [],
  unmet: deeds.map(({ said }) => ({
    said,
    reason: 'It would have been written over what is there already.',
  })),
  sureness,
});

const shareDone = ({ done, toCome, unmet }: CarriedOut) =>
  (done.length + toCome.length) / Math.max(1, done.length + toCome.length + unmet.length);

/** What the grammar of the prompt does not tell, the screens may: acts that account for each of its words. */
async function grounded(
  performer: Rehearser,
  readings: readonly (readonly Deed[])[],
  prompt: string,
  until: () => boolean,
): Promise<CarriedOut | null> {
  const first = readings[0]?.[0];
  if (!first || !(await performer.retrace([]))) return null;
  const sureness = await ground(performer, prompt, readings, until);
  if (sureness === null) return null;
  return {
    done: [{ deed: { ...first, said: prompt }, acts: performer.path, seen: null }],
    toCome: [],
    unmet: [],
    sureness,
  };
}
