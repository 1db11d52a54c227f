import type { PlanRequest } from '../plan.ts';
import type { Deed } from '../prompt/deed.ts';
import { leftOut } from '../prompt/left-out.ts';
import { ownersOf } from './candidates/chain.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';
import { accountsFor } from './grounding/accounts-for.ts';
import { ground } from './grounding/ground.ts';
import type { Performed } from './perform/performer.ts';
import type { Rehearser } from './perform/rehearser.ts';
import { explore } from './search/explore.ts';
import type { Shown } from './show-place.ts';
import { takesKnownName, writesOver } from './writes-over.ts';

/**
 * How long each way to find the deeds may take, in ms: the likeliest reading of the prompt, then the second, then the search by what the screens say of its words, then
 * a look around in the application and both again with what was seen there, and the other readings, until `endMs`. Somebody who asks for an agent
 * waits longer.
 */
const tried = {
  firstMs: 5_000,
  secondMs: 2_500,
  groundedMs: 5_500,
  exploreMs: 5_000,
  otherMs: 5_000,
  endMs: 21_000,
};
const triedByAgent = {
  ...tried,
  firstMs: 15_000,
  groundedMs: 2_000,
  otherMs: 15_000,
  endMs: 26_000,
};
/** Who waits for the plan gets what is found without a look around. */
const withoutLookMs = 10_000;
function within(most: typeof tried, endMs: number): typeof tried {
  const share = Math.min(1, endMs / withoutLookMs);
  return {
    firstMs: most.firstMs * share,
    secondMs: most.secondMs * share,
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

/**
 * Looks for the deeds of a prompt: by its readings, by what the screens say of its words, and in the whole application.
 * @returns what the first reading does of which nothing is left undone, or else the one of which most is done
 */
export async function findDeeds(
  performer: Rehearser,
  readings: readonly (readonly Deed[])[],
  shown: Shown | null,
  { prompt, deedsMs, deedsWorkMs }: Pick<PlanRequest, 'prompt' | 'deedsMs' | 'deedsWorkMs'>,
): Promise<CarriedOut> {
  const mostMs = Math.min(deedsMs ?? Number.POSITIVE_INFINITY, deedsWorkMs ?? Number.POSITIVE_INFINITY);
  const usual = shown ? triedByAgent : tried;
  const most = within(usual, mostMs);
  const patience = deedsMs ?? busiest * usual.endMs;
  const deadline = performance.now() + patience;
  const left = () => Math.min(most.endMs - performer.workMs, deadline - performance.now());
  /** Whether more than `ms` of work were done from now on, or all the time has passed. */
  const after = (ms: number) => {
    const endsAt = performer.workMs + Math.min(ms, left());
    return () => performer.workMs > endsAt || performance.now() > deadline;
  };
  const none = nothing(prompt);
  let best = none;
  /** What a reading does, where it is all that the prompt asks for. What leaves out a name or a value goes only before nothing at all. */
  const read = async (deeds: readonly Deed[], ms: number): Promise<CarriedOut | null> => {
    const attempt = await carryOut(performer, deeds, shown, after(ms));
    const carried = writesOver(performer.path, deeds) ? undone(attempt, deeds) : attempt;
    const isWhole = carried.unmet.length === 0 && carried.done.length + carried.toCome.length > 0;
    const isAll =
      carried.toCome.length > 0 || shown !== null || accountsFor(performer.path, prompt, readings);
    if (best === none || shareDone(carried) > shareDone(best)) best = told(carried, deeds);
    return isWhole && isAll ? carried : null;
  };
  /**
   * Without what was done by a reading that has no place for what the prompt names: it was done to something else, or in another way than was asked.
   * What only leads somewhere stays, with the words that are left out.
   */
  const told = (carried: CarriedOut, deeds: readonly Deed[]): CarriedOut => {
    if (shown || carried.done.length + carried.toCome.length === 0) return carried;
    const out = leftOut(prompt, deeds, textsOf(performer.path)).map((said) => ({ said, reason: notPlaced }));
    const isOnlyWay = performer.path.every(({ part }) => part === 'way');
    const kept = out.length === 0 || isOnlyWay ? carried : { ...carried, done: [], toCome: [] };
    return { ...kept, unmet: [...carried.unmet, ...out] };
  };
  const [first = [], ...others] = readings;
  // A place to see is no deed, and the words for it are found by reading or not at all.
  if (first.every(({ kind }) => kind === 'open'))
    return (await read(first, most.firstMs)) ?? (await firstDone(others)) ?? best;
  // A reading that has no place for a name goes only before nothing at all.
  const isPartial = (deeds: readonly Deed[]) => !shown && leftOut(prompt, deeds).length > 0;
  // On a website each way loads a document, and a second search would load the same ones again.
  const hasLoaded = () => performer.seen.all.some(({ path }) => path.some(({ leavesPage }) => leavesPage));
  const looked = new Set<readonly Deed[]>();
  for (const [deeds, ms] of [[first, most.firstMs] as const, [others[0], most.secondMs] as const]) {
    if (!deeds || isPartial(deeds)) continue;
    if (deeds !== first && (shown || hasLoaded() || !(await performer.retrace([])))) continue;
    looked.add(deeds);
    const carried = await read(deeds, ms);
    if (carried) return carried;
  }
  const search = async () => {
    const sought = await grounded(performer, readings, prompt, after(most.groundedMs));
    return sought && takesKnownName(performer.path, performer.seen.all) ? null : sought;
  };
  const found = await search();
  if (found) return found;
  const hasSeenMore =
    most.exploreMs > 0 &&
    left() > most.exploreMs &&
    (await performer.retrace([])) &&
    (await explore(performer, after(most.exploreMs)));
  const foundThen = hasSeenMore ? await search() : null;
  const untried = readings.filter((deeds) => hasSeenMore || !looked.has(deeds));
  return foundThen ?? (await firstDone(untried)) ?? best;

  async function firstDone(some: readonly (readonly Deed[])[]): Promise<CarriedOut | null> {
    for (const deeds of some) {
      if (left() < leastMs || !(await performer.retrace([]))) return null;
      const carried = await read(deeds, most.otherMs);
      if (carried) return carried;
    }
    return null;
  }
}

const notPlaced = 'The planner did not find out what this is said of.';

const nothing = (said: string): CarriedOut => ({
  done: [],
  toCome: [],
  unmet: [{ said, reason: 'There was no time to look for it.' }],
  sureness: 0,
});

/** What was entered and pressed, and what stands on it. */
const textsOf = (path: readonly Performed[]) =>
  path.flatMap(({ item, value = '', before, what }) => [
    value,
    what,
    item.name,
    item.value,
    ...item.labels,
    ...ownersOf(before, item).flatMap(({ kind, name, also }) => (kind === 'page' ? [] : [name, ...also])),
  ]);

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
