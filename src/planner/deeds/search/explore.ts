import type { Item, Screen } from '../../page/screen.ts';
import { isInside, ownersOf, sameItem, topmost } from '../candidates/chain.ts';
import { barOf, columnsOf } from '../candidates/columns/columns.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { creates, edits, refuses, saves, settings } from '../candidates/ways/way-words.ts';
import type { Outcome, SeenScreen } from '../perform/performer.ts';
import type { Rehearser } from '../perform/rehearser.ts';
import { loadsPage } from './reach.ts';
import { takeWay } from './take-way.ts';
import { goTo } from './within-reach.ts';

/** A person who looks around in an application opens its parts, the tabs of these, and the menus at its edges. */
const mostDepth = 3;
/** Of entries alike on one screen, as a list of teams in the navigation, the first ones show what the others are like. */
const mostEntries = 24;

/**
 * Looks around in the application: opens the entries of its navigation, its tabs, and the menus of the bar across its top, whatever they are called, the
 * nearest first. Searches begin with what was seen then (`performer.explored`).
 * @returns whether there was anything that no search had seen before
 */
export async function explore(performer: Rehearser, until: () => boolean): Promise<boolean> {
  const known = performer.seen.all.length;
  await lookAround(performer, until);
  performer.hasExplored = performer.seen.all.length > known;
  return performer.hasExplored;
}

async function lookAround(performer: Rehearser, until: () => boolean): Promise<void> {
  const looked = new Set<SeenScreen>();
  // What is selected at first has been seen.
  const taken = new Set(performer.screen.items.filter(({ isSelected }) => isSelected).map(wayKey));
  for (;;) {
    const from = [...performer.seen.all]
      .filter((seen) => !looked.has(seen) && seen.path.length < mostDepth)
      .sort((a, b) => a.path.length - b.path.length || worthOf(b) - worthOf(a))[0];
    if (!from) return;
    looked.add(from);
    for (const item of entriesOf(from).slice(0, mostEntries)) {
      if (until()) return;
      const key = wayKey(item);
      if (taken.has(key)) continue;
      taken.add(key);
      const outcome = await open(performer, from, item);
      // The other entries of a menu are deeds too: “Online”, “Away”, “Offline”.
      if (outcome && outcome.wrote > 0 && item.kind === 'menu-item') break;
    }
  }
}

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

/** What is called alike leads to places alike: the boards of three teams. */
const wayKey = ({ kind, name }: Item) => `${kind} ${name}`;

/** What leads on from a screen by its place and its kind. What stands in rows is a record and no part of the application. */
function entriesOf({ screen, path }: SeenScreen): Item[] {
  const [columns, bar, top] = [columnsOf(screen), barOf(screen), topmost(screen)];
  const before = path.at(-1)?.before ?? null;
  const hasOpened = before !== null && menusOf(screen) > menusOf(before);
  return screen.items.filter((item) => {
    const { name, kind, isPressable, isDisabled, isSelected, needsHover } = item;
    // Websites have many pages, and each costs a load. Applications draw theirs without one.
    if (loadsPage(item, screen) || item.href === screen.url) return false;
    if (!isPressable || isDisabled || isSelected || needsHover || !isHarmless(item)) return false;
    const called = name.trim();
    if ([creates, edits, refuses, saves].some((words) => words.test(called))) return false;
    if (top && !isInside(screen, item, top)) return false;
    const owners = ownersOf(screen, item).map(({ kind }) => kind);
    // What stands beside an open menu belongs to the page that the menu was opened on, which may be any.
    if (hasOpened && !owners.includes('menu')) return false;
    if (owners.includes('row') || owners.includes('card') || owners.includes('form')) return false;
    const isNew = before === null || sameItem(before, screen, item) === null;
    if (kind === 'tab' || columns.has(item) || owners.includes('navigation') || owners.includes('tabs'))
      return /^(?:link|button|tab|menu-item|body)$/.test(kind);
    // Of a menu that has just opened, what is named by what it is and not by what it does.
    if (kind === 'menu-item' || kind === 'link') return isNew && (top !== null || owners.includes('menu'));
    return kind === 'button' && bar.has(item);
  });
}

const menusOf = ({ things }: Screen) => things.filter(({ kind }) => kind === 'menu').length;
