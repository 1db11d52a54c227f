import type { Item, Screen, Thing } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import type { Ordering } from '../../prompt/ordering.ts';
import { rowOf } from '../candidates/chain.ts';
import { isSameText } from '../candidates/likeness.ts';
import type { Performer } from '../perform/performer.ts';
import { reach } from '../search/reach.ts';

/** No list that is put in order by hand is longer. */
const mostPresses = 12;

/**
 * Puts a row among its like with the buttons that it has for that, one press for each place, and looks after each press. What is dragged is not moved.
 * @returns whether it stands where it was asked to, and the path is as before where it does not. Or what is left to ask in the film: a server draws the list anew
 * after each press, and a rehearsal holds its answers back
 */
export async function putInOrder(
  performer: Performer,
  deed: Deed,
  until: () => boolean,
): Promise<boolean | Ordering> {
  const { thing, ordering } = deed;
  if (!thing?.name || !ordering) return false;
  const { name } = thing;
  const start = performer.path.length;
  const first = await reach(performer, deed, {
    find: (screen) => {
      const found = placeIn(screen, name, ordering);
      return found && { found, confidence: found.button || found.left === 0 ? 0.95 : 0 };
    },
    least: 0.9,
    until,
  });
  if (!first) return false;
  for (let at = first, presses = 0; at.left !== 0; presses++) {
    if (!at.button || presses === mostPresses) break;
    const beside = 'name' in ordering ? `, ${ordering.to} “${ordering.name}”` : '';
    const what = `Move “${name}” ${at.left < 0 ? 'up' : 'down'}${beside}`;
    const opens = presses === 0 ? [thing] : [];
    const { wrote } = await performer.act({ do: 'press', item: at.button, part: 'deed', what, opens });
    const asked = stillAsked(ordering, presses + 1);
    const now = placeIn(performer.screen, name, asked);
    const isLate = performer.isFilmed && wrote > 0 && now?.left === at.left;
    const next = isLate ? placeIn(await performer.lookAfter(lateMs), name, asked) : now;
    if (!performer.isFilmed && wrote > 0 && next?.left === at.left) return Math.abs(at.left) === 1 || asked;
    if (!next || Math.abs(next.left) >= Math.abs(at.left)) break;
    at = next;
    if (at.left === 0) return true;
  }
  if (first.left === 0) return true;
  await performer.returnTo(start);
  return false;
}

/** A list that a server draws anew comes a moment after the press. */
const lateMs = 800;

/** Of two places up, one is left after the first press. */
const stillAsked = (ordering: Ordering, presses: number): Ordering =>
  ordering.to === 'by'
    ? { to: 'by', places: Math.sign(ordering.places) * Math.max(0, Math.abs(ordering.places) - presses) }
    : ordering;

interface Place {
  /** How many places it has to go on towards the end. Less than 0: towards the beginning. */
  left: number;
  /** What takes it one place that way. */
  button: Item | null;
}

/** Where a row stands among its like. Null where no row is called so, or several are, or what it should stand beside is not there. */
function placeIn(screen: Screen, name: string, ordering: Ordering): Place | null {
  const movers = screen.items.filter((item) => wayOf(item) !== null);
  const rows = [...new Set(movers.flatMap((item) => rowOf(screen, item) ?? []))];
  const own = rows.filter((row) => isCalled(row, name, screen));
  const [row, ...others] = own;
  if (!row || others.length > 0) return null;
  const list = rows
    .filter(({ parent }) => parent === row.parent)
    .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  const [from, to] = [list.indexOf(row), indexAsked(screen, list, list.indexOf(row), ordering)];
  if (to === null || to < 0 || to >= list.length) return null;
  const left = to - from;
  const button =
    movers.find(
      (item) => rowOf(screen, item) === row && wayOf(item) === Math.sign(left) && !item.isDisabled,
    ) ?? null;
  return { left, button };
}

function indexAsked(screen: Screen, list: readonly Thing[], from: number, ordering: Ordering): number | null {
  if (ordering.to === 'first') return 0;
  if (ordering.to === 'last') return list.length - 1;
  if (ordering.to === 'by') return from + ordering.places;
  if (!('name' in ordering)) return null;
  const at = list.findIndex((row) => isCalled(row, ordering.name, screen));
  if (at < 0 || at === from) return null;
  // Behind it, everything moves up by one place once it is taken out.
  const gap = ordering.to === 'before' ? at : at + 1;
  return gap > from ? gap - 1 : gap;
}

const isCalled = (row: Thing, name: string, screen: Screen) =>
  [row.name, ...row.also].some((one) => isSameText(one, name)) ||
  screen.items.some((item) => rowOf(screen, item) === row && isSameText(item.name, name));

/** 1 for a button that takes its row one place towards the end, -1 for one that takes it the other way. */
function wayOf({ kind, name }: Item): -1 | 1 | null {
  const [, up, down] = kind === 'button' ? (oneOn.exec(name.trim()) ?? []) : [];
  return up ? -1 : down ? 1 : null;
}
/** English only. A button without words is called by its sign: “up”. */
const oneOn =
  /^(?:(?:move|shift|bring|reorder)\s)?(?:\S+\s){0,6}?(?:(up|earlier|higher)|(down|later|lower))(?:\s(?:one|a) (?:place|step|position))?$/iu;
