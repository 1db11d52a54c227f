import type { Item, Screen } from '../../page/screen.ts';
import { sameItem } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';
import { act } from './choose.ts';

/** How far a choice stands from the control in its line at most, in CSS pixels. */
const nearPx = { across: 560, down: 14 };

/**
 * Chooses the line that a control stands in: “◯ Limit to [500]” beside “◉ Do not limit”. What is entered in a line that is not chosen counts for nothing. Many applications
 * choose it by themselves.
 */
export async function chooseLine(performer: Performer, before: Screen, item: Item): Promise<void> {
  const present = sameItem(performer.screen, before, item);
  const choice = present && lineOf(present, performer.screen);
  if (choice)
    await performer.act(act(choice, { do: 'press', what: `Choose “${choice.labels[0] || choice.name}”` }));
}

function lineOf(item: Item, { items }: Screen): Item | null {
  const middle = ({ box }: Item) => box.y + box.height / 2;
  const inLine = items.filter(
    (one) =>
      one.kind === 'radio' &&
      one.owner === item.owner &&
      Math.abs(middle(one) - middle(item)) < nearPx.down &&
      one.box.x < item.box.x &&
      item.box.x - one.box.x < nearPx.across,
  );
  // Of several choices in one line, none is for the control alone.
  const [only, ...others] = inLine;
  return only?.isOn === false && only.isPressable && !only.isDisabled && others.length === 0 ? only : null;
}
