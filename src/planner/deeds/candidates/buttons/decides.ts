import type { Item, Screen } from '../../../page/screen.ts';
import { rowOf } from '../chain.ts';
import { synonymsOf } from './button-words.ts';

/** A tick and a cross beside each other in a row accept and refuse what the row is about. */
export function decides(item: Item, verbs: readonly string[], screen: Screen): boolean {
  const words = item.name === 'done' ? accepting : item.name === 'close' ? declining : null;
  if (!words || !rowOf(screen, item)) return false;
  const signs = screen.items.filter(
    ({ owner, name, isPressable }) => owner === item.owner && isPressable && /^(?:done|close)$/.test(name),
  );
  const [one, two] = signs.toSorted((a, b) => a.box.x - b.box.x);
  return (
    verbs.some((verb) => words.has(verb)) &&
    signs.length === 2 &&
    one!.name !== two!.name &&
    Math.abs(one!.box.y - two!.box.y) < 8 &&
    two!.box.x - (one!.box.x + one!.box.width) < 24
  );
}
const accepting = new Set(['approve', ...synonymsOf('approve')]);
const declining = new Set(['decline', ...synonymsOf('decline')]);
