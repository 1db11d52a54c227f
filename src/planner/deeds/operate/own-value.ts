import { anyOf } from '../../language/patterns.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { sameItem } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';
import { act, broughtBy, type Text } from './choose.ts';
import { setUnit } from './set-unit.ts';
import { type } from './type-text.ts';

/**
 * A list that lacks the value may have an entry “Custom”, which brings a field for it, often with a list of units beside it.
 * @param before the screen before the list was opened, which is open now
 * @returns whether the field has the value then
 */
export async function typeOwn(
  performer: Performer,
  before: Screen,
  value: Text,
  field: FieldValue,
): Promise<boolean> {
  const entry = broughtBy({ before, after: performer.screen }).find(
    ({ name, isPressable }) => isPressable && isOwnValue(name),
  );
  if (!entry) return false;
  const chosen = await performer.act(act(entry, { do: 'press', what: `Choose “${entry.name}”` }));
  const [box] = fieldsIn(broughtBy({ before, after: chosen.after }));
  if (!box) return false;
  if (value.unit !== null) await setUnit(performer, box, value.unit, field);
  const present = sameItem(performer.screen, chosen.after, box) ?? box;
  return type(performer, present, value, field);
}

const fieldsIn = (items: readonly Item[]) =>
  items.filter(({ kind, isDisabled }) => kind === 'field' && !isDisabled);

const isOwnValue = (name: string) => own.test(name.trim());
const own = new RegExp(`^${anyOf('offers', 'ownValues')}(?:\\s*(?:…|\\.\\.\\.))?$`, 'iu');
