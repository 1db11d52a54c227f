import type { Item, Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { newItems, placeOf, sameItem, topmost } from '../candidates/chain.ts';
import type { Reached } from '../candidates/mentions/scope.ts';
import { pressCandidates } from '../candidates/press-candidates.ts';
import { withMakerMenu } from '../candidates/ways/maker-menu.ts';
import { least } from '../candidates/weights.ts';
import type { Outcome, Performer } from '../perform/performer.ts';

/**
 * Where a press on what the deed's verb names has only opened a menu, what the menu has for the deed: “Create a new channel” behind “Add channels”.
 * @param opener what was pressed. The performer is before it again, and presses it as the way to the menu
 * @returns null where the menu has nothing for the deed
 */
export async function chooseInMenu(
  performer: Performer,
  deed: Deed,
  opener: Item,
  seen: Outcome,
): Promise<{ outcome: Outcome; name: string } | null> {
  const listed = listedFor(deed, seen, performer.reached);
  const shown = listed && sameItem(performer.screen, seen.before, opener);
  if (!shown) return null;
  const what = `Open “${opener.name || deed.verb}”`;
  const opened = await performer.act({ do: 'press', item: shown, part: 'way', what, opens: [] });
  const item =
    sameItem(opened.after, seen.after, listed) ??
    sameItem(await performer.lookAfter(lateMs), seen.after, listed);
  if (!item) return null;
  const opens = deed.thing ? [deed.thing] : [];
  const outcome = await performer.act({
    do: 'press',
    item,
    part: 'deed',
    what: `Press “${item.name}”`,
    opens,
  });
  return { outcome, name: item.name };
}

/** A menu may take a moment to come. */
const lateMs = 600;

function listedFor(deed: Deed, outcome: Outcome, reached: Reached): Item | null {
  const menus = ({ things }: Screen) => things.filter(({ kind }) => kind === 'menu').length;
  if (menus(outcome.after) <= menus(outcome.before)) return null;
  // A menu may move what has opened it.
  const like = ({ items }: Screen, name: string) => items.filter((one) => one.name === name).length;
  const brought = new Set(
    newItems(outcome, placeOf).filter(({ name }) => like(outcome.after, name) > like(outcome.before, name)),
  );
  const scope = { mentions: [], reached, container: topmost(outcome.after) };
  const isBrought = ({ id }: Item) => [...brought].some((one) => one.id === id);
  const [best] = pressCandidates(withMakerMenu(outcome.after), deed, scope).filter(
    ({ item }) => isBrought(item) && /^(?:menu-item|option|button|link)$/.test(item.kind),
  );
  return best && best.confidence >= least.press
    ? (outcome.after.items.find(({ id }) => id === best.item.id) ?? null)
    : null;
}
