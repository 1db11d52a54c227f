import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { sameItem } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';
import { act, nameOf, type Text } from './choose.ts';
import { isNear } from './set-unit.ts';

/** "14 days after the invoice date", where "14" goes into a field and the rest is chosen from a list behind it. */
export interface NumberApart {
  box: Item;
  screen: Screen;
  number: string;
  rest: Text;
}

/** The parts of a value where a list that says the unit has the number in a field of its own in front of it. Null where it has none. */
export function numberApart({ screen }: Performer, list: Item, value: Text): NumberApart | null {
  const number = onlyNumber(value.text);
  if (number === null || value.unit !== null) return null;
  const offers = [list.value, ...list.options.map(({ label }) => label)];
  // A list that has numbers itself has this one, too: “14 days after the invoice date”.
  if (offers.some((text) => /\d/.test(text))) return null;
  const [box] = screen.items
    .filter((one) => isNumeric(one) && one.box.x < list.box.x && isNear(one, list, screen))
    .sort((a, b) => b.box.x - a.box.x);
  const text = value.text.replace(number, ' ').replace(/\s+/g, ' ').trim();
  return box ? { box, screen, number, rest: { ...value, text } } : null;
}

/** @returns whether the field has the number then */
export async function typeNumber(
  performer: Performer,
  { box, screen, number }: NumberApart,
  field: FieldValue,
): Promise<boolean> {
  const present = sameItem(performer.screen, screen, box) ?? box;
  if (present.value === number) return true;
  const what = `Type “${number}” into “${nameOf(present, field)}”`;
  const typed = await performer.act(act(present, { do: 'type', value: number, what }));
  return (sameItem(typed.after, typed.before, present)?.value ?? number) === number;
}

/** Null where there are several numbers, or where the number is all that is said. */
function onlyNumber(text: string): string | null {
  const numbers: string[] = text.match(/(?<![\p{L}\d.,:/-])\d+(?:[.,]\d+)?(?![\p{L}\d.,:/%-])/gu) ?? [];
  return numbers.length === 1 && /\p{L}{2}/u.test(text) ? numbers[0]! : null;
}

const isNumeric = ({ kind, inputType, value, isDisabled }: Item) =>
  kind === 'field' && !isDisabled && (inputType === 'number' || /^\d+(?:[.,]\d+)?$/.test(value));
