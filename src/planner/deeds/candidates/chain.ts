import type { Item, Screen, Thing } from '../../page/screen.ts';

/** Who owns what on a screen. */

/** The things around an item, the innermost first. The page comes last. */
export function ownersOf(screen: Screen, item: Item): Thing[] {
  const found: Thing[] = [];
  for (let thing = screen.things[item.owner]; thing; thing = screen.things[thing.parent ?? -1])
    found.push(thing);
  return found;
}

/** The row or the card that an item stands in. */
export const rowOf = (screen: Screen, item: Item): Thing | undefined =>
  ownersOf(screen, item).find(({ kind }) => kind === 'row' || kind === 'card');

/** The innermost dialog, drawer or form that an item is in, as an index. Null where it is in none. */
export function containerOf(screen: Screen, item: Item): number | null {
  for (let at: number | null = item.owner; at !== null; at = screen.things[at]?.parent ?? null)
    if (/^(?:dialog|form)$/.test(screen.things[at]?.kind ?? '')) return at;
  return null;
}

/** The index of a thing of an earlier screen on a later one: by its element, by what it is called, or else by its place. Null where it is gone. */
export function sameThing(screen: Screen, before: Screen, index: number): number | null {
  const thing = before.things[index];
  if (screen === before || !thing) return thing ? index : null;
  const { id, kind, name } = thing;
  const byId = screen.things.findIndex((one) => one.id === id && one.kind === kind);
  const found = byId >= 0 ? byId : screen.things.findIndex((one) => one.kind === kind && one.name === name);
  return found >= 0 ? found : screen.things[index]?.kind === kind ? index : null;
}

/** Whether an item is part of a thing, wherever its box is drawn: a menu that a dialog has opened lies above it, at the end of the page. */
export function isInside(screen: Screen, item: Item, thing: number): boolean {
  for (let at: number | null = item.owner; at !== null; at = screen.things[at]?.parent ?? null)
    if (at === thing || isMenuOver(screen, at, thing)) return true;
  return false;
}

function isMenuOver({ things }: Screen, menu: number, dialog: number): boolean {
  const [above, below] = [things[menu], things[dialog]];
  if (menu <= dialog || above?.kind !== 'menu' || !below?.isModal) return false;
  const [a, b] = [above.box, below.box];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** How many dialogs lie above the page. */
export const dialogsOn = ({ things }: Screen) => things.filter(({ isModal }) => isModal).length;

/** The thing that lies above all others, if any. */
export function topmost(screen: Screen): number | null {
  const index = screen.things.findLastIndex(({ isModal }) => isModal);
  return index < 0 ? null : index;
}

/**
 * Finds an item again on another reading of the page. A page that was loaded anew has given its ids to other elements: of four entries “Issues”
 * of a navigation, another one may have it now.
 */
export function sameItem(screen: Screen, before: Screen, item: Item): Item | null {
  const byId = screen.idsFrom === before.idsFrom ? screen.items.find(({ id }) => id === item.id) : undefined;
  if (byId && byId.kind === item.kind && byId.name === item.name) return byId;
  const around = { names: namesAround(before, item), row: rowOf(before, item)?.name };
  const alike = screen.items
    .filter((one) => one.kind === item.kind && (one.name === item.name || isAt(one, item)))
    .map((one) => ({ one, fit: fitOf(screen, one, item, around) }))
    .sort((a, b) => b.fit - a.fit);
  if (alike[0] && alike[0].fit > 0) return alike[0].one;
  // What looked like a button turns out to be a list once that has opened.
  return byId && opensList(byId) && opensList(item) && isAt(byId, item) ? byId : null;
}

const opensList = ({ kind }: Item) => kind === 'button' || kind === 'picker';

const isAt = ({ box: a }: Item, { box: b }: Item) => Math.abs(a.x - b.x) < 12 && Math.abs(a.y - b.y) < 12;

const namesAround = (screen: Screen, item: Item) => ownersOf(screen, item).map(({ name }) => name);

function fitOf(
  screen: Screen,
  one: Item,
  item: Item,
  { names, row }: { names: string[]; row: string | undefined },
): number {
  const own = namesAround(screen, one);
  const shared = names.filter((name, index) => name !== '' && own[index] === name).length;
  // A switch that shows "Off" now is still that of its row, and not the one of another row that shows "On".
  const other = rowOf(screen, one)?.name;
  const ofRow = !row || !other ? 0 : row === other ? 1 : -1;
  const label = one.labels[0] === item.labels[0] ? 1 : 0;
  const place = 1 - Math.min(1, (Math.abs(one.box.x - item.box.x) + Math.abs(one.box.y - item.box.y)) / 600);
  return (one.name === item.name ? 1 : 0) + label + 0.5 * shared + ofRow + place;
}

/** What an item is called and what it belongs to: the same on every screen that has it, wherever it stands there. */
export const keyOf = ({ kind, name, labels, owner }: Item, { things }: Screen) =>
  `${kind} ${name} ${labels[0] ?? ''} ${things[owner]?.name ?? ''}`;

/** Tells an item of a screen from all others, also from those of the same name, and also after the page was loaded anew. */
export const placeOf = ({ kind, name, labels, box }: Item) =>
  `${kind} ${name} ${labels[0] ?? ''} ${Math.round(box.x / 4)} ${Math.round(box.y / 4)}`;

/** The items that one screen has and another, before it, does not have. */
export function newItems(
  { before, after }: { before: Screen; after: Screen },
  identity: (item: Item, screen: Screen) => string,
): Item[] {
  const known = new Set(before.items.map((item) => identity(item, before)));
  return after.items.filter((item) => !known.has(identity(item, after)));
}

const keys = new WeakMap<Screen, Set<string>>();
/** The keys of all items of a screen. */
export function keysOf(screen: Screen): Set<string> {
  const known = keys.get(screen) ?? new Set(screen.items.map((item) => keyOf(item, screen)));
  keys.set(screen, known);
  return known;
}
