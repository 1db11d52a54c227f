import type { Item, Screen } from '../../page/screen.ts';

/**
 * The switch that makes a field usable which is not: “Override” at the end of its line. Undefined where the field is usable, or where no switch
 * that is off stands on its line.
 */
export function unlocking(item: Item, { items }: Screen): Item | undefined {
  if (!item.isDisabled || !/^(?:field|select|picker|slider|rich-text)$/.test(item.kind)) return undefined;
  const middle = ({ box }: Item) => box.y + box.height / 2;
  const isOnLine = (one: Item) => Math.abs(middle(one) - middle(item)) < item.box.height / 2;
  const [only, ...others] = items.filter(
    (one) =>
      one.kind === 'toggle' &&
      one.isOn === false &&
      !one.isDisabled &&
      one.owner === item.owner &&
      isOnLine(one),
  );
  return others.length === 0 ? only : undefined;
}
