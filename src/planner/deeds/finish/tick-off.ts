import type { Deed } from '../../prompt/deed.ts';
import { isInside, topmost } from '../candidates/chain.ts';
import { likeness } from '../candidates/likeness.ts';
import type { Performer } from '../perform/performer.ts';

/**
 * Ticks the boxes of an open dialog that stand for the deeds that follow: "close the account and send a confirmation" is one dialog with
 * a box.
 */
export async function tickOff(performer: Performer, following: readonly Deed[]): Promise<Deed[]> {
  const ticked: Deed[] = [];
  for (const deed of following) {
    const { screen } = performer;
    const top = topmost(screen);
    if (
      top === null ||
      deed.kind === 'open' ||
      deed.fields.some(({ value }) => value.to === 'text' && value.exact)
    )
      break;
    const said = `${deed.verb} ${deed.thing?.said ?? ''} ${[...deed.places, ...deed.fields].map((one) => one.said).join(' ')}`;
    const [best] = screen.items
      .filter((item) => item.kind === 'toggle' && !item.isDisabled && isInside(screen, item, top))
      .map((item) => ({
        item,
        fit: Math.max(likeness(said, item.name), ...item.labels.map((label) => likeness(said, label))),
      }))
      .sort((a, b) => b.fit - a.fit);
    if (!best || best.fit < 0.45) break;
    const what = `Tick “${best.item.name || best.item.labels[0]}”`;
    if (best.item.isOn !== true)
      await performer.act({ do: 'press', item: best.item, part: 'field', what, opens: [] });
    ticked.push(deed);
  }
  return ticked;
}
