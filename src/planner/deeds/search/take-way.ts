import type { Item, Screen } from '../../page/screen.ts';
import { sameItem } from '../candidates/chain.ts';
import { says } from '../candidates/likeness.ts';
import type { WayCandidate } from '../candidates/ways/way-candidates.ts';
import type { Outcome, Performer } from '../perform/performer.ts';

/** Presses a way, or types what it looks up. Some search fields search while one types, and others at Enter. */
export async function takeWay(
  performer: Performer,
  { how, value = '', opens }: Pick<WayCandidate, 'how' | 'value' | 'opens'>,
  item: Item,
): Promise<Outcome> {
  const called = (item.name || item.labels[0] || 'the menu').slice(0, 60);
  if (how !== 'look-up')
    return performer.act({ do: how, item, part: 'way', what: `Open “${called}”`, opens });
  const looking = { item, part: 'way' as const, what: `Look for “${value}”`, opens };
  const typed = await performer.act({ ...looking, do: 'type', value });
  const later = await performer.lookAfter(searchMs);
  const field = sameItem(later, typed.before, item);
  if (!field || says(foundIn(later, field), value)) return { ...typed, after: later };
  const entered = await performer.act({ ...looking, do: 'enter', item: field });
  return { ...entered, before: typed.before, changed: typed.changed || entered.changed };
}
const searchMs = 300;
/** What a screen says besides what was typed. */
const foundIn = ({ items }: Screen, field: Item) =>
  items.flatMap(({ id, name }) => (id === field.id ? [] : [name])).join(' | ');
