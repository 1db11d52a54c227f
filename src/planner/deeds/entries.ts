import type { Deed } from '../prompt/deed.ts';
import { saving } from './candidates/buttons/button-words.ts';
import { isAdding } from './candidates/readings/read-anew.ts';
import { asEntry, asTold } from './candidates/readings/readings.ts';
import { withMarks, withoutProduct, withReason } from './candidates/readings/said-beside.ts';
import { withEach, withNamedBefore, withUses } from './candidates/readings/values-anew.ts';

/** The deeds of a reading as the search takes them: each word in its slot, and what the prompt says of two deeds at once in both. */
export const asMeant = (deeds: readonly Deed[], prompt: string): readonly Deed[] =>
  withMarks(
    withReason(withEach(withNamedBefore(withUses(withoutSaving(deeds.map(asTold))), prompt)), prompt),
    prompt,
  );

/**
 * What a prompt may mean, the likeliest first, as the search takes it. What two readings come to is tried once.
 * @param title that of the page, which has the name of the product
 */
export function meanings(
  readings: readonly (readonly Deed[])[],
  { prompt, title }: { prompt: string; title: string },
): readonly (readonly Deed[])[] {
  const told = readings.map((deeds) => asMeant(deeds, prompt).map((deed) => withoutProduct(deed, title)));
  const all = withEntries(told).flatMap(asActs);
  const known = new Set<string>();
  return all.filter((deeds) => {
    const key = keyOf(deeds);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

/** "Reschedule the visit to Friday" changes its day, and most applications have a button for just that, with a form of its own. */
function asActs(deeds: readonly Deed[]): readonly (readonly Deed[])[] {
  const isOne = ({ kind, verb, thing, fields }: Deed) =>
    kind === 'change' &&
    actsOfChange.has(verb) &&
    thing !== null &&
    fields.every(({ field, isAside }) => isAside || isJoint(field));
  return deeds.some(isOne)
    ? [deeds.map((deed) => (isOne(deed) ? { ...deed, kind: 'act' as const } : deed)), deeds]
    : [deeds];
}
/** English only. */
const actsOfChange: ReadonlySet<string> = new Set([
  'reschedule',
  'postpone',
  'extend',
  'renew',
  'defer',
  'push back',
]);
const isJoint = (field: string) => /^(?:|at|to|for|until|by|on)$/.test(field);

const keyOf = (deeds: readonly Deed[]) =>
  JSON.stringify(deeds, (key, value) => (key === 'said' ? undefined : value));

/**
 * "Add the label 'x' to the issue 'y'" may make a label, and it may give the issue one that is there. Who names several gives them: they are one change of the issue, and it is
 * tried first.
 */
function withEntries([first = [], ...others]: readonly (readonly Deed[])[]): readonly (readonly Deed[])[] {
  const entries = asOneChange(first.map((deed) => (isGiven(deed) && asEntry(deed)) || deed));
  if (entries.length < first.length || first.some(isOfSame)) return [entries, first, ...others];
  return [first, ...(entries.every((deed, at) => deed === first[at]) ? [] : [entries]), ...others];
}

/** "Assign the issue 'y' to Ann and add the label 'x' to it" changes the issue twice. */
const isOfSame = (deed: Deed, at: number, all: readonly Deed[]) =>
  isGiven(deed) && all.slice(0, at).some(({ thing }) => thing !== null && deed.places.includes(thing));

/** "Pick 'x' as the method and save it" asks for no other save than the one that a change ends with. */
const withoutSaving = (deeds: readonly Deed[]): readonly Deed[] => {
  const [first, ...others] = deeds;
  if (!first || !/^(?:change|create)$/.test(first.kind)) return deeds;
  const saves = ({ kind, verb, thing, fields }: Deed) =>
    kind === 'act' && saving.includes(verb) && !thing?.name && !thing?.kind && fields.length === 0;
  return [first, ...others.filter((deed) => !saves(deed))];
};

/** Entries in the same field of the same thing, one after the other, are one change. */
function asOneChange(deeds: readonly Deed[]): Deed[] {
  const all: Deed[] = [];
  for (const deed of deeds) {
    const last = all.at(-1);
    if (last && isSameEntry(deed, last))
      all[all.length - 1] = { ...last, fields: [...last.fields, ...deed.fields] };
    else all.push(deed);
  }
  return all;
}

const isSameEntry = (deed: Deed, last: Deed) =>
  isAdding(deed) &&
  deed.kind === 'change' &&
  last.kind === 'change' &&
  deed.said === last.said &&
  deed.thing !== null &&
  deed.thing.name === last.thing?.name &&
  deed.fields[0]?.field === last.fields[0]?.field;

/** "Add the contact Ann Lee to the group 'x'": where she is listed already, nobody asks for another contact. */
export const isGiven = (deed: Deed) => isAdding(deed) && deed.places.some(({ name }) => name !== null);
