import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue, Mention } from '../../prompt/deed.ts';
import { isInside, topmost } from '../candidates/chain.ts';
import { fieldCandidates } from '../candidates/field-candidates.ts';
import { asksForDate } from '../candidates/field-value.ts';
import type { Scope } from '../candidates/only-control.ts';
import { isSearching } from '../candidates/searching.ts';
import { isToBeNamed } from '../candidates/unnamed.ts';
import { least } from '../candidates/weights.ts';

/** The name of what is created is the value of a field, too. */
export function nameField(deed: Deed, screen: Screen, scope: Scope): FieldValue[] {
  const { thing } = deed;
  if (deed.kind !== 'create' || thing?.name == null) return [];
  const chosen = screen.items.some(
    ({ isSelected, isOn, name }) => (isSelected || isOn) && name === thing.name,
  );
  if (chosen || deed.fields.some(({ value }) => value.to === 'text' && value.text === thing.name)) return [];
  // "A review of Northline with the title 'x'": what has a title of its own is about what is named.
  const isTitled = deed.fields.some(({ field }) => field === 'title');
  if (isTitled && !fieldOf('name', screen, scope)) return [asField(thing)];
  // Who is invited by an address has no other name yet, or the form does not ask for it.
  const mail = deed.fields.find(({ field, value }) => field === address && value.to === 'text');
  const isOnlyAddress = mail?.value.to === 'text' && takesAddress(mail.value.text, screen, scope);
  if (isOnlyAddress && !fieldOf('name', screen, scope) && !fieldOf('title', screen, scope)) return [];
  const isAddressed = isAddress.test(thing.name) && takesAddress(thing.name, screen, scope);
  const field: FieldValue = {
    field: isAddressed ? address : `${thing.kind} ${isTitled ? 'name' : nameOrTitle(screen, scope)}`.trim(),
    value: { to: 'text', text: thing.name, exact: true, unit: null },
    from: screen.items.find((item) => isToBeNamed(item, thing))?.value ?? null,
    said: thing.said,
  };
  const first = scope.container === null ? null : firstText(deed, field, screen, scope);
  return [first ? { ...field, field: first } : field];
}

const address = 'email';
const isAddress = /^[^\s@]+@[^\s@]+$/;

function takesAddress(text: string, screen: Screen, scope: Scope): boolean {
  const value = { to: 'text' as const, text, exact: true, unit: null };
  const [best] = fieldCandidates(screen, { field: address, value, from: null, said: text }, scope);
  return best !== undefined && best.confidence >= least.inContainer && best.features.inContainer === 1;
}

/** What a thing is made for, whatever its form calls it: "a task for Ann". */
export const asField = ({ name, said }: Pick<Mention, 'name' | 'said'>): FieldValue => ({
  field: forWhom,
  value: { to: 'text', text: name ?? said, exact: false, unit: null },
  from: null,
  said,
});

export const isForWhom = ({ field }: FieldValue) => field === forWhom;
const forWhom = 'for';

/** A form that calls nothing a name or a title asks for it first: "What is to be done?". Null where something is called so, or is another field's. */
function firstText(deed: Deed, field: FieldValue, screen: Screen, scope: Scope): string | null {
  const isFit = (one: FieldValue, item?: Item) => {
    const [best] = fieldCandidates(screen, one, scope);
    return best && best.confidence >= least.inContainer && (!item || best.item.id === item.id);
  };
  if (isFit(field)) return null;
  const first = screen.items.find(
    (item) =>
      item.kind === 'field' &&
      /^(?:text|textarea)?$/.test(item.inputType ?? '') &&
      item.value === '' &&
      !item.isDisabled &&
      !isSearching(item) &&
      !asksForDate(item) &&
      isInside(screen, item, topmost(screen) ?? scope.container!),
  );
  if (!first || deed.fields.some((one) => isFit(one, first))) return null;
  return first.labels[0] || first.name || null;
}

/** Where a form asks for a name and for a title, what stands first is what the new thing is called: "Full name" before "Job title". */
function nameOrTitle(screen: Screen, scope: Scope): string {
  const either = 'name title';
  if (scope.container === null) return either;
  const asked = either.split(' ').map((field) => {
    const found = fieldOf(field, screen, scope);
    return { field, at: found ? screen.items.indexOf(found) : -1 };
  });
  const [name, title] = asked as [(typeof asked)[0], (typeof asked)[0]];
  if (name.at < 0 || title.at < 0 || name.at === title.at) return either;
  return (name.at < title.at ? name : title).field;
}

/** The field of the open form that is called so. */
function fieldOf(field: string, screen: Screen, scope: Scope): Item | undefined {
  const value = { to: 'text' as const, text: field, exact: true, unit: null };
  return fieldCandidates(screen, { field, value, from: null, said: field }, scope).find(
    ({ item, features: { name, label, inContainer } }) =>
      item.kind === 'field' && inContainer === 1 && Math.max(name, label) >= 0.8,
  )?.item;
}
