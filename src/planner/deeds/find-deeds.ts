import type { Screen } from '../page/screen.ts';
import type { PlanRequest } from '../plan.ts';
import type { Deed } from '../prompt/deed.ts';
import { readWithNames } from '../prompt/known-names.ts';
import { leftOut } from '../prompt/left-out.ts';
import { ownersOf } from './candidates/chain.ts';
import { isOfSeveral } from './candidates/mentions/count-of.ts';
import { asTold } from './candidates/readings/readings.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';
import { isGiven, meanings } from './entries.ts';
import { ground } from './grounding/ground.ts';
import { unaccounted } from './grounding/unaccounted.ts';
import { ledToAnother } from './led-to-another.ts';
import { missedNames } from './missed-names.ts';
import { isAnotherView, type Performed, type SeenScreen } from './perform/performer.ts';
import type { Rehearser } from './perform/rehearser.ts';
import { asksForSetting } from './search/asks-for-setting.ts';
import { explore } from './search/explore.ts';
import type { Shown } from './show-place.ts';
import { takesKnownName, writesOver } from './writes-over.ts';

/**
 * How long each way to find the deeds may take, in ms: the likeliest reading of the prompt, then a look around in the application, then with what was seen there the same
 * reading again, the second one, the search by what the screens say of the prompt's words, and the other readings, until `endMs`. Somebody who asks for an agent
 * waits longer.
 */
const tried = {
  firstMs: 3_000,
  exploreMs: 5_000,
  againMs: 5_000,
  secondMs: 4_000,
  groundedMs: 5_500,
  otherMs: 5_000,
  endMs: 23_000,
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
    firstMs: (endMs > withoutLookMs ? most.firstMs : Math.max(most.firstMs, most.againMs)) * share,
    againMs: most.againMs * share,
    secondMs: most.secondMs * share,
    groundedMs: most.groundedMs * share,
    exploreMs: endMs > withoutLookMs ? most.exploreMs : 0,
    otherMs: most.otherMs * share,
    endMs: Math.min(most.endMs, endMs),
  };
}
/** Where something new is asked for, the look around opens forms, too. */
const formsMs = 3_000;
/** How much longer each deed after the first may be looked for, of as many as a prompt asks for. */
const nextMs = 2_000;
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
  given: readonly (readonly Deed[])[],
  shown: Shown | null,
  { prompt, deedsMs, deedsWorkMs }: Pick<PlanRequest, 'prompt' | 'deedsMs' | 'deedsWorkMs'>,
): Promise<CarriedOut> {
  const atFirst = byNames(prompt, given, [performer.screen]);
  const inContext = (deeds: readonly Deed[]) =>
    deeds.length === 1 ? deeds.map((deed) => ({ ...deed, context: prompt })) : deeds;
  let readings = meanings([...(atFirst ? [atFirst] : []), ...given], {
    prompt,
    title: performer.screen.title,
  }).map(inContext);
  const waitedMs = deedsMs ?? Number.POSITIVE_INFINITY;
  const usual = shown ? triedByAgent : tried;
  let most = within(usual, Math.min(waitedMs, deedsWorkMs ?? Number.POSITIVE_INFINITY));
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
  /** The first that was found of which the film has to find a part. */
  let leftToFilm: CarriedOut | null = null;
  /** What a reading does, where it is all that the prompt asks for. What leaves out a name or a value goes only before nothing at all. */
  const read = async (deeds: readonly Deed[], ms: number): Promise<CarriedOut | null> => {
    const attempt = await carryOut(performer, deeds, shown, after(ms + nextMs * (deeds.length - 1)));
    const makesAnother = deeds.some(isGiven) && takesKnownName(performer.path, performer.seen.all);
    const why = ledToAnother(performer.path, deeds, performer.seen.all)
      ? ofAnother
      : writesOver(performer.path, deeds) || makesAnother
        ? written
        : null;
    const carried = why ? undone(attempt, deeds, why) : attempt;
    const isWhole = carried.unmet.length === 0 && carried.done.length + carried.toCome.length > 0;
    const isAll =
      carried.toCome.length > 0 ||
      shown !== null ||
      (unaccounted(performer, prompt, readings).length === 0 &&
        missedNames(performer.path, deeds).length === 0);
    if (best === none || shareDone(carried) > shareDone(best)) best = told(carried, deeds);
    // What the film is to find was not found here. A look around may find it, and another reading may.
    // Where all that it names is in view, the film does it there.
    const isLeftToFilm = carried.toCome.some(({ unseen = [] }) => unseen.length > 0);
    if (isWhole && isAll && isLeftToFilm) leftToFilm ??= carried;
    return isWhole && isAll && !isLeftToFilm ? carried : null;
  };
  /**
   * Without what was done by a reading that has no place for what the prompt names, or saved without some of it: it was done to something else, or in another
   * way than was asked. What only leads somewhere stays, with the words that are left out.
   */
  const told = (carried: CarriedOut, deeds: readonly Deed[]): CarriedOut => {
    if (shown || carried.done.length + carried.toCome.length === 0) return carried;
    const out = [
      ...leftOut(prompt, deeds, textsOf(performer.path)).map((said) => ({ said, reason: notPlaced })),
      ...(carried.toCome.length > 0 ? [] : missedNames(performer.path, deeds)).map((said) => ({
        said,
        reason: 'It was not found, and nothing is done beside it.',
      })),
      ...lackingIn(carried).map((said) => ({
        said,
        reason: 'No control was found that takes it, and nothing is saved without it.',
      })),
    ];
    const isOnlyWay = performer.path.every(({ part }) => part === 'way');
    const kept = out.length === 0 || isOnlyWay ? carried : { ...carried, done: [], toCome: [] };
    return { ...kept, unmet: [...carried.unmet, ...out] };
  };
  /** What is done in a part only says so itself. */
  const lackingIn = ({ unmet, toCome }: CarriedOut): string[] =>
    unmet.length + toCome.length > 0 ? [] : unaccounted(performer, prompt, readings);
  const [first = [], ...others] = readings;
  // A place to see is no deed, and the words for it are found by reading or not at all.
  if (first.every(({ kind }) => kind === 'open'))
    return (
      (await read(first, Math.max(most.firstMs, most.againMs))) ??
      (await firstDone(others)) ??
      leftToFilm ??
      best
    );
  // A reading that has no place for a name goes only before nothing at all, unless the form of something new may ask for it.
  const isPartial = (deeds: readonly Deed[]) =>
    !shown && !makesOne(deeds) && leftOut(prompt, deeds).length > 0;
  // On a website each way loads a document, and a second search would load the same ones again.
  const hasLoaded = () => performer.seen.all.some(({ path }) => path.some(({ leavesPage }) => leavesPage));
  const looked = new Set<readonly Deed[]>();
  const readWhole = async (deeds: readonly Deed[] | undefined, ms: number): Promise<CarriedOut | null> => {
    if (!deeds || isPartial(deeds) || left() < leastMs || !(await performer.retrace([]))) return null;
    looked.add(deeds);
    return read(deeds, ms);
  };
  const atOnce = await readWhole(first, most.firstMs);
  if (atOnce) return atOnce;
  if (isApplication(performer.seen.all)) most = within(usual, waitedMs);
  const makes = readings.some(makesOne);
  const hasSeenMore =
    most.exploreMs > 0 &&
    (await performer.retrace([])) &&
    (await explore(
      performer,
      { prompt, settingsFirst: asksForSetting(first), makes },
      after(most.exploreMs + (makes ? formsMs : 0)),
    ));
  const seen = performer.seen.all.map(({ screen }) => screen);
  const known = hasSeenMore && !atFirst ? byNames(prompt, given, seen)?.map(asTold) : undefined;
  if (known) readings = [inContext(known), ...readings];
  const again = hasSeenMore ? await readWhole(known ?? first, most.againMs) : null;
  // Where no reading so far has found where to begin, the forms tell more of something new than another reading of the words.
  const isUnbegun = makes && hasSeenMore && best.unmet.some(({ said }) => said === first[0]?.said);
  const bySecond = async () => (!shown && !hasLoaded() ? readWhole(others[0], most.secondMs) : null);
  // Where the film has only to find the rest, another way to do a part is no better.
  const byScreens = async () =>
    leftToFilm ? null : grounded(performer, readings, prompt, after(most.groundedMs));
  const found =
    again ??
    (isUnbegun ? ((await byScreens()) ?? (await bySecond())) : ((await bySecond()) ?? (await byScreens())));
  const last = found || (await firstDone(readings.filter((deeds) => !looked.has(deeds))));
  return last || leftToFilm || best;

  async function firstDone(some: readonly (readonly Deed[])[]): Promise<CarriedOut | null> {
    for (const deeds of some) {
      if (left() < leastMs || !(await performer.retrace([]))) return null;
      const carried = await read(deeds, most.otherMs);
      if (carried) return carried;
    }
    return null;
  }
}

/** Whether a press has brought another view of the same document. What is asked for there may be in any of its corners. */
const isApplication = (seen: readonly SeenScreen[]) =>
  seen.some(({ path, screen }) => {
    const last = path.at(-1);
    return last !== undefined && !last.leavesPage && isAnotherView({ before: last.before, after: screen });
  });

/** The likeliest reading by what some screens call things, where it is another one. */
function byNames(
  prompt: string,
  readings: readonly (readonly Deed[])[],
  screens: readonly Screen[],
): Deed[] | null {
  const names = new Set(
    screens.flatMap(({ things, items }) => [
      ...things.flatMap(({ name, also }) => [name, ...also]),
      ...items.flatMap(({ name, value, labels, options }) => [
        name,
        value,
        ...labels,
        ...options.map(({ label }) => label),
      ]),
    ]),
  );
  return readWithNames(prompt, readings[0] ?? [], names);
}

const makesOne = ([first, ...others]: readonly Deed[]) => others.length === 0 && first?.kind === 'create';

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

const written = 'It would have been written over what is there already, or made a second time.';
const ofAnother = 'It would have been done to something that only mentions it.';
const undone = ({ sureness }: CarriedOut, deeds: readonly Deed[], reason: string): CarriedOut => ({
  done: [],
  toCome: [],
  unmet: deeds.map(({ said }) => ({ said, reason })),
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
  const found = await ground(performer, prompt, readings, until);
  if (!found || takesKnownName(performer.path, performer.seen.all)) return null;
  return {
    done: [{ deed: { ...first, said: prompt }, acts: performer.path, seen: null }],
    toCome: [],
    unmet: [
      ...(readings[0]!.some(isOfSeveral) ? [{ said: prompt, reason: doneToOne }] : []),
      ...found.left.map((said) => ({ said, reason: notPlaced })),
    ],
    sureness: found.share,
  };
}

const doneToOne = 'It was done to one of them. Whether there are others was not found out.';
