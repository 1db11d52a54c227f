import type { Item, Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { isInside, ownersOf, placeOf, sameItem, topmost } from '../candidates/chain.ts';
import { barOf } from '../candidates/columns.ts';
import type { Choice } from '../candidates/decisions.ts';
import { fitOf, isInFocus, leastFit, type Reached } from '../candidates/mentions.ts';
import { type WayCandidate, wayCandidates } from '../candidates/way-candidates.ts';
import { least } from '../candidates/weights.ts';
import { fingerprint, type Performed, type Performer } from '../perform/performer.ts';

export interface Found<T> {
  found: T;
  confidence: number;
  /** What it is the first of. */
  choice?: Choice;
}

export interface Sought<T> {
  /** The best that the screen has of what is looked for. */
  find: (screen: Screen, reached: Reached) => Found<T> | null;
  /** The confidence from which the search ends. */
  least: number;
  /** Whether the time is over. */
  until: () => boolean;
  /** Nothing is to be changed: what writes is no way. */
  isReading?: true;
}

/**
 * When a search ends in vain. Of 66 tasks in applications that were done, none took more than 13 ways, and 7 unpromising ones. A search in
 * vain took 22 ways before it was stopped.
 */
const mostTries = 16;
const mostUnpromising = 8;
const promising = 0.25;
/** A way that is still on the screen takes a quarter of the time of one that the page is loaded anew for. */
const cheapTry = 0.25;
/**
 * A thorough search ends later, and tries links and the menus of rows from this confidence on: what is looked for may be behind one that has
 * none of the words.
 */
const mostThoroughTries = 22;
const leastLink = 0.003;
const mostDepth = 6;
/** How many ways of one screen are tried at most, beside a menu of what is meant. */
const mostWays = 12;
/** A way that goes on from the present screen costs no reload. */
const stayingBonus = 0.08;

interface Open {
  path: readonly Performed[];
  way: WayCandidate;
  screen: Screen;
}

/**
 * Looks for something on the screen and, while it is not there, takes the most promising way on: best first, over all screens that were
 * seen. After a way that led nowhere, one that is still on the screen is taken at once, and for any other the page is loaded anew. What
 * is found behind a way that was taken at once counts when the film's way alone leads there too.
 * @returns what was found, with the performer on its screen. Null, with the performer where it was, where nothing was found
 */
export async function reach<T>(performer: Performer, deed: Deed, sought: Sought<T>): Promise<T | null> {
  const start = performer.path.length;
  const frontier: Open[] = [];
  const seen = new Set<string>();
  const taken = new Set<string>();
  const triedBefore = new Map<string, number>();
  const vain = new Set<string>();
  const ahead = [...deed.places, ...(deed.thing && deed.kind !== 'create' ? [deed.thing] : [])];
  let unpromising = 0;
  for (let tries = 0; ; ) {
    const here = sought.find(performer.screen, performer.reached);
    const isSure = here !== null && here.confidence >= Math.max(sought.least, performer.least.done);
    if (here?.choice) note(performer, here.choice, isSure);
    if (isSure) {
      const sure = await shortestWay(performer, start, sought, here.found);
      if (sure) {
        performer.believe?.(here.confidence);
        return sure;
      }
    }
    const { screen } = performer;
    const state = fingerprint(screen);
    const depth = performer.path.length - start;
    if (!seen.has(state) && depth < mostDepth) {
      seen.add(state);
      const last = performer.path.length > start ? performer.path.at(-1)! : null;
      const ways = wayCandidates(screen, deed, performer.reached, performer.path.at(-1)?.before ?? null);
      performer.decisions?.note(screen, { ranking: 'way', candidates: ways });
      // What was there before belongs to the screen before, unless something was opened or selected since.
      const own =
        last && last.opens.length === 0
          ? ways.filter(({ item, features }) => isOwn(features) && !(item.isPlaced && last.item.isPlaced))
          : ways;
      for (const way of own.filter(({ how }, index) => index < mostWays || how !== 'press'))
        if (way.confidence >= leastFor(way, performer))
          frontier.push({ path: [...performer.path], way, screen });
    }
    if (tries >= (performer.isThorough ? mostThoroughTries : mostTries) || sought.until()) break;
    const next = take(frontier, performer, { taken, triedBefore, tries }, state);
    if (!next) break;
    if (vain.has(wayName(next))) continue;
    const isPromising = performer.isThorough === true || next.way.confidence >= promising;
    const isCheap = isStillThere(next, performer);
    tries += isCheap ? cheapTry : 1;
    if (isCheap) performer.stepAside(next.path);
    else {
      if (!isPromising && ++unpromising > mostUnpromising) break;
      if (!isHere(next, performer) && !(await performer.retrace(next.path))) continue;
    }
    const item = sameItem(performer.screen, next.screen, next.way.item);
    if (!item) continue;
    const what = `Open “${(item.name || item.labels[0] || 'the menu').slice(0, 60)}”`;
    performer.decisions?.take(next.way, item, performer.screen);
    const outcome = await performer.act({
      do: next.way.how,
      item,
      part: 'way',
      what,
      opens: next.way.opens,
    });
    // A button of a bar that writes is a tool, and leads nowhere.
    const isTool = barOf(next.screen).has(next.way.item);
    if ((sought.isReading || isTool) && outcome.wrote > 0) {
      await performer.returnTo(performer.path.length - 1);
      continue;
    }
    performer.noteOpened(
      ahead.filter((mention) => !isInFocus(mention, outcome.before) && isInFocus(mention, outcome.after)),
    );
    const isVain =
      !outcome.changed && (next.way.opens.length === 0 || item.kind === 'text' || next.way.how !== 'press');
    if (isVain) performer.forgetLast();
    if (isVain && item.kind === 'text') vain.add(wayName(next));
  }
  await performer.returnTo(start);
  return null;
}

/**
 * Leaves presses out of the film that the way does not need: where a later press can be seen on an earlier screen, the way may go on
 * from there. The way is walked anew to see whether it leads to what was found.
 */
async function shortestWay<T>(
  performer: Performer,
  start: number,
  sought: Sought<T>,
  found: T,
): Promise<T | null> {
  const { path, isAside } = performer;
  const short = shortcut(path, start);
  if (short === null && !isAside) return found;
  for (const way of short ? [short, path] : [path]) {
    if (!(await performer.retrace(way))) continue;
    const again = sought.find(performer.screen, performer.reached);
    if (again && again.confidence >= sought.least) return again.found;
  }
  return null;
}

/** The path without what lies between a screen and a later press that can be done on it already. Null where nothing does. */
function shortcut(path: readonly Performed[], start: number): Performed[] | null {
  for (let from = start; from < path.length - 1; from++)
    for (let to = path.length - 1; to > from; to--) {
      const { item, before } = path[to]!;
      const short = [...path.slice(0, from), ...path.slice(to)];
      if (opensAsMuch(short, path) && standsOn(path[from]!.before, before, item)) return short;
    }
  return null;
}

/** What has opened something that the prompt names stays: a later press in it is about it only then. */
function opensAsMuch(short: readonly Performed[], path: readonly Performed[]): boolean {
  const named = new Set(path.flatMap(({ opens }) => opens.filter(({ name }) => name !== null)));
  return [...named].every((mention) => short.includes(path.find(({ opens }) => opens.includes(mention))!));
}

/** Whether an item stands on another screen where it stood. */
function standsOn(screen: Screen, before: Screen, item: Item): boolean {
  const top = topmost(screen);
  const same = sameItem(screen, before, item);
  return (
    same !== null &&
    same.name === item.name &&
    same.isPressable === item.isPressable &&
    Math.hypot(same.box.x - item.box.x, same.box.y - item.box.y) < 4 &&
    (top === null || isInside(screen, same, top))
  );
}

const leastFor = ({ item, features }: WayCandidate, performer: Performer) =>
  performer.isThorough && (features.isMore === 1 || /^(?:link|tab|menu-item|body)$/.test(item.kind))
    ? leastLink
    : performer.least.way;

function note({ decisions, screen }: Performer, choice: Choice, isSure: boolean): void {
  decisions?.note(screen, choice);
  const [first] = choice.candidates;
  if (isSure && first) decisions?.take(first, first.item, screen);
}

const isHere = ({ path }: Open, performer: Performer) =>
  path.length === performer.path.length && path.every((act, index) => act === performer.path[index]);

const isOwn = ({ isNew, isNext }: WayCandidate['features']) => isNew === 1 || isNext === 1;

/**
 * Whether a way that was seen some presses ago can be taken from the present screen: it stands where it stood, and the presses since
 * have opened nothing above it and selected nothing.
 */
function isStillThere({ path, way, screen }: Open, performer: Performer): boolean {
  const { path: walked, screen: present } = performer;
  const since = walked.slice(path.length);
  if (since.length === 0 || !path.every((act, index) => act === walked[index])) return false;
  // An application may keep what is selected.
  if (
    since.some(
      ({ opens, leavesPage, wrote, item }) => opens.length > 0 || leavesPage || (wrote > 0 && !item.isPlaced),
    )
  )
    return false;
  const menus = ({ things }: Screen) => things.filter(({ kind }) => kind === 'menu').length;
  return menus(present) <= menus(screen) && standsOn(present, screen, way.item);
}

/**
 * Takes the best open way out of the list. A way with the same name as one that was taken from the same state is the same way. Null where
 * none is worth trying.
 */
function take(
  frontier: Open[],
  performer: Performer,
  { taken, triedBefore, tries }: Tried,
  state: string,
): Open | null {
  // What was opened or selected on the way is kept: all that can be reached from there comes first, and what opens as much elsewhere.
  const progress = ({ path, way }: Open) => {
    const opened = [
      ...path.flatMap(({ opens }) => opens),
      ...(way.confidence >= least.press || way.how !== 'press' ? way.opens : []),
    ];
    return leadsAway(way.features) ? 0 : new Set(opened).size * Math.max(0, 1 - tries / 12);
  };
  const worth = (open: Open) =>
    (isByName(open) ? 1 : onlyByText) *
      (progress(open) +
        open.way.confidence * 0.9 ** open.path.length * 0.45 ** (triedBefore.get(wayName(open)) ?? 0)) +
    // A rehearsal may try the navigation first. In a film, what is there already is opened.
    (performer.isFilmed && open.way.opens.length > 0 ? 1 : 0);
  const order = (open: Open) => worth(open) + (isHere(open, performer) ? stayingBonus : 0);
  for (;;) {
    const best = frontier.reduce<Open | null>(
      (top, open) => (!top || order(open) > order(top) ? open : top),
      null,
    );
    if (!best) return null;
    frontier.splice(frontier.indexOf(best), 1);
    const key = `${isHere(best, performer) ? state : best.path.length} ${best.way.how} ${placeOf(best.way.item)}`;
    if (taken.has(key) || (worth(best) < least.way && !performer.isThorough)) continue;
    taken.add(key);
    triedBefore.set(wayName(best), (triedBefore.get(wayName(best)) ?? 0) + 1);
    return best;
  }
}

/**
 * Whether all that a way opens is called as the prompt says. A row that only has the words somewhere in its text, such as a person with the
 * title that an opening has, may be about something else: what else can be opened is looked at before all that is in it.
 */
function isByName({ path, way, screen }: Open): boolean {
  const acts = [
    ...path.map(({ item, before, opens }) => ({ item, screen: before, opens })),
    { ...way, screen },
  ];
  return acts.every(({ item, screen, opens }) => {
    const row = ownersOf(screen, item).find(({ kind }) => kind === 'row' || kind === 'card');
    return (
      !row ||
      opens.every(
        (mention) =>
          mention.name === null ||
          [item.name, row.name, ...row.also].some((name) => fitOf(mention, name) >= leastFit),
      )
    );
  });
}
const onlyByText = 0.2;

/** Navigation that was there before leads away from what was opened. */
const leadsAway = ({ isNavigation, isSettings, isNew }: WayCandidate['features']) =>
  isNew === 0 && (isNavigation === 1 || isSettings === 1);

interface Tried {
  /** How many ways were taken in vain. The longer the search, the less what was reached first is believed. */
  tries: number;
  /** Ways that were taken, each with the state it was taken from. */
  taken: Set<string>;
  /** How often a way of this name was taken from any state. */
  triedBefore: Map<string, number>;
}

/** What rows have alike is one way in all rows but those that the deed names. */
const wayName = ({ way: { item, features, how }, screen }: Open) =>
  `${how} ${item.kind} ${item.name} ${features.otherThing === 1 ? '' : (screen.things[item.owner]?.name ?? '')}`;
