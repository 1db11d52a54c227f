import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { isInside, topmost } from '../candidates/chain.ts';
import { optionFit } from '../candidates/options.ts';
import type { Performer } from '../perform/performer.ts';
import { act, broughtBy, nameOf, select } from './choose.ts';

/** A number's unit often has a control of its own beside the field. */
export async function setUnit(
  performer: Performer,
  item: Item,
  unit: string,
  field: FieldValue,
): Promise<void> {
  const { screen } = performer;
  const [beside] = screen.items
    .filter(
      (one) =>
        one.id !== item.id &&
        /^(?:select|picker|button|radio|tab|option)$/.test(one.kind) &&
        isNear(one, item, screen),
    )
    .map((one) => ({ one, fit: unitFit(one, unit, field.from) }))
    .sort((a, b) => b.fit - a.fit);
  if (!beside || beside.fit < 0.7) return;
  const { one } = beside;
  if (unitLikeness(one.value, unit) >= 0.7 || one.isSelected || one.isOn === true) return;
  const value = { to: 'text' as const, text: unit, exact: true, unit: null };
  if (one.kind === 'select') await select(performer, one, value);
  else if (one.kind === 'picker') await chooseUnit(performer, one, unit, field);
  else await performer.act(act(one, { do: 'press', what: `Choose “${one.name}”` }));
}

async function chooseUnit(
  performer: Performer,
  picker: Item,
  unit: string,
  field: FieldValue,
): Promise<void> {
  const opened = await performer.act(act(picker, { do: 'press', what: `Open “${nameOf(picker, field)}”` }));
  const [best] = broughtBy(opened)
    .map((item) => ({ item, fit: unitLikeness(item.name, unit) }))
    .sort((a, b) => b.fit - a.fit);
  if (best && best.fit >= 0.7)
    await performer.act(act(best.item, { do: 'press', what: `Choose “${best.item.name}”` }));
}

const unitFit = (item: Item, unit: string, from: string | null) => {
  const offered = item.options.map(({ label }) => unitLikeness(label, unit));
  // A list beside a number shows the number's unit, whatever it offers: a short word, or the unit that the prompt says the number had.
  const isUnit =
    item.kind === 'picker' &&
    offered.length === 0 &&
    item.value.length > 0 &&
    (item.value.length <= 4 || from?.split(' ').at(-1) === item.value);
  return Math.max(isUnit ? 0.7 : 0, unitLikeness(item.name, unit), ...offered);
};

/** "C" is "Celsius", and "ms" is "milliseconds". */
const unitLikeness = (label: string, unit: string) =>
  label.length > 0 && label.length <= 2 && unit.toLowerCase().startsWith(label.toLowerCase())
    ? 0.8
    : optionFit(label, unit);

export function isNear(one: Item, item: Item, screen: Screen): boolean {
  const top = topmost(screen);
  if (top !== null && !isInside(screen, one, top)) return false;
  const dx = Math.max(one.box.x - (item.box.x + item.box.width), item.box.x - (one.box.x + one.box.width), 0);
  const dy = Math.abs(one.box.y + one.box.height / 2 - (item.box.y + item.box.height / 2));
  return dx < 160 && dy < 40;
}
