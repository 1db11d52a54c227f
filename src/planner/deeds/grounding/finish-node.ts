import type { Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { topmost } from '../candidates/chain.ts';
import { finishDeed } from '../finish/finish-deed.ts';
import type { Performed } from '../perform/performer.ts';
import type { Rehearser } from '../perform/rehearser.ts';
import { type Node, writesOf } from './node.ts';
import { shorten } from './shorten.ts';
import { isFormToKeep } from './surroundings.ts';

/**
 * Saves what was entered on the way to a node, and looks whether anything came of it.
 * @param deed what is filled in
 * @param start the screen that the search began on
 * @param namedBy the names and quotations that an act is called by, or enters
 */
export async function finishNode(
  performer: Rehearser,
  node: Node,
  { deed, start, namedBy }: { deed: Deed; start: Screen; namedBy: (act: Performed) => number[] },
): Promise<boolean> {
  if (performer.isAside && !(await performer.retrace(node.path))) return false;
  const last = performer.path.at(-1);
  // A switch or a choice that writes at once leaves its dialog open.
  const isKept = last !== undefined && writesOf([last]) > 0 && last.do !== 'type';
  const isOpen = node.pending || topmost(performer.screen) !== null;
  // Saving a form in which nothing was entered does nothing that anybody asks for.
  if (!node.pending && !isKept && isFormToKeep(performer.screen)) return false;
  const kept = !isOpen || isKept || (await finishDeed(performer, deed, 0));
  // Not every application has a server. A form that closed when it was to be kept is done.
  const isDone = writesOf(performer.path) > 0 || performer.path.at(-1)?.part === 'finish';
  if (kept && isDone) {
    await shorten(performer, start, namedBy);
    return true;
  }
  await performer.retrace(node.path);
  return false;
}
