import type { Deed, FieldValue, Mention } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import type { Token } from '../tokens.ts';
import type { Clause } from './clause.ts';
import type { Draft } from './draft.ts';
import { readAct, readOpen } from './objects/objects.ts';

/** What was opened, selected or done before, which later orders may be about. */
interface Before {
  readonly places: readonly Mention[];
  readonly selected: Mention | null;
  /** What was selected with it: "select a and b". */
  readonly also: readonly Mention[];
  readonly last: Draft | null;
  /** What was opened, and nothing done there yet. */
  readonly opened: readonly Draft[];
}

/** Makes deeds of orders: each gets what the ones before it say of it too. */
export function deedsOf(drafts: readonly Draft[], reading: Reading): Deed[] {
  const tours = drafts.some(({ clause }) => clause.kind === 'tour');
  let before: Before = { places: [], selected: null, also: [], last: null, opened: [] };
  const made: Draft[] = [];
  for (const [index, asked] of drafts.entries()) {
    const read = explainedBy(asked, drafts[index + 1]);
    // What nothing was done before is used for itself: "use the coupon 'x'".
    const isUsed = read.clause.kind === 'use' && read.fields.length > 0 && !before.last;
    const one = isUsed ? readAct({ ...read.clause, kind: 'act' }, reading)[0]! : read;
    if (tours && reading.lexicon.words.omits?.includes(one.clause.verb)) continue;
    if (one.clause.lead.length > 0)
      before = { ...before, places: leadOf(one, reading), selected: null, also: [] };
    const way = wayOf(one, reading);
    const more = moreFields(one, before.last, reading);
    if (way) before = opening(way, before);
    else if (more && before.last) {
      const last = { ...before.last, fields: [...before.last.fields, ...more] };
      made[made.length - 1] = last;
      before = { ...before, last, opened: [] };
    } else {
      const last = placed(one, before, reading);
      const isOfSelected = last.thing !== null && last.thing === before.selected;
      made.push(last, ...(isOfSelected ? before.also.map((thing) => ({ ...last, thing })) : []));
      before = { ...before, last, opened: [] };
    }
  }
  if (made.length > 0) return [...made, ...before.opened].map((one) => deedOf(one, reading));
  const selected = before.opened.filter((one) => isOneOrder(one, before.opened.at(-1)!));
  return tours ? [] : selected.map((one) => deedOf(one, reading));
}

/** "Make it visible to all: turn its lock off": what is behind the colon is how it is done, and what is in front only names the thing. */
const explainedBy = (asked: Draft, next: Draft | undefined): Draft =>
  asked.clause.explained && asked.kind === 'change' && asked.thing && next?.owned && next.fields.length > 0
    ? { ...asked, kind: 'open', fields: [], commits: false }
    : asked;

const deedOf = ({ clause, kind, thing, places, fields, commits }: Draft, reading: Reading): Deed => ({
  said: clause.said,
  kind,
  verb: clause.verb,
  thing,
  places,
  fields: fields.map((field, index) => ofBefore(field, fields[index - 1], reading)),
  commits,
});

/** "Set its line height unit to 'px' with a value of 2": the value is that of the line height. */
function ofBefore(field: FieldValue, before: FieldValue | undefined, { lexicon }: Reading): FieldValue {
  const named = before?.field.split(' ') ?? [];
  const isTime = field.value.to === 'text' && /^\d{1,2}(?::\d\d|\s*[ap]\.?m)/i.test(field.value.text);
  const isOnlyJoin = named.length > 1 && !isTime && lexicon.words.joins?.includes(field.field) === true;
  return isOnlyJoin ? { ...field, field: named.slice(0, -1).join(' ') } : field;
}

/** "In Settings, under General": what is said first is the outermost. */
const leadOf = ({ clause }: Draft, reading: Reading): Mention[] =>
  clause.lead.flatMap((part) => {
    const { places, thing } = readOpen({ ...clause, rest: part.slice(1), lead: [] }, reading);
    return [...places, ...(thing ? [thing] : [])];
  });

/**
 * What only leads to a deed: a place that is opened, a thing that is selected, a feature that is used. "Edit the profile" alone
 * says no value, so it names the control that is pressed.
 */
function wayOf(one: Draft, reading: Reading): Draft | null {
  const { kind, clause, fields } = one;
  if (kind === 'open') return one;
  if (fields.length > 0 || (clause.kind !== 'change' && clause.kind !== 'use')) return null;
  return clause.kind === 'change'
    ? { ...one, kind: 'act', commits: false }
    : { ...readAct({ ...clause, kind: 'act' }, reading)[0]!, commits: false };
}

function opening(one: Draft, before: Before): Before {
  const owner = one.owned && !before.selected ? ownerIn(before.last) : null;
  const way = owner ? ofOwner(one, owner) : one;
  const isLed = one.clause.lead.length > 0;
  const opened = [...before.opened, isLed ? { ...way, places: [...before.places, ...way.places] } : way];
  if (way.clause.kind === 'tour') return { ...before, opened };
  // "Select a and b": one order, and each of them is selected.
  const isAlso = before.selected !== null && isOneOrder(before.opened.at(-1), way);
  if (isAlso && way.thing) return { ...before, also: [...before.also, way.thing], opened };
  const isInside = before.opened.length > 0 || way.clause.lead.length > 0;
  const outer = [...before.places, ...(before.selected ? [before.selected] : [])];
  const places = [...(isInside ? outer : []), ...way.places];
  return { places, selected: way.thing, also: [], last: null, opened };
}

const isOneOrder = (one: Draft | undefined, { clause }: Draft) =>
  one?.clause.said === clause.said && one.clause.verb === clause.verb;

/** "Create the board 'x' and open its settings": the board is opened first. */
const ofOwner = (way: Draft, owner: Mention): Draft =>
  way.thing ? { ...way, places: [owner, ...way.places] } : { ...way, thing: owner };

/** What was made is to be found anew: that its form was opened does not mean that it is open. */
const ownerIn = (last: Draft | null): Mention | null =>
  last?.kind === 'create' && last.thing ? { ...last.thing } : (last?.thing ?? null);

/** The fields that belong to the form of the deed before: "add a contact. Set the company to 'x' and add the note 'y'." */
function moreFields(one: Draft, last: Draft | null, { lexicon }: Reading): FieldValue[] | null {
  const { kind, clause, thing, fields, places } = one;
  if (!last || places.length > 0 || clause.lead.length > 0) return null;
  if (clause.kind === 'use') return fields.length > 0 ? fields : null;
  // "Write to Ann and schedule it for Monday": what was begun is not made again.
  if (kind === 'create' && last.kind === 'create' && !thing && one.owned && fields.length > 0)
    return fields.map((field, index) => (index === 0 ? { ...field, field: clause.verb } : field));
  // "Add the phone number 12 to Ann Lee and change the title to 'x'" is about her, twice.
  const isOfSame = last.kind === 'change' && last.clause.kind === 'create' && last.thing !== null;
  if (kind === 'change' && fields.length > 0 && !thing && isOfSame) return fields;
  if (kind === 'change' && fields.length > 0 && !thing)
    return last.kind === 'create' || (clause.aim && last.kind === 'act')
      ? fields.map(calledBy(clause))
      : null;
  if (kind !== 'create' || last.kind !== 'create' || fields.length > 0) return null;
  const isField = lexicon.has('fields', lastWord(clause.rest)) || lexicon.has('definite', clause.rest[0]);
  if (!isField || !thing?.name || thing.kind === '') return null;
  const value = { to: 'text' as const, text: thing.name, exact: true, unit: null };
  return [{ field: thing.kind, value, from: null, said: clause.said }];
}

/** "Assign it to Ann Lee" gives the field that is called like the verb a value. */
const calledBy =
  ({ kind, verb }: Clause) =>
  (field: FieldValue): FieldValue =>
    field.field === '' && kind === 'move' ? { ...field, field: verb } : field;

const lastWord = (rest: readonly Token[]) => rest.filter(({ kind }) => kind === 'word').at(-1);

/** A deed with the places and the thing that were named before it. */
function placed(one: Draft, { places, selected, also, last }: Before, reading: Reading): Draft {
  const named = selected ?? (one.owned || one.ownedPlace ? ownerIn(last) : null);
  const isThing =
    one.thing === null && named !== null && !one.ownedPlace && (one.owned || !isPage(named, reading));
  return isThing
    ? { ...one, thing: named, places: [...places, ...one.places] }
    : { ...one, places: [...places, ...(named ? [named] : []), ...also, ...one.places] };
}

const isPage = ({ kind, said }: Mention, { lexicon }: Reading) =>
  [kind, said].some((words) => lexicon.words.places?.includes(words.toLowerCase().split(' ').at(-1)!));
