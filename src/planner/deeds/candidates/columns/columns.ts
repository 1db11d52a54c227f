import type { Item, Screen } from '../../../page/screen.ts';
import { ownersOf } from '../chain.ts';

/** How many entries a column has at least, and how much of the window lies left of its right edge at most. */
const leastEntries = 4;
const mostShare = 0.35;

/**
 * What stands in a column of navigation by its look: presses of one width below each other, at the left edge of the window, and in no
 * row, dialog or form. Many applications say it by nothing else.
 */
export function columnsOf(screen: Screen): ReadonlySet<Item> {
  const known = remembered.get(screen) ?? findColumns(screen);
  remembered.set(screen, known);
  return known;
}
const remembered = new WeakMap<Screen, ReadonlySet<Item>>();

function findColumns(screen: Screen): ReadonlySet<Item> {
  const columns = new Map<string, Item[]>();
  for (const item of screen.items) {
    if (!isEntry(item, screen)) continue;
    const place = `${Math.round(item.box.x / 4)} ${Math.round(item.box.width / 4)}`;
    const column = columns.get(place);
    if (column) column.push(item);
    else columns.set(place, [item]);
  }
  return new Set([...columns.values()].filter((column) => areStacked(column)).flat());
}

const isEntry = (item: Item, screen: Screen) =>
  /^(?:button|link|body|menu-item)$/.test(item.kind) &&
  item.isPressable &&
  item.name !== '' &&
  (item.box.width > 2 * item.box.height || isOfRail(item)) &&
  item.box.x + item.box.width <= mostShare * screen.viewport.width &&
  !ownersOf(screen, item).some(
    ({ kind, box }) =>
      /^(?:row|card|dialog|form|table)$/.test(kind) || (kind === 'menu' && !isAtEdge(box, screen)),
  );

/** A rail has pictures in place of words. Tools of a drawing may stand like that as well, and are no links. */
const isOfRail = ({ kind, box }: Item) =>
  kind === 'link' && box.x + box.width <= mostRailPx && box.height >= leastPicturePx;
const mostRailPx = 100;
/** Words of a text are lower than a picture that is to be pressed. */
const leastPicturePx = 24;

/** Some libraries draw the navigation as a menu that is always open: from the left edge of the window down, and not beside what opened it. */
const isAtEdge = ({ x, height }: Item['box'], { viewport }: Screen) =>
  x < 24 && height > 0.25 * viewport.height;

/**
 * What stands in a bar across the top of the window: buttons side by side, in nothing but the page. They open what belongs to the whole
 * application: who shares it, its settings, its libraries.
 */
export function barOf(screen: Screen): ReadonlySet<Item> {
  const known = rememberedBars.get(screen) ?? findBar(screen);
  rememberedBars.set(screen, known);
  return known;
}
const rememberedBars = new WeakMap<Screen, ReadonlySet<Item>>();
const barPx = 96;

function findBar(screen: Screen): ReadonlySet<Item> {
  const across = screen.items.filter(
    (item) =>
      /^(?:button|link|picker|field)$/.test(item.kind) &&
      item.isPressable &&
      item.box.y + item.box.height <= barPx &&
      !ownersOf(screen, item).some(({ kind }) => /^(?:row|card|dialog|menu|form|table)$/.test(kind)),
  );
  // A mark, a search, news, and who is signed in: nobody presses a field to go somewhere, but it fills the bar.
  const found = across.filter(({ kind }) => kind !== 'field');
  return new Set(across.length >= leastEntries ? found : []);
}

function areStacked(column: readonly Item[]): boolean {
  if (column.length < leastEntries) return false;
  const stacked = [...column].sort((a, b) => a.box.y - b.box.y);
  return stacked.every(({ box }, index) => {
    const above = stacked[index - 1]?.box;
    return above === undefined || box.y >= above.y + above.height - 1;
  });
}
