import { sameItem } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';

/** Enter makes one of several values of what was typed, where the field empties itself for the next one. */
export async function confirmOne(performer: Performer): Promise<void> {
  const last = performer.path.at(-1);
  const item = last?.do === 'type' ? sameItem(performer.screen, last.before, last.item) : null;
  if (!item || item.value === '' || item.inputType === 'textarea') return;
  const what = `Confirm “${last!.value}”`;
  await performer.act({ do: 'enter', item, part: 'field', what, opens: [] });
}
