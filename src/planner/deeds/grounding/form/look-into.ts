import type { Screen } from '../../../page/screen.ts';
import { topmost } from '../../candidates/chain.ts';
import { closedLists, peekInto } from '../../operate/look-into.ts';
import type { Performer } from '../../perform/performer.ts';
import type { Pairing } from '../pairing.ts';
import { chosenOn, type ViewRead } from './form-move.ts';

/** With less, a value may belong elsewhere, and what the lists offer tells where. */
const surely = 0.9;

/**
 * Opens the closed lists of a form that was opened to make something, where it is in doubt what belongs where: “Stonebridge Bakeries” is the company that the
 * list offers, and no name of a deal.
 * @param read reads the form anew
 * @returns what the form takes then. Null where nothing was looked into
 */
export async function lookInto(
  performer: Performer,
  view: ViewRead,
  read: (screen: Screen) => ViewRead,
): Promise<Pairing[] | null> {
  if (!view.isOpened) return null;
  const present = chosenOn(view);
  const isClear =
    present.length >= view.questions.ofSpans.length && present.every(({ fit }) => fit >= surely);
  const lists = closedLists(performer.screen, topmost(performer.screen));
  if (isClear || lists.length === 0) return null;
  await peekInto(performer, lists);
  return chosenOn(read(performer.screen));
}
