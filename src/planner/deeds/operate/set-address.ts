import { anyOf } from '../../language/patterns.ts';
import type { Item, Screen } from '../../page/screen.ts';
import { type Address, readAddress } from '../../prompt/address.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { containerOf, isInside, sameItem, topmost } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';
import { choose, select, type Text } from './choose.ts';
import { type } from './type-text.ts';

const asks = (field: 'city' | 'postCode' | 'region' | 'country') =>
  new RegExp(`(?<!\\p{L})${anyOf('fields', field)}`, 'iu');
const parts = {
  city: asks('city'),
  postCode: asks('postCode'),
  region: asks('region'),
  country: asks('country'),
};
type Part = keyof typeof parts;

/**
 * Gives a whole address to a form that asks for it in parts: the street to the field that is called like an address, and the others to
 * those beside it.
 * @param item the field that the address would be typed into
 * @returns null where the value is no address, or the form does not ask for a city and a post code too
 */
export async function setAddress(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean | null> {
  const address = readAddress(value.text);
  const { screen: before } = performer;
  const controls = address && controlsBeside(before, item);
  if (!address || !controls?.city || !controls.postCode) return null;
  const steps: [control: Item, text: string][] = [[item, address.street]];
  for (const part of Object.keys(parts) as Part[]) {
    const [control, text] = [controls[part], address[part]];
    // What the form does not ask for is not said.
    if (control && text !== null) steps.push([control, text]);
  }
  for (const [control, text] of steps) {
    const present = sameItem(performer.screen, before, control);
    if (!present || !(await set(performer, present, { ...value, text }, field))) return false;
  }
  return true;
}

function set(performer: Performer, item: Item, value: Text, field: FieldValue): Promise<boolean> {
  const own = { ...field, value };
  if (item.value === value.text) return Promise.resolve(true);
  if (item.kind === 'select') return select(performer, item, value);
  return item.kind === 'picker' ? choose(performer, item, value, own) : type(performer, item, value, own);
}

/** The controls for the other parts of an address, in the dialog or form of the field. A part that two controls ask for is not known. */
function controlsBeside(screen: Screen, item: Item): Partial<Record<Part & keyof Address, Item>> {
  const around = topmost(screen) ?? containerOf(screen, item);
  const beside = screen.items.filter(
    (one) =>
      one.id !== item.id &&
      /^(?:field|select|picker)$/.test(one.kind) &&
      !one.isDisabled &&
      (around === null || isInside(screen, one, around)),
  );
  return Object.fromEntries(
    (Object.keys(parts) as Part[]).flatMap((part) => {
      const asking = beside.filter((one) => parts[part].test(one.name || one.labels[0] || ''));
      return asking.length === 1 ? [[part, asking[0]]] : [];
    }),
  );
}
