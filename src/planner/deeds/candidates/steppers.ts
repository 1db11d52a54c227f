import type { Item, Screen } from '../../page/screen.ts';

/** The number that an item shows between a button for less and one for more. */
export const isStepped = (screen: Screen, item: Item): boolean =>
  (item.kind === 'text' &&
    item.labels.length > 0 &&
    numberIn(item) !== null &&
    stepsOf(screen, item) !== null) ||
  isUnsetStepper(screen, item);

/** The button for more of a number that is not shown yet: “−  –  +” says that there is none. */
function isUnsetStepper(screen: Screen, item: Item): boolean {
  const { kind, name, labels, owner } = item;
  if (kind !== 'button' || !widens.test(name) || labels.length === 0) return false;
  const beside = screen.items.filter(
    (one) => one.owner === owner && one.labels[0] === labels[0] && one !== item,
  );
  const hasField = screen.items.some((one) => one.owner === owner && one.kind === 'field');
  return beside.some((one) => narrows.test(one.name)) && !beside.some(isNumber) && !hasField;
}

/** The number that has come between the buttons. Null where none has. */
export const numberBeside = (screen: Screen, { owner, box }: Item): Item | null =>
  screen.items.find(
    (one) => one.owner === owner && Math.abs(one.box.y - box.y) < 24 && isNumber(one) && stepsOf(screen, one),
  ) ?? null;

const isNumber = (item: Item) =>
  (item.kind === 'text' && numberIn(item) !== null) || (item.kind === 'field' && /^\d/.test(item.value));

export const numberIn = ({ name }: Item): number | null => {
  const found = /^-?\d+(?:[.,]\d+)?/.exec(name.trim())?.[0];
  return found === undefined ? null : Number(found.replace(',', '.'));
};

/** The buttons beside a number that make it less and more. Null where it has none. */
export function stepsOf(screen: Screen, { box, owner }: Item): { less: Item; more: Item } | null {
  const beside = screen.items.filter(
    (one) =>
      one.owner === owner &&
      one.kind === 'button' &&
      one.isPressable &&
      Math.abs(one.box.y + one.box.height / 2 - (box.y + box.height / 2)) < 8,
  );
  const gap = (left: Item['box'], right: Item['box']) => right.x - (left.x + left.width);
  const less = beside.find((one) => Math.abs(gap(one.box, box)) < nearPx && !widens.test(one.name));
  const more = beside.find((one) => Math.abs(gap(box, one.box)) < nearPx && !narrows.test(one.name));
  return less && more ? { less, more } : null;
}
const nearPx = 24;
/** Names of the signs for more and for less, as icons are called. */
const widens = /^(?:add|\+)$/;
const narrows = /^(?:remove|[-−–])$/;

/** Whether a plus makes a number larger, and adds nothing: there is a minus beside the number as well. */
export const isStepper = ({ name, owner, box }: Item, { items }: Screen): boolean => {
  const isBeside = (one: Item) => one.owner === owner && Math.abs(one.box.y - box.y) < 24;
  return (
    widens.test(name) &&
    items.some((one) => isBeside(one) && narrows.test(one.name)) &&
    items.some(
      (one) =>
        isBeside(one) &&
        (one.kind === 'field' ||
          (one.kind === 'text' && /^-?\d+(?:[.,]\d+)?(?:\s?\p{L}{1,3})?$/u.test(one.name.trim()))),
    )
  );
};
