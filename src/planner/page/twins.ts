import type { Item, Screen } from './screen.ts';

/**
 * Presses of one name below each other, each under a head of its own, are labelled by their heads: of four entries “Issues” in a navigation, the
 * one below “Mobile” is that of Mobile.
 */
export function withHeadsOfTwins(screen: Screen): Screen {
  const heads = new Map<Item, string>();
  for (const twins of twinsOf(screen)) {
    const found = twins.map((twin) => headOf(twin, twins, screen));
    const names = new Set(found.map((head) => head?.name));
    if (found.every((head) => head !== null) && names.size === twins.length)
      for (const [at, twin] of twins.entries()) heads.set(twin, found[at]!.name);
  }
  if (heads.size === 0) return screen;
  const items = screen.items.map((item) => {
    const head = heads.get(item);
    return head === undefined ? item : { ...item, labels: [head] };
  });
  return { ...screen, items };
}

/** Groups of presses of one name and one owner, in one column. */
function twinsOf({ items }: Screen): Item[][] {
  const named = items.filter(
    ({ kind, name, labels, isPressable }) =>
      isPressable && name !== '' && labels.length === 0 && /^(?:link|button|menu-item|tab)$/.test(kind),
  );
  const groups = Map.groupBy(named, ({ kind, name, owner, box }) => `${kind} ${owner} ${box.x} ${name}`);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** The nearest text above that stands further out, or is a text of its own there. */
function headOf(twin: Item, twins: readonly Item[], { items }: Screen): Item | null {
  const above = items.filter(
    ({ name, kind, box, isPressable }) =>
      name !== '' &&
      box.y + box.height <= twin.box.y + 2 &&
      twin.box.y - box.y < mostAbovePx &&
      box.x < twin.box.x + twin.box.width &&
      (box.x <= twin.box.x - leastOutPx ||
        (kind === 'text' && !isPressable && box.x <= twin.box.x + leastOutPx)),
  );
  const head = above.filter((one) => !twins.includes(one)).sort((a, b) => b.box.y - a.box.y)[0];
  return head ?? null;
}

/** How far out a head stands at least, and how far above at most, in CSS pixels: ten entries of a navigation. */
const leastOutPx = 6;
const mostAbovePx = 400;
