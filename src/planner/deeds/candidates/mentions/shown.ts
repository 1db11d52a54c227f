import type { Screen } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { ownersOf } from '../chain.ts';
import { likeness, says } from '../likeness.ts';
import { isRow } from './rows.ts';

/** Whether the screen says a name. */

/** Whether the name of a mention stands anywhere on the screen. */
export const isShown = ({ name }: Mention, screen: Screen) =>
  name !== null && screen.items.some((item) => fitOfName(name, item.name) || fitOfName(name, item.value));

/** Whether the name of a mention stands on the screen somewhere else than in a list. */
export const isShownApart = ({ name }: Mention, screen: Screen) =>
  name !== null &&
  screen.items.some(
    (item) =>
      (fitOfName(name, item.name) || fitOfName(name, item.value)) &&
      !ownersOf(screen, item).some((owner) => isRow(owner) && !owner.isSelected),
  );

const fitOfName = (name: string, text: string) =>
  text !== '' && (says(text, name) || likeness(name, text) >= 0.95);
