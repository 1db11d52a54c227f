import type { Item, Screen } from '../../page/screen.ts';
import { isOfOthers } from '../../prompt/own-settings.ts';
import { isInside, ownersOf, sameItem, topmost } from '../candidates/chain.ts';
import { barOf, columnsOf } from '../candidates/columns/columns.ts';
import { mayBeOpened } from '../candidates/harmless.ts';
import { shareOf } from '../candidates/likeness.ts';
import { withMakerMenu } from '../candidates/ways/maker-menu.ts';
import { sharesTopic } from '../candidates/ways/topics.ts';
import { creates, edits, refuses, saves, settings, unfolds } from '../candidates/ways/way-words.ts';
import type { Outcome, SeenScreen } from '../perform/performer.ts';
import type { Rehearser } from '../perform/rehearser.ts';
import { AlikePages } from './alike-pages.ts';
import { makersOn } from './makers.ts';
import { loadsPage } from './reach.ts';
import { takeWay } from './take-way.ts';
import { goTo } from './within-reach.ts';

/** A person who looks around in an application opens its parts, the tabs of these, and the menus at its edges. */
const mostDepth = 3;
/** Of entries alike on one screen, as a list of teams in the navigation, the first ones show what the others are like. */
const mostEntries = 24;

interface Interest {
  prompt: string;
  /** The settings, with all that stands behind them, come before anything else. */
  settingsFirst: boolean;
  /** Something new is asked for. */
  makes: boolean;
}

/**
 * Looks around in the application: opens the entries of its navigation, its tabs, the folded parts of its pages, and the menus of the bar across its top,
 * whatever they are called. What has to do with the prompt by its name comes first, and then the nearest. Searches begin with what was seen then
 * (`performer.explored`).
 * @returns whether there was anything that no search had seen before
 */
export async function explore(
  performer: Rehearser,
  interest: Interest,
  until: () => boolean,
): Promise<boolean> {
  const known = performer.seen.all.length;
  await lookAround(performer, interest, until);
  performer.hasExplored = performer.seen.all.length > known;
  return performer.hasExplored;
}

/** What leads on from a screen and was not opened yet. */
interface Entry {
  from: SeenScreen;
  item: Item;
  isOfSettings: boolean;
  /** It opens the form of something new. */
  isMaker: boolean;
  /** It shares a word with the prompt, or what it is about. */
  isAsked: boolean;
}

async function lookAround(
  performer: Rehearser,
  { prompt, settingsFirst, makes }: Interest,
  until: () => boolean,
): Promise<void> {
  const looked = new Set<SeenScreen>();
  const alike = new AlikePages();
  const isFresh = ({ item, from }: Entry) => Number(!alike.has(item, from.screen));
  // What is selected at first has been seen.
  const { screen } = performer;
  const selected = screen.items.filter(({ isSelected }) => isSelected);
  const taken = new Set(selected.map((item) => wayKey(item, screen)));
  let left: Entry[] = [];
  for (;;) {
    for (const from of performer.seen.all) {
      if (looked.has(from)) continue;
      looked.add(from);
      const waiting = new Set(left.map(({ item, from }) => wayKey(item, from.screen)));
      const isNew = (item: Item) => {
        const key = wayKey(item, from.screen);
        return !taken.has(key) && !waiting.has(key);
      };
      left.push(...entriesAt(from, prompt, makes, isNew));
    }
    left = left
      .filter(({ item, from }) => !taken.has(wayKey(item, from.screen)) && !isOfOthers(prompt, item.name))
      .sort(
        (a, b) =>
          (settingsFirst ? firstOfSettings(a, b) : 0) ||
          asked(a, b) ||
          isFresh(b) - isFresh(a) ||
          nearer(a, b),
      );
    const [next] = left;
    if (!next || until()) return;
    taken.add(wayKey(next.item, next.from.screen));
    const outcome = await open(performer, next.from, next.item);
    if (outcome) alike.note(next.item, next.from.screen, outcome.after);
    // The other entries of a menu are deeds too: “Online”, “Away”, “Offline”.
    if (outcome && outcome.wrote > 0 && next.item.kind === 'menu-item')
      left = left.filter(({ from }) => from !== next.from);
  }
}

function entriesAt(
  from: SeenScreen,
  prompt: string,
  makes: boolean,
  isNew: (item: Item) => boolean,
): Entry[] {
  const isOfSettings = from.path.some(leadsToSettings);
  const folded = (item: Item) => isFolded(item, from.screen);
  // A folded part is no further away than its page.
  const makers = makes && from.path.length < mostDepth ? makersOn(from.screen) : [];
  return [...makers, ...entriesOf(from)]
    .filter((item) => from.path.length < mostDepth || (from.path.length === mostDepth && folded(item)))
    .filter(isNew)
    .slice(0, mostEntries)
    .map((item) => ({
      from,
      item,
      isOfSettings: isOfSettings || leadsToSettings({ item }),
      isMaker: makers.includes(item),
      isAsked: shareOf(item.name, prompt) >= leastAsked || sharesTopic(prompt, item.name),
    }));
}
const leastAsked = 0.5;

/** “Settings”, and also “Settings menu”. */
const leadsToSettings = ({ item: { name } }: { item: Item }) =>
  settings.test(name.trim()) || settings.test(name.trim().replace(/\s\p{L}+$/u, ''));

const asked = (a: Entry, b: Entry) => Number(b.isAsked) - Number(a.isAsked);
const firstOfSettings = (a: Entry, b: Entry) => Number(b.isOfSettings) - Number(a.isOfSettings);

/** What is made where a page is shown is a form of that page, and tells more than the next page. */
const nearer = ({ from: a, isMaker: makesA }: Entry, { from: b, isMaker: makesB }: Entry) =>
  a.path.length - b.path.length || Number(makesB) - Number(makesA) || worthOf(b) - worthOf(a);

/**
 * A menu of the navigation comes before a page, which may have filters of its own beside its list, and the menu of a row comes last. Of the pages, the
 * settings have most parts that are seen from nowhere else.
 */
function worthOf({ screen, path }: SeenScreen): number {
  const last = path.at(-1);
  if (!last) return 1;
  const { item, before } = last;
  if (!screen.things.some(({ kind }) => kind === 'menu')) return settings.test(item.name.trim()) ? 1.5 : 1;
  const isOfNavigation =
    barOf(before).has(item) ||
    columnsOf(before).has(item) ||
    ownersOf(before, item).some(({ kind }) => kind === 'navigation');
  return isOfNavigation ? 2 : 0;
}

async function open(performer: Rehearser, from: SeenScreen, item: Item): Promise<Outcome | null> {
  if (!(await goTo(performer, from, item))) return null;
  const same = sameItem(performer.screen, from.screen, item);
  return same && takeWay(performer, { how: 'press', opens: [] }, same);
}

/** What is called alike leads to places alike: the boards of three teams. A folded part is called by its heading. */
const wayKey = (item: Item, screen: Screen) =>
  `${item.kind} ${item.name}${isFolded(item, screen) ? ` ${screen.url} ${partOf(item, screen)}` : ''}`;

const partOf = (item: Item, screen: Screen) => ownersOf(screen, item)[0]?.name ?? '';

/** Whether a press shows a folded part of the page, by its words or by its width: a heading over the whole part that says it is folded. */
const isFolded = (item: Item, screen: Screen): boolean =>
  /^(?:button|body)$/.test(item.kind) &&
  item.isExpanded !== true &&
  (unfolds.test(item.name.trim()) || (item.isExpanded === false && item.box.width >= leastHeadingPx)) &&
  ownersOf(screen, item).every(({ kind }) => /^(?:panel|group|page|form|dialog|list)$/.test(kind));
const leastHeadingPx = 300;

/** What leads on from a screen by its place and its kind. What stands in rows is a record and no part of the application. */
function entriesOf({ screen, path }: SeenScreen): Item[] {
  const [columns, bar, top] = [columnsOf(screen), barOf(screen), topmost(screen)];
  const before = path.at(-1)?.before ?? null;
  const made = new Set(
    withMakerMenu(screen)
      .items.filter((item) => !screen.items.includes(item))
      .map(({ id }) => id),
  );
  const hasOpened = before !== null && menusOf(screen) > menusOf(before);
  return screen.items.filter((item) => {
    const { name, kind, isPressable, isDisabled, isSelected, needsHover } = item;
    // Websites have many pages, and each costs a load. Applications draw theirs without one.
    if (loadsPage(item, screen) || item.href === screen.url || made.has(item.id)) return false;
    if (!isPressable || isDisabled || isSelected || needsHover || !mayBeOpened(item, screen)) return false;
    if (top && !isInside(screen, item, top)) return false;
    const called = name.trim();
    const owners = ownersOf(screen, item).map(({ kind }) => kind);
    // “Manage” is a part of an application where its navigation has it, and a deed elsewhere.
    const isOfNavigation = columns.has(item) || owners.includes('navigation');
    if (
      (isOfNavigation ? [creates, refuses] : [creates, edits, refuses, saves]).some((one) => one.test(called))
    )
      return false;
    // What is unfolded already shows what it has.
    if (isOfNavigation && item.isExpanded === true) return false;
    // What stands beside an open menu belongs to the page that the menu was opened on, which may be any.
    if (hasOpened && !owners.includes('menu')) return false;
    if (isFolded(item, screen)) return true;
    if (owners.includes('row') || owners.includes('card') || owners.includes('form')) return false;
    const isNew = before === null || sameItem(before, screen, item) === null;
    if (kind === 'tab' || isOfNavigation || owners.includes('tabs'))
      return /^(?:link|button|tab|menu-item|body)$/.test(kind);
    // Of a menu that has just opened, what is named by what it is and not by what it does.
    if (kind === 'menu-item' || kind === 'link') return isNew && (top !== null || owners.includes('menu'));
    return kind === 'button' && bar.has(item);
  });
}

const menusOf = ({ things }: Screen) => things.filter(({ kind }) => kind === 'menu').length;
