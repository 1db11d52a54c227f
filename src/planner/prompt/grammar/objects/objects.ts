import type { FieldValue, Mention } from '../../deed.ts';
import type { Reading } from '../../lexicon.ts';
import { piecesOf } from '../../mentions.ts';
import { isName } from '../../tokens.ts';
import { fieldValue } from '../../values.ts';
import { aboutThing } from '../about.ts';
import type { Clause } from '../clause.ts';
import { type Draft, draft } from '../draft.ts';
import { fieldText } from '../pairs.ts';
import { oneEach } from '../several.ts';
import { slotsOf } from '../slots.ts';
import { readMove } from '../states.ts';
import { withAddress } from './address-of-new.ts';
import { enteredIn, givesField, readGive } from './gives.ts';
import { readObject } from './read-object.ts';

/** Deeds on a whole thing: it is made, something is done to it, or it is opened. */

/** "Add a task named 'x' with priority high to the board 'y'". */
export function readCreate(clause: Clause, reading: Reading): Draft {
  const added = valueAdded(clause, reading);
  if (added) return added;
  const made = draft(clause, 'create');
  readObject(made, reading);
  const { thing, fields } = withAddress(ofKind(made, reading), reading);
  if (!thing) return made;
  const qualifiers = thing.qualifiers.filter((word) => !reading.lexicon.words.newWords?.includes(word));
  const name = fields.find(({ field, value }) => field === 'name' && value.to === 'text');
  if (thing.name !== null || name?.value.to !== 'text')
    return { ...made, fields, thing: { ...thing, qualifiers } };
  const others = fields.filter((field) => field !== name);
  return { ...made, thing: { ...thing, qualifiers, name: name.value.text }, fields: others };
}

/** "Add the phone number +1 555 0100 to Ann Lee" gives a field of hers a value: a number or an address is no name of anything new. */
function valueAdded(clause: Clause, reading: Reading): Draft | null {
  const [object, goal, ...others] = slotsOf(clause.rest, reading.lexicon, 'to');
  const { lexicon } = reading;
  const field = object!.tokens.filter((token) => !lexicon.has('determiners', token));
  const value = field.pop();
  const isField = field.length > 0 && lexicon.has('fields', field.at(-1)) && !field.some(isName);
  if (value?.kind !== 'exact' || !isField || goal?.role !== 'to' || !goal.tokens.some(isName)) return null;
  const made = draft(clause, 'change');
  aboutThing(made, goal.tokens, others, reading);
  made.fields.push(fieldValue(fieldText(field, reading), [value], reading, clause.rest));
  return made;
}

/** "Email Ann Lee with the subject 'x'": a message is made, and she is whom it is for. */
export function readLetter(clause: Clause, reading: Reading): Draft {
  const { words } = reading.lexicon;
  const joint = clause.verb.split(' ')[1];
  const [object] = slotsOf(clause.rest, reading.lexicon, 'with');
  const behind = clause.rest.filter(({ start }) => start >= object!.tokens.at(-1)!.end);
  const [verb, noun] = words.aLetter!;
  const made = readCreate({ ...clause, verb, rest: behind }, reading);
  const text = object!.tokens.findIndex(({ text }) => text === ':');
  const whom = text > 0 ? object!.tokens.slice(0, text) : object!.tokens;
  const letter: Mention = { said: noun, name: null, kind: noun, qualifiers: [], ordinal: null };
  const to = piecesOf(whom, reading).map((piece) => fieldValue(joint ?? 'to', piece, reading));
  const body = text > 0 ? [fieldValue(noun, object!.tokens.slice(text + 1), reading)] : [];
  return { ...made, thing: letter, fields: [...to, ...body, ...made.fields] };
}

/** "Add Jo Lee as a new member": what it is made as is its kind. */
function ofKind(made: Draft, { lexicon }: Reading): Draft {
  const { thing, fields } = made;
  const isNew = ({ field, value }: FieldValue) =>
    field === '' &&
    value.to === 'text' &&
    !value.exact &&
    lexicon.words.newWords?.includes(value.text.split(' ')[0]!);
  const as = fields.find(isNew);
  if (as?.value.to !== 'text' || thing?.name == null || thing.kind !== '') return made;
  const kind = as.value.text.split(' ').slice(1).join(' ');
  return { ...made, thing: { ...thing, kind }, fields: fields.filter((field) => field !== as) };
}

/** "Approve the second request", "send the file to Ann". What is listed ("archive 'a' and 'b'") becomes a deed each. */
export function readAct(clause: Clause, reading: Reading): Draft[] {
  const into = slotsOf(clause.rest, reading.lexicon, 'into').find(({ role }) => role === 'into');
  const isPut = reading.lexicon.words.verbs.put?.some((verb) => verb.split(' ')[0] === clause.verb);
  const entered = isPut ? enteredIn(clause, reading) : null;
  if (entered) return [entered];
  const given = readGive(clause, reading);
  if (given) return [given];
  if (isPut && into?.tokens.some(isName)) return [readMove(clause, reading)];
  return oneEach(clause, reading).map((one) => {
    const commits = !clause.told && clause.kind !== 'press';
    const made = draft(one, 'act', { commits });
    if (givesField(clause, made, reading)) return { ...made, kind: 'change' as const };
    if (clause.kind !== 'press' || !readWhole(made, reading)) readObject(made, reading);
    if (isLetter(made, reading)) return letterOf(made, reading);
    const isChange = made.fields.length > 0 && made.fields.every(({ field }) => field === clause.verb);
    return isChange && (made.thing || made.owned) ? { ...made, kind: 'change' as const } : made;
  });
}

/** "Send a new message to Ann Lee" makes one, and "send the message 'x' to her" does not. */
function isLetter({ thing, clause }: Draft, { lexicon }: Reading): boolean {
  const isNew = thing?.qualifiers.some((word) => lexicon.words.newWords?.includes(word));
  const isOne = isNew || lexicon.has('indefinite', clause.rest[0]);
  return (
    clause.kind === 'transfer' && isOne && thing?.name === null && lexicon.words.aLetter?.[1] === thing.kind
  );
}

const letterOf = (made: Draft, { lexicon }: Reading): Draft => ({
  ...made,
  kind: 'create',
  clause: { ...made.clause, verb: lexicon.words.aLetter![0] },
  thing: made.thing && { ...made.thing, qualifiers: [] },
});

export function readOpen(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'open');
  const [object, ...others] = slotsOf(clause.rest, reading.lexicon, 'on');
  aboutThing(made, object!.tokens, others, reading);
  return made;
}

/** "Filter for bowls in blue", "sort by price, low to high": all of it is what the verb is about. */
function readWhole(made: Draft, reading: Reading): boolean {
  const { rest, verb } = made.clause;
  const [object, ...others] = slotsOf(rest, reading.lexicon, 'on');
  const isBare = object!.tokens.length === 0 && others.length > 0;
  if (!isBare && !/ (?:by|for)$/.test(verb)) return false;
  const start = isBare ? others[0]!.tokens[0]!.start : 0;
  const inside = isBare ? undefined : others.find(({ role }) => role === 'in');
  const end = inside?.marker?.start ?? Number.POSITIVE_INFINITY;
  const whole = rest.filter((token) => token.start >= start && token.end <= end);
  aboutThing(made, whole, inside ? [inside] : [], reading);
  return true;
}
