import type { Item, Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { containerOf, isInside, keyOf, newItems, topmost } from '../candidates/chain.ts';
import type { Outcome } from '../perform/performer.ts';

/** What a press has opened for a deed. Where the deed has values, a menu may offer them. */
export function openedFor({ kind, fields }: Deed, outcome: Outcome): number | null {
  const { before, after } = outcome;
  const menus = ({ things }: Screen) => things.filter((thing) => thing.kind === 'menu').length;
  const isMenu = kind === 'act' && fields.length > 0 && menus(after) > menus(before);
  return opened(outcome) ?? (isMenu ? after.things.findLastIndex((thing) => thing.kind === 'menu') : null);
}

/** The dialog or form that a press has opened. */
export function opened({ before, after }: Outcome): number | null {
  const top = topmost(after);
  if (top !== null) return top;
  const fresh = newItems({ before, after }, keyOf).filter(({ kind }) =>
    /^(?:field|select|picker|rich-text)$/.test(kind),
  );
  return fresh[0] ? (containerOf(after, fresh[0]) ?? editorOf(fresh, before, after)) : null;
}

/** The part of the screen that came with several fields, or has another heading with them: a form that the page opens among its content. */
function editorOf(fresh: readonly Item[], before: Screen, after: Screen): number | null {
  const known = new Set(before.things.map(({ id, name }) => `${id} ${name}`));
  const at = after.things.findLastIndex(
    ({ kind, id, name }, index) =>
      /^(?:panel|card|group|row)$/.test(kind) &&
      !known.has(`${id} ${name}`) &&
      fresh.length > 1 &&
      fresh.every((item) => isInside(after, item, index)),
  );
  return at < 0 ? null : at;
}
