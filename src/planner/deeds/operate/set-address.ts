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
 * @returns null where the value is no address, or the form does not ask for its parts
 */
export async function setAddress(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean | null> {
  const steps =
    wholeAddress(performer.screen, item, value.text) ?? inTwoLines(performer.screen, item, value.text);
  if (!steps) return null;
  const { screen: before } = performer;
  for (const [control, text] of steps) {
    const present = sameItem(performer.screen, before, control);
    if (!present || !(await set(performer, present, { ...value, text }, field))) return false;
  }
  return true;
}

type Step = readonly [control: Item, text: string];

function wholeAddress(screen: Screen, item: Item, text: string): Step[] | null {
  const address = readAddress(text);
  const controls = address && controlsBeside(screen, item);
  if (!address || !controls?.city || !controls.postCode) return null;
  // What the form does not ask for is not said.
  const others = (Object.keys(parts) as Part[]).flatMap((part): Step[] => {
    const [control, own] = [controls[part], address[part]];
    return control && own !== null ? [[control, own]] : [];
  });
  return [[item, address.street], ...others];
}

/** "1420 Pike St, Suite 3" where the form has a line of its own for the suite. English only. */
function inTwoLines(screen: Screen, item: Item, text: string): Step[] | null {
  const [, street, unit] = withUnit.exec(text) ?? [];
  const lines = unit === undefined ? [] : besideOf(screen, item).filter(isSecondLine);
  return street !== undefined && unit !== undefined && lines.length === 1
    ? [
        [item, street],
        [lines[0]!, unit],
      ]
    : null;
}
const units = 'suite|ste|apartment|apt|unit|floor|room|building|bldg';
const withUnit = new RegExp(
  `^([^,]*\\d[^,]*),\\s*((?:(?:${units})\\.?|#)\\s*[\\p{L}\\d-]+|\\d+\\p{L}{2} floor)$`,
  'iu',
);
const secondLine = new RegExp(`(?<!\\p{L})(?:${units}|(?:address )?line 2|address 2)(?!\\p{L})`, 'iu');
const isSecondLine = ({ name, labels, kind }: Item) =>
  kind === 'field' && [name, labels[0] ?? ''].some((called) => secondLine.test(called));

function set(performer: Performer, item: Item, value: Text, field: FieldValue): Promise<boolean> {
  const own = { ...field, value };
  if (item.value === value.text) return Promise.resolve(true);
  if (item.kind === 'select') return select(performer, item, value);
  return item.kind === 'picker' ? choose(performer, item, value, own) : type(performer, item, value, own);
}

/** The controls for the other parts of an address, in the dialog or form of the field. A part that two controls ask for is not known. */
function controlsBeside(screen: Screen, item: Item): Partial<Record<Part & keyof Address, Item>> {
  const beside = besideOf(screen, item);
  return Object.fromEntries(
    (Object.keys(parts) as Part[]).flatMap((part) => {
      const asking = beside.filter((one) => parts[part].test(one.name || one.labels[0] || ''));
      return asking.length === 1 ? [[part, asking[0]]] : [];
    }),
  );
}

function besideOf(screen: Screen, item: Item): Item[] {
  const around = topmost(screen) ?? containerOf(screen, item);
  return screen.items.filter(
    (one) =>
      one.id !== item.id &&
      /^(?:field|select|picker)$/.test(one.kind) &&
      !one.isDisabled &&
      (around === null || isInside(screen, one, around)),
  );
}
