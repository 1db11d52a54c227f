import type { Item, Screen, Thing } from './screen.ts';

/**
 * A row that holds a label and the value behind it is known by the label. The value is no other name of it: "Owner  Ann Lee" in the details of a
 * boat is not Ann Lee, and the rows beside it are hers no less.
 */
export function withoutValuesAsNames(screen: Screen): Screen {
  const valuesOf = (thing: Thing, index: number): string[] =>
    thing.also.length > 0 && /^(?:row|card)$/.test(thing.kind)
      ? screen.items.filter((item) => isValueOf(item, thing, index)).map(({ value }) => value)
      : [];
  const things = screen.things.map((thing, index) => {
    const values = valuesOf(thing, index);
    return values.length > 0
      ? { ...thing, also: thing.also.filter((name) => !values.includes(name)) }
      : thing;
  });
  return { ...screen, things };
}

const isValueOf = ({ owner, value, labels }: Item, { name }: Thing, index: number) =>
  owner === index && value !== '' && labels[0] === name;
