import type { Item, Screen } from '../../page/screen.ts';
import { isInside, sameItem, topmost } from '../candidates/chain.ts';
import { fingerprint, type Performed, type Performer, type SeenScreen } from '../perform/performer.ts';

/** A way that was seen: the acts that lead to its screen, and what is to be pressed there. */
interface SeenWay {
  path: readonly Performed[];
  way: { item: Item };
  screen: Screen;
}

/**
 * Whether a way that was seen some presses ago can be taken without loading the page anew: from the present screen, or from one in the
 * browser's history. A menu or a dialog that was opened in vain is closed. That takes 0.1 s, to go back 0.15, and to load the page anew 0.5.
 */
export async function isInReach(open: SeenWay, performer: Performer): Promise<boolean> {
  if (await isHereStill(open, performer)) return true;
  if (!hasWrittenNothing(open, performer) || !(await performer.revisit?.(open.screen))) return false;
  return isStillThere(open, performer);
}

/**
 * Goes to a screen that was seen, for a press on one of its items or for anything at all.
 * @returns false, with the performer anywhere, where that is not possible any more
 */
export async function goTo(
  performer: Performer,
  { path, screen }: SeenScreen,
  item: Item | null,
): Promise<boolean> {
  const isHere = path.length === performer.path.length && path.every((act, at) => act === performer.path[at]);
  if (isHere && fingerprint(performer.screen) === fingerprint(screen)) return true;
  if (item && (await isInReach({ path, way: { item }, screen }, performer))) {
    performer.stepAside(path);
    return true;
  }
  return performer.retrace(path);
}

async function isHereStill(open: SeenWay, performer: Performer): Promise<boolean> {
  if (!isUndisturbed(open, performer)) return false;
  for (const how of ['escape', 'aside'] as const) {
    if (isStillThere(open, performer)) return true;
    if (!performer.close || !hasOpenedAbove(open, performer)) return false;
    await performer.close(how);
  }
  return isStillThere(open, performer);
}

/** Whether the presses since the ways parted have written nothing: what an application has begun to change stays so. */
function hasWrittenNothing({ path }: SeenWay, { path: walked }: Performer): boolean {
  const parting = walked.findIndex((act, index) => act !== path[index]);
  return parting < 0 || walked.slice(parting).every(({ wrote }) => wrote === 0);
}

/** Whether the presses since a way was seen have selected and changed nothing. */
function isUndisturbed({ path }: SeenWay, { path: walked }: Performer): boolean {
  const since = walked.slice(path.length);
  if (since.length === 0 || !path.every((act, index) => act === walked[index])) return false;
  // An application may keep what is selected.
  return since.every(
    ({ opens, leavesPage, wrote, item }) =>
      opens.length === 0 && !leavesPage && (wrote === 0 || item.isPlaced),
  );
}

/** A way stands where it stood, and nothing is above it. */
const isStillThere = ({ way, screen }: SeenWay, { screen: present }: Performer) =>
  above(present) <= above(screen) && standsOn(present, screen, way.item);

const hasOpenedAbove = ({ screen }: SeenWay, { screen: present }: Performer) =>
  above(present) > above(screen);
const above = ({ things }: Screen) =>
  things.filter(({ kind }) => kind === 'menu' || kind === 'dialog').length;

/** Whether an item stands on another screen where it stood. */
export function standsOn(screen: Screen, before: Screen, item: Item): boolean {
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
