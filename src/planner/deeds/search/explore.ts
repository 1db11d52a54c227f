import type { Item } from '../../page/screen.ts';
import { isInside, ownersOf, sameItem, topmost } from '../candidates/chain.ts';
import { barOf, columnsOf } from '../candidates/columns.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { creates, edits, refuses, saves } from '../candidates/ways/way-words.ts';
import type { SeenScreen } from '../perform/performer.ts';
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
  performer.hasExplored = true;
  const looked = new Set<SeenScreen>();
  const taken = new Set<string>();
  for (;;) {
    const from = [...performer.seen.all]
      .filter((seen) => !looked.has(seen) && seen.path.length < mostDepth)
      .sort((a, b) => a.path.length - b.path.length)[0];
    if (!from) break;
    looked.add(from);
    for (const item of entriesOf(from).slice(0, mostEntries)) {
      if (until()) return performer.seen.all.length > known;
      const key = wayKey(item);
      if (taken.has(key)) continue;
      taken.add(key);
      await open(performer, from, item);
    }
  }
  return performer.seen.all.length > known;
}

async function open(performer: Rehearser, from: SeenScreen, item: Item): Promise<void> {
  if (!(await goTo(performer, from, item))) return;
  const same = sameItem(performer.screen, from.screen, item);
  if (same) await takeWay(performer, { how: 'press', opens: [] }, same);
}

/** What is called alike leads to places alike: the boards of three teams. */
const wayKey = ({ kind, name }: Item) => `${kind} ${name}`;

/** What leads on from a screen by its place and its kind. What stands in rows is a record and no part of the application. */
function entriesOf({ screen, path }: SeenScreen): Item[] {
  const [columns, bar, top] = [columnsOf(screen), barOf(screen), topmost(screen)];
  const before = path.at(-1)?.before ?? null;
  return screen.items.filter((item) => {
    const { name, kind, isPressable, isDisabled, isSelected, needsHover } = item;
    // Websites have many pages, and each costs a load. Applications draw theirs without one.
    if (loadsPage(item, screen) || item.href === screen.url) return false;
    if (!isPressable || isDisabled || isSelected || needsHover || !isHarmless(item)) return false;
    const called = name.trim();
    if ([creates, edits, refuses, saves].some((words) => words.test(called))) return false;
    if (top && !isInside(screen, item, top)) return false;
    const owners = ownersOf(screen, item).map(({ kind }) => kind);
    if (owners.includes('row') || owners.includes('card') || owners.includes('form')) return false;
    const isNew = before === null || sameItem(before, screen, item) === null;
    if (kind === 'tab' || columns.has(item) || owners.includes('navigation') || owners.includes('tabs'))
      return /^(?:link|button|tab|menu-item|body)$/.test(kind);
    // Of a menu that has just opened, what is named by what it is and not by what it does.
    if (kind === 'menu-item' || kind === 'link') return isNew && top !== null;
    return kind === 'button' && bar.has(item);
  });
}
