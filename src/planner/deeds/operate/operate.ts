import type { Item } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { sameItem } from '../candidates/chain.ts';
import type { FieldCandidate } from '../candidates/field-candidates.ts';
import type { Performer } from '../perform/performer.ts';
import { act, choose, nameOf, select, type Text } from './choose.ts';
import { openValue, stepTo } from './open-value.ts';
import { setAddress } from './set-address.ts';
import { setName } from './set-name.ts';
import { setPair } from './set-pair.ts';
import { setUnit } from './set-unit.ts';
import { typeAgain } from './type-again.ts';
import { type } from './type-text.ts';

/**
 * Gives a control the value that the prompt asks for, as a person would, and looks whether it has it then.
 * @returns whether it has. What was tried in vain stays on the performer's path: the caller goes back
 */
export async function operate(
  performer: Performer,
  candidate: Pick<FieldCandidate, 'item' | 'way'>,
  field: FieldValue,
): Promise<boolean> {
  const { item, way } = candidate;
  const { value } = field;
  if (value.to !== 'text') return turn(performer, item, value.to === 'on', field);
  const before = performer.screen;
  if (value.unit !== null) await setUnit(performer, item, value.unit, field);
  const present = sameItem(performer.screen, before, item) ?? item;
  switch (way) {
    case 'choose':
      return item.kind === 'select'
        ? select(performer, present, value)
        : choose(performer, present, value, field);
    case 'type':
      return typeInto(performer, present, value, field);
    case 'open':
      return openValue(performer, present, value, field);
    case 'step':
      return stepTo(performer, present, value);
    default:
      return pick(performer, present, field);
  }
}

/** A form may ask in parts for what the prompt says in one go. */
const typeInto = async (performer: Performer, item: Item, value: Text, field: FieldValue) =>
  (await setAddress(performer, item, value, field)) ??
  (await setPair(performer, item, value, field)) ??
  (await setName(performer, item, value, field)) ??
  ((await type(performer, item, value, field)) && typeAgain(performer, item, value, field));

async function turn(performer: Performer, item: Item, on: boolean, field: FieldValue): Promise<boolean> {
  if (item.isOn === on) return true;
  const what = `Turn “${item.labels[0] || nameOf(item, field)}” ${on ? 'on' : 'off'}`;
  const outcome = await performer.act(act(item, { do: 'press', what }));
  const after = sameItem(outcome.after, outcome.before, item);
  return after !== null && after.isOn !== null ? after.isOn === on : outcome.changed;
}

async function pick(performer: Performer, item: Item, field: FieldValue): Promise<boolean> {
  if (item.isSelected || (/^(?:radio|toggle)$/.test(item.kind) && item.isOn === true)) return true;
  const outcome = await performer.act(act(item, { do: 'press', what: `Choose “${nameOf(item, field)}”` }));
  return outcome.changed;
}
