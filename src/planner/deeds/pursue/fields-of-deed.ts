import { isColourWord } from '../../language/colours.ts';
import { terms } from '../../language/terms.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue, Mention } from '../../prompt/deed.ts';
import { isInside, ownersOf, sameItem, topmost } from '../candidates/chain.ts';
import { columnsOf } from '../candidates/columns/columns.ts';
import { fieldCandidates } from '../candidates/field-candidates.ts';
import { says } from '../candidates/likeness.ts';
import { isInFocus } from '../candidates/mentions/focus.ts';
import type { Scope } from '../candidates/only-control.ts';
import { isSearching } from '../candidates/searching.ts';
import { least } from '../candidates/weights.ts';
import type { Performer } from '../perform/performer.ts';
import { switchesFor } from './as-switch.ts';
import { askedFor } from './asked-for.ts';
import { isSaidBy } from './begin-deed.ts';
import { nameField } from './name-field.ts';

/** The fields that a deed gives values to. */
export interface DeedFields {
  /** In the order in which they can be found best. */
  inOrder: FieldValue[];
  /** What a form may ask for, and need not. */
  asides: FieldValue[];
}

/** @param scope where the fields are looked for. Its container is what the deed has opened */
export function fieldsOf(deed: Deed, performer: Performer, scope: Scope): DeedFields {
  const { screen } = performer;
  const begun =
    deed.kind === 'act' ? (performer.path.findLast(({ part }) => part === 'deed')?.item.name ?? '') : '';
  const fields = deed.fields
    .filter((field) => begun === '' || !isSaidBy(field, begun, deed))
    .map((field) => withPresent(askedFor(field, deed, performer.screen, scope.container), deed));
  // What something is made as ("as a draft") is said of it, and need not be a field.
  const given = fields.filter(({ field, isAside }) => !isAside && (deed.kind !== 'create' || field !== ''));
  const unnamed = fields.filter((field) => !given.includes(field));
  const optional = [...unnamed, ...(scope.container === null ? [] : asides(deed, performer))];
  const all = [...nameField(deed, screen, scope), ...given, ...optional];
  return { inOrder: inOrder(screen, all, deed, scope), asides: optional };
}

/** "Rename X to Y", "edit X to read 'Y'": the field shows the name of the thing. "Move X to the top" writes nothing. */
const withPresent = (field: FieldValue, { kind, thing }: Deed): FieldValue =>
  kind === 'change' &&
  field.from === null &&
  thing?.name != null &&
  /^(?:name|title|text)?$/.test(field.field) &&
  (field.field !== '' || (field.value.to === 'text' && field.value.exact))
    ? { ...field, from: thing.name }
    : field;

/**
 * What a form may ask for although the prompt does not say it as a field: what the thing is made for ("for the Berlin office"), and which
 * sort of thing it is ("an internal note" may have a list "Type" with "Internal").
 */
function asides(deed: Deed, performer: Performer): FieldValue[] {
  const { screen, reached } = performer;
  const text = (words: string) => ({ to: 'text' as const, text: words, exact: false, unit: null });
  const places = deed.places.filter((place) => !reached.has(place) && !isInFocus(place, screen));
  const begun = performer.path.findLast(({ part }) => part === 'deed')?.item.name ?? '';
  // What is there is of its sort already.
  const made = deed.kind === 'create' ? deed.thing : null;
  const sorts = made ? [...made.qualifiers, ...made.kind.split(' ').slice(0, -1)] : [];
  return [
    ...places.map((place) => {
      // "In the urgent category" is a category that is urgent.
      const [, value, field] = place.name === null ? (/^(.+) (\S+)$/.exec(place.kind) ?? []) : [];
      // "In Week 9" is a week.
      const [, counted] = /^(\p{L}+) \d+$/u.exec(place.kind === '' ? (place.name ?? '') : '') ?? [];
      return {
        field: field ?? counted ?? (place.kind || headOf(place)),
        value: text(value ?? place.name ?? place.said),
        from: null,
        said: place.said,
      };
    }),
    // "New visit" has said already that it is a visit.
    ...sorts
      .filter((sort) => !says(begun, sort))
      .flatMap((sort) =>
        ['type', ...(isColourWord(sort) ? ['color'] : [])].map((field) => ({
          field,
          value: text(sort),
          from: null,
          said: sort,
        })),
      ),
  ];
}

/** "At Harbour Bank" is a bank, and "to Mill Lane Pharmacy #12" a pharmacy: a name of several words ends with what it is. */
function headOf({ name, kind }: Mention): string {
  const named = kind === '' ? (name?.match(/\p{L}{2,}/gu) ?? []) : [];
  return named.length > 1 && named.at(-1)!.length > 2 ? named.at(-1)! : '';
}

/** Whether the form has a control for an aside: a list or a choice that offers it, or a field that is called so. */
export function isOffered({ screen, path }: Performer, field: FieldValue, container: number | null): boolean {
  const scope = { mentions: [], reached: new Map(), container: topmost(screen) ?? container };
  const isSet = ({ id }: Item) =>
    path.some(({ part, item, before }) => part === 'field' && sameItem(screen, before, item)?.id === id);
  if (switchesFor(screen, field, scope).some(({ item }) => !isSet(item))) return true;
  const [best] = fieldCandidates(screen, field, scope).filter(({ item }) => !isSet(item));
  if (!best || best.confidence < least.inContainer) return false;
  return (
    best.features.value >= 0.8 ||
    ((best.way === 'choose' || (best.way === 'type' && takesNames(best.item) && isShort(best.item, field))) &&
      Math.max(best.features.name, best.features.label) >= 0.8)
  );
}

/** "Something the next shift must know" has the word, and asks for more. */
const isShort = ({ name, labels }: Item, { field }: FieldValue) =>
  [name, labels[0] ?? ''].some((text) => says(text, field) && terms(text).length <= terms(field).length + 2);

/** An empty field takes any name, and one that searches takes another one's place. */
const takesNames = (item: Item) => item.kind === 'field' && (item.value === '' || isSearching(item));

/**
 * Whether a form asks for nothing more, so that it knows by itself what "back to the balance" says: the balance has to be a place of the
 * application. What names anything else has to be entered.
 */
export function isImplied(
  { screen, path }: Performer,
  { field, value }: FieldValue,
  container: number | null,
): boolean {
  const form = topmost(screen) ?? container;
  const before = path.findLast(({ part }) => part === 'deed')?.before;
  if (form === null || !before || field === '' || terms(field).length > 0) return false;
  if (value.to !== 'text' || value.exact) return false;
  const asksForMore = screen.items.some(
    (item) =>
      isInside(screen, item, form) &&
      !item.isDisabled &&
      (/^(?:select|picker|radio|option)$/.test(item.kind) ||
        (/^(?:field|rich-text)$/.test(item.kind) && item.value === '')),
  );
  const isPlace = (item: Item) =>
    columnsOf(before).has(item) || ownersOf(before, item).some(({ kind }) => kind === 'navigation');
  return !asksForMore && before.items.some((item) => says(value.text, item.name) && isPlace(item));
}

/** The fields in the order in which they can be found best: those on the screen first, as they stand in the form. */
function inOrder(screen: Screen, fields: FieldValue[], deed: Deed, scope: Scope): FieldValue[] {
  if (deed.kind === 'change') return fields;
  const rank = (field: FieldValue) => {
    const [best] = fieldCandidates(screen, field, scope);
    return best && best.confidence >= least.inContainer
      ? screen.items.indexOf(best.item)
      : Number.POSITIVE_INFINITY;
  };
  const ranked = fields.map((field, index) => ({ field, at: rank(field), index }));
  return ranked.sort((a, b) => (a.at === b.at ? a.index - b.index : a.at - b.at)).map(({ field }) => field);
}
