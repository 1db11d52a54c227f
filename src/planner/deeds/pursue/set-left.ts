import type { Item } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { isInside, sameItem, topmost } from '../candidates/chain.ts';
import { isDate, isTime } from '../candidates/days/dates.ts';
import { type FieldCandidate, fieldCandidates } from '../candidates/field-candidates.ts';
import { asksForDate } from '../candidates/field-value.ts';
import { isSearching } from '../candidates/searching.ts';
import { operate } from '../operate/operate.ts';
import type { Performer } from '../perform/performer.ts';

/** How sure it is that a value belongs where it was put: a choice offers it, or there was no other field. */
const sureness = { offered: 0.8, only: 0.7 };
/** How many lists are opened to see whether they offer a value. */
const mostOpened = 3;

/**
 * Gives a value, of which the prompt does not say the field as the form does, to a control of the form that has none yet: to the choice
 * that offers it, or to the only field that could take it. "From 'Portugal'" is the country, and "by 'Ann Lee'" the author.
 * @param isOnlyOffered only a choice that offers it is taken: later fields may need the only text
 * @returns whether a control has it now
 */
export async function setLeft(
  performer: Performer,
  field: FieldValue,
  container: number | null,
  until: () => boolean,
  isOnlyOffered = false,
): Promise<boolean> {
  const form = topmost(performer.screen) ?? container;
  if (form === null || field.value.to !== 'text') return false;
  const free = freeControls(performer, field, form);
  const seen = performer.screen;
  const offering = free.filter(({ way, features }) => way !== 'type' && features.value >= 0.8);
  const isName = /^\p{L}[\p{L} .'-]*$/u.test(field.value.text);
  const closed = free.filter(({ way, item }) => isName && way === 'choose' && item.kind !== 'select');
  const tries = [...offering, ...closed.slice(0, mostOpened)];
  for (const one of new Set(tries)) {
    if (until()) return false;
    const mark = performer.path.length;
    const item = sameItem(performer.screen, seen, one.item) ?? one.item;
    if (await operate(performer, { ...one, item }, field)) return believed(performer, sureness.offered);
    if (performer.isFilmed || !(await performer.returnTo(mark))) return false;
  }
  if (isOnlyOffered) return false;
  // A sentence is for the only text. Anything else is for the only control that has nothing yet.
  const isSentence = /\S\s+\S+\s+\S/.test(field.value.text) && field.value.exact;
  const empty = free.filter(
    ({ way, item }) => (isSentence ? way === 'type' : item.value === '') && !item.isSelected,
  );
  // Several sentences' worth of room is for a sentence, where only one field has it.
  const roomy = isSentence
    ? empty.filter(({ item }) => item.inputType === 'textarea' && item.value === '')
    : [];
  const [only, ...others] = roomy.length === 1 ? roomy : empty;
  if (!only || others.length > 0 || !fits(only.item, field)) return false;
  if (!(await operate(performer, only, field))) return false;
  return believed(performer, sureness.only);
}

function believed(performer: Performer, confidence: number): true {
  performer.believe?.(confidence);
  return true;
}

/** The controls of a form that have no value of the deed yet. */
function freeControls(performer: Performer, field: FieldValue, form: number): FieldCandidate[] {
  const { screen, path } = performer;
  const used = path
    .filter(({ part }) => part === 'field')
    .map((act) => sameItem(screen, act.before, act.item)?.id);
  const unnamed = { ...field, field: '' };
  return fieldCandidates(screen, unnamed, { mentions: [], reached: new Map(), container: form }).filter(
    ({ item }) => isInside(screen, item, form) && !item.isDisabled && !used.includes(item.id),
  );
}

/** An empty field of text takes any words, and no number or day. */
const fits = (item: Item, { value }: FieldValue) =>
  item.kind === 'field' &&
  item.value === '' &&
  /^(?:text|textarea)?$/.test(item.inputType ?? '') &&
  !asksForDate(item) &&
  !isSearching(item) &&
  !item.labels.some((label) => /^[$€£¥₹%]$/.test(label.trim())) &&
  value.to === 'text' &&
  !isTime(value.text) &&
  !isDate(value.text) &&
  /\p{L}{2}/u.test(value.text);
