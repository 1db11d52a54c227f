import type { Item, Screen, Thing } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { isInside, ownersOf } from '../candidates/chain.ts';
import {
  finishing,
  isKeeping,
  isKeepingOf,
  isKeepingPart,
  isSending,
  makesUnsaid,
} from '../candidates/finishing.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { refuses } from '../candidates/ways/way-words.ts';

/** The buttons that keep or send what stands in a part of the page, outside of dialogs and forms. */

/** What is typed outside of a dialog or form is saved or sent by the button of the part that it stands in: "Comment". */
export function besideField(screen: Screen, deed: Deed, item: Item): Item | null {
  const whole = screen.viewport.width * screen.viewport.height;
  for (const owner of ownersOf(screen, item)) {
    const share = (owner.box.width * owner.box.height) / whole;
    // “Update profile” says which part it is for, however large that is.
    const named = keeperOf(owner, screen);
    if (named) return named;
    if (owner.kind === 'page' || share > mostOfEditor) return atFootOf(screen, deed, item);
    const at = screen.things.indexOf(owner);
    // In an editor that takes more of the window, only what says that it keeps the changes is for all of it.
    const kept = screen.items.find(
      (one) =>
        !isSending(deed) &&
        (isKeeping(one) || isKeepingOf(one, deed)) &&
        isPressed(one) &&
        isInside(screen, one, at),
    );
    const button = kept ?? (share <= mostOfPart ? finishing(screen, deed, at) : null);
    if (button) return button;
  }
  return null;
}
/** What was chosen is kept by the button of its part: “Save visibility” below “Profile visibility”. */
export function keeperOfPart(screen: Screen, item: Item): Item | null {
  for (const owner of ownersOf(screen, item)) {
    const button = keeperOf(owner, screen);
    if (button) return button;
  }
  return null;
}

const keeperOf = (part: Thing, screen: Screen): Item | undefined =>
  part.kind === 'page'
    ? undefined
    : screen.items.find(
        (one) =>
          isPressed(one) && isKeepingPart(one, part) && isInside(screen, one, screen.things.indexOf(part)),
      );

const isPressed = ({ kind, isPressable }: Item) => isPressable && /^(?:button|link|menu-item)$/.test(kind);

/** The button that sends a text stands at the foot of its box, also where nothing is drawn around both. */
function atFootOf(screen: Screen, deed: Deed, { kind, inputType, box }: Item): Item | null {
  if (kind !== 'rich-text' && inputType !== 'textarea') return null;
  const [left, right, foot] = [box.x - 24, box.x + box.width + 24, box.y + box.height];
  const isAtEnd = ({ box: { x, y, height } }: Item) =>
    x >= box.x + box.width - 4 && x <= right && y < foot && y + height > box.y;
  const isAtFoot = (one: Item) =>
    isAtEnd(one) ||
    (one.box.x >= left &&
      one.box.x + one.box.width <= right &&
      one.box.y >= foot - 60 &&
      one.box.y <= foot + 60);
  const named = finishing(screen, deed, null, isAtFoot);
  if (named) return named;
  // Where it is called by what is written, as "Remark", it is the only one there.
  const [only, ...others] = screen.items.filter(
    (item) =>
      item.kind === 'button' &&
      item.isPressable &&
      !item.isDisabled &&
      isAtFoot(item) &&
      item.box.y >= foot - 4 &&
      /\p{L}/u.test(item.name) &&
      !makesUnsaid(item, deed),
  );
  const isSafe = only && !refuses.test(only.name.trim()) && isHarmless(only);
  return isSafe && others.length === 0 ? only : null;
}

/** How much of the window a part and an editor take at most. */
const mostOfPart = 0.3;
const mostOfEditor = 0.6;
