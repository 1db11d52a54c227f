import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, Mention } from '../../prompt/deed.ts';
import { placeOf, rowOf, sameItem, topmost } from '../candidates/chain.ts';
import { barOf } from '../candidates/columns/columns.ts';
import type { Choice } from '../candidates/decisions.ts';
import { isInFocus } from '../candidates/mentions/focus.ts';
import { type WayCandidate, wayCandidates } from '../candidates/ways/way-candidates.ts';
import {
  fingerprint,
  isAnotherView,
  type Outcome,
  type Performer,
  type SeenScreen,
} from '../perform/performer.ts';
import { reachedBy } from '../perform/reached-by.ts';
import { Frontier, isHere } from './frontier.ts';
import { isTriedForm } from './makers.ts';
import { shortestWay } from './shortest-way.ts';
import type { Found, Sought } from './sought.ts';
import { Survey } from './survey.ts';
import { takeWay } from './take-way.ts';
import { isInReach } from './within-reach.ts';

/**
 * When a search ends in vain. Of 66 tasks in applications that were done, none took more than 13 ways, and 7 unpromising ones. A search in
 * vain took 22 ways before it was stopped.
 */
const mostTries = 18;
const mostUnpromising = 8;
const promising = 0.25;
/** A way from the present screen takes a quarter of the time of one that the page is loaded anew for. */
const cheapTry = 0.25;
/**
 * A thorough search ends later, and tries links and the menus of rows from this confidence on: what is looked for may be behind one that has
 * none of the words.
 */
const mostThoroughTries = 22;
const leastLink = 0.003;
const mostDepth = 6;
/** How many ways of one screen are tried at most, beside a menu of what is meant. An application has up to 30 entries of navigation. */
const mostWays = 40;

/**
 * Looks for something on the screen and, while it is not there, takes the most promising way on: best first, over all screens that were
 * seen. After a way that led nowhere, one that is still on the screen is taken at once, and for any other the page is loaded anew. What
 * is found behind a way that was taken at once counts when the film's way alone leads there too.
 * @param sought its `survey` is what searches for the same thing have seen
 * @returns what was found, with the performer on its screen. Null, with the performer where it was, where nothing was found
 */
export async function reach<T>(
  performer: Performer,
  deed: Deed,
  sought: Sought<T> & { survey?: Survey },
): Promise<T | null> {
  const from = [...performer.path];
  const start = from.length;
  // What lies behind a deed that has begun is seen from there only.
  const named = [...deed.places, ...(deed.thing ? [deed.thing] : [])];
  const explored =
    start === 0 ? performer.explored.filter((seen) => isFor(named, seen) && !isTriedForm(seen)) : [];
  const { survey = new Survey() } = sought;
  if (survey.isEmpty) for (const one of explored) survey.add(one);
  const leastSure = Math.max(sought.least, performer.least.done);
  if (!survey.isEmpty) {
    const known = await survey.goToBest(performer, sought, leastSure);
    if (known) return known.found;
    await performer.retrace(from);
  }
  const frontier = new Frontier();
  const seen = new Set<string>();
  const { takes = () => true } = sought;
  for (const { path, screen } of explored) {
    seen.add(fingerprint(screen));
    const point = { path, screen, reached: reachedBy(path, screen) };
    for (const way of waysOn(performer, deed, start, point))
      if (takes(way.item, screen) && !isTaken(way, point, explored)) frontier.add({ path, way, screen });
  }
  const ahead = [...deed.places, ...(deed.thing && deed.kind !== 'create' ? [deed.thing] : [])];
  let [unpromising, late] = [0, 0];
  for (let tries = 0; ; ) {
    const here = sought.find(performer.screen, performer.reached);
    const isSure = here !== null && here.confidence >= leastSure;
    if (here?.choice) note(performer, here.choice, isSure);
    if (isSure) {
      const sure = await shortestWay(performer, start, sought, here.found);
      if (sure) {
        performer.believe?.(here.confidence);
        survey.add(performer);
        return sure;
      }
    }
    const state = fingerprint(performer.screen);
    if (!seen.has(state) && performer.path.length - start < mostDepth) {
      seen.add(state);
      survey.add(performer);
      for (const way of waysOn(performer, deed, start).filter(({ item }) => takes(item, performer.screen)))
        frontier.add({ path: [...performer.path], way, screen: performer.screen });
    }
    if (tries >= (performer.isThorough ? mostThoroughTries : mostTries)) break;
    const next = frontier.take(performer, state, tries);
    if (!next) break;
    if (sought.until()) {
      if (!isAtHandNow(next, performer) || late === mostLate) break;
      late++;
    }
    const isPromising = performer.isThorough === true || next.way.confidence >= promising;
    const isCheap = await isInReach(next, performer);
    const isAtHand = isCheap || isHere(next, performer);
    tries += isAtHand ? cheapTry : 1;
    if (
      !isPromising &&
      (!isAtHand || loadsPage(next.way.item, next.screen)) &&
      ++unpromising > mostUnpromising
    )
      break;
    if (isCheap) performer.stepAside(next.path);
    else if (!isAtHand && !(await performer.retrace(next.path))) continue;
    const item = sameItem(performer.screen, next.screen, next.way.item);
    if (!item) continue;
    performer.decisions?.take(next.way, item, performer.screen);
    const outcome = await takeWay(performer, next.way, item);
    // A button of a bar that writes is a tool, an option that writes is a value, an entry of a menu that writes does what it says, and none leads anywhere.
    const isTool =
      barOf(next.screen).has(next.way.item) ||
      item.kind === 'option' ||
      (item.kind === 'menu-item' && isTry(outcome));
    const isOnlyDone =
      sought.isReading || isTool || flipsSwitch(outcome, performer.path.at(-1)?.item ?? item);
    if (isOnlyDone && outcome.wrote > 0 && !isAnotherView(outcome)) {
      await performer.returnTo(performer.path.length - 1);
      continue;
    }
    if (isTry(outcome) && item.kind === 'button' && item.name !== '') frontier.giveUpAlike(next);
    performer.noteOpened(
      ahead.filter((mention) => !isInFocus(mention, outcome.before) && isInFocus(mention, outcome.after)),
    );
    const isVain =
      !outcome.changed && (next.way.opens.length === 0 || item.kind === 'text' || next.way.how !== 'press');
    if (isVain) performer.forgetLast();
    if (next.way.how === 'look-up' || (isVain && item.kind === 'text')) frontier.giveUp(next);
  }
  const best = await lastResort(performer, deed, sought, { survey, leastSure });
  if (best) {
    performer.believe?.(best.confidence);
    return best.found;
  }
  await performer.retrace(from);
  return null;
}

/**
 * What is taken where a search ends in vain. A place that no screen knows was no place, such as the "Windows session" of a browser. Last comes
 * what is less sure and proves itself.
 */
async function lastResort<T>(
  performer: Performer,
  deed: Deed,
  sought: Sought<T>,
  { survey, leastSure }: { survey: Survey; leastSure: number },
): Promise<Found<T> | null> {
  const unknown = survey.unknownAmong(deed.places);
  const anywhere: Sought<T> = { ...sought, find: (screen, reached) => sought.find(screen, reached, unknown) };
  return (
    (unknown.length > 0 && (await survey.goToBest(performer, anywhere, leastSure))) ||
    (sought.leastOfAll === undefined
      ? null
      : await survey.goToBest(performer, sought, sought.leastOfAll, ({ provesItself }) => !!provesItself))
  );
}

/** Whether the last act has brought a way that is nearly sure, such as the menu of what is meant. It is taken though the time is over. */
const isAtHandNow = ({ way }: { way: WayCandidate }, performer: Performer) =>
  way.features.isNew === 1 &&
  way.confidence >= 0.9 &&
  performer.screen.items.includes(way.item) &&
  !performer.isFilmed;
const mostLate = 2;

/** Whether a press has only done something: it has led nowhere, and has opened nothing. */
const isTry = (outcome: Outcome) =>
  outcome.wrote > 0 && topmost(outcome.before) === topmost(outcome.after) && !isAnotherView(outcome);

/** Whether a press has turned the switch of its row: that was no way to anywhere, and nobody asked for it. */
function flipsSwitch({ before, after }: Outcome, item: Item): boolean {
  const row = rowOf(before, item);
  if (!row) return false;
  return before.items.some((one) => {
    const now = one.kind === 'toggle' && rowOf(before, one) === row ? sameItem(after, before, one) : null;
    return now !== null && now.isOn !== null && now.isOn !== one.isOn;
  });
}

/** The ways on from the present screen that are worth a try. */
function waysOn(
  performer: Performer,
  deed: Deed,
  start: number,
  { screen, path, reached }: Pick<Performer, 'screen' | 'path' | 'reached'> = performer,
): WayCandidate[] {
  const last = path.length > start ? path.at(-1)! : null;
  const ways = wayCandidates(screen, deed, reached, path.at(-1)?.before ?? null);
  performer.decisions?.note(screen, { ranking: 'way', candidates: ways });
  // What was there before belongs to the screen before, unless something was opened or selected since.
  const own =
    last && last.opens.length === 0
      ? ways.filter(({ item, features }) => isOwn(features) && !(item.isPlaced && last.item.isPlaced))
      : ways;
  return own
    .filter(({ how }, index) => index < mostWays || how !== 'press')
    .filter((way) => way.confidence >= leastFor(way, performer));
}

/** Whether nothing was opened on the way to a screen but what is named: another reading of the prompt has mentions of its own. */
const isFor = (named: readonly Mention[], { path }: SeenScreen) =>
  path.every(({ opens }) => opens.length === 0 || opens.some((mention) => named.includes(mention)));

/** Whether somebody who looked around has taken a way already. */
const isTaken = (
  { item, how }: WayCandidate,
  { path }: { path: SeenScreen['path'] },
  explored: readonly SeenScreen[],
) =>
  explored.some((seen) => {
    const next = seen.path[path.length];
    return (
      next?.do === how &&
      placeOf(next.item) === placeOf(item) &&
      path.every((act, at) => act === seen.path[at])
    );
  });

/** Whether a press on an item may load another document. */
export const loadsPage = ({ href }: Item, { url }: Screen): boolean =>
  href !== null && href.split('#')[0] !== url.split('#')[0];

const isOwn = ({ isNew, isNext, isPage }: WayCandidate['features']) => isNew + isNext + isPage > 0;

const leastFor = ({ item, features }: WayCandidate, performer: Performer) =>
  performer.isThorough && (features.isMore === 1 || /^(?:link|tab|menu-item|body)$/.test(item.kind))
    ? leastLink
    : performer.least.way;

function note({ decisions, screen }: Performer, choice: Choice, isSure: boolean): void {
  decisions?.note(screen, choice);
  const [first] = choice.candidates;
  if (isSure && first) decisions?.take(first, first.item, screen);
}
