import type { Thing } from '../page/screen.ts';
import type { Deed, Mention } from '../prompt/deed.ts';
import { rowOf } from './candidates/chain.ts';
import { countOf } from './candidates/mentions/count-of.ts';
import { isMeant, thingFit } from './candidates/mentions/rows.ts';
import type { Performed } from './perform/performer.ts';

/**
 * "Set the rent of both vacant flats": what was done to one of several is done to the others in its list too.
 * @param acts how it was done to the first
 * @returns the deed for each of the others, and how many of the number that was said are nowhere to be seen
 */
export function othersOf(deed: Deed, acts: readonly Performed[]): { deeds: Deed[]; missing: number } {
  const asked = countOf(deed);
  const { thing } = deed;
  if (asked === null || !thing) return { deeds: [], missing: 0 };
  const lists = acts.map((act) => alikeTo(thing, act));
  const others = lists
    .reduce((most, list) => (list.length > most.length ? list : most), [])
    .slice(0, mostOthers);
  return {
    deeds: others.map((name) => ({
      ...deed,
      said: `${deed.said} (${name})`,
      thing: { ...thing, said: name, name, qualifiers: [] },
      // They stand in the list that was found.
      places: [],
    })),
    missing: Number.isFinite(asked) ? Math.max(0, asked - 1 - others.length) : 0,
  };
}

/** What the other rows are called that a thing may mean as well as the row that was pressed. */
function alikeTo(thing: Mention, { item, before, opens }: Performed): string[] {
  const row = rowOf(before, item);
  if (!row || !(opens.includes(thing) || isMeant(thing, row, before))) return [];
  const fit = thingFit(thing, row, before);
  const isAlike = (one: Thing) =>
    one.kind === row.kind &&
    one.parent === row.parent &&
    fit > 0 &&
    thingFit(thing, one, before) >= fit - 0.05;
  const alike = before.things.filter((one) => one === row || isAlike(one));
  return alike.flatMap((one) =>
    one === row ? [] : ([one.name, ...one.also].find((name) => isOnlyOf(name, one, alike)) ?? []),
  );
}

const isOnlyOf = (name: string, row: Thing, rows: readonly Thing[]) =>
  name !== '' && rows.every((one) => one === row || ![one.name, ...one.also].includes(name));

/** More would be no film. */
const mostOthers = 7;
