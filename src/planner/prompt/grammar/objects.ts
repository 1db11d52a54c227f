import type { FieldValue, Mention } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { isOwned, isPlace, isPronoun, piecesOf } from '../mentions.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { aboutThing, tell } from './about.ts';
import { withAddress } from './address-of-new.ts';
import type { Clause } from './clause.ts';
import { type Draft, draft } from './draft.ts';
import { fieldsOf } from './means.ts';
import { fieldText, pairsOf } from './pairs.ts';
import { predicatesOf } from './predicates.ts';
import { oneEach } from './several.ts';
import { type Slot, slotsOf } from './slots.ts';
import { readMove } from './states.ts';

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

/** "Put Ann Lee in cc" gives a field a value. */
function enteredIn(clause: Clause, reading: Reading): Draft | null {
  const [value, field] = slotsOf(clause.rest, reading.lexicon, 'into');
  const isField =
    field?.role === 'in' && field.tokens.length === 1 && reading.lexicon.has('fields', field.tokens[0]);
  if (!isField || value!.tokens.length === 0) return null;
  return draft(clause, 'change', {
    fields: [fieldValue(fieldText(field.tokens, reading), value!.tokens, reading, clause.rest)],
  });
}

/** "Tag it 'Urgent'": the verb is the field's name. */
function givesField({ verb, rest }: Clause, made: Draft, reading: Reading): boolean {
  const { lexicon } = reading;
  const [object, ...given] = rest;
  const isField = lexicon.words.fields?.includes(verb) === true;
  if (!isField || !object || given.length === 0 || !given.every(({ kind }) => kind === 'quote')) return false;
  if (!isPronoun([object], reading)) return false;
  made.owned = true;
  made.fields.push(fieldValue(verb, given, reading, rest));
  return true;
}

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

function readObject(made: Draft, reading: Reading): void {
  const [object, ...others] = slotsOf(made.clause.rest, reading.lexicon, 'on');
  const { count, tokens, behind } = counted(
    object!.tokens,
    nested(object!.tokens, others, made, reading),
    reading,
  );
  const about: Slot[] = [];
  for (const [index, slot] of behind.entries()) {
    // "A milestone that starts on 6 July": what is new has no likes to be told from.
    const isGiven =
      slot.role === 'that' &&
      !isState(slot, reading) &&
      made.kind === 'create' &&
      !behind
        .slice(0, index)
        .some(({ role, tokens }) => /^(?:of|on|in|to|into|beside)$/.test(role) && !tokens.some(isName));
    const fields = isGiven
      ? predicatesOf(slot.tokens, reading)
      : (rolesIn(slot, behind[index - 1], made.fields, reading) ?? fieldsOf(slot, made, reading));
    const isMore =
      (slot.role === 'narrow' || slot.role === 'that') &&
      !isQuoted(made.fields.at(-1)) &&
      fieldsOf(behind[index - 1] ?? slot, made, reading);
    if (fields) made.fields.push(...fields);
    else if (isMore) made.fields.push(narrowed(made.fields.pop()!, slot, reading));
    else about.push(slot);
  }
  const { receiver, what } = receiverIn(tokens, reading);
  if (receiver && made.clause.kind === 'transfer') made.fields.push(fieldValue('', receiver, reading));
  else if (receiver) about.unshift({ role: 'in', word: '', tokens: receiver });
  if (count) made.fields.unshift(fieldValue('', [count], reading));
  readAbout(made, what, about, reading);
}

/** "A label 'x' nested under Finance": what joins a new thing to another is a field of it. */
function nested(object: Token[], behind: readonly Slot[], made: Draft, reading: Reading): readonly Slot[] {
  const [next, ...others] = behind;
  const [before, joined] = object.slice(-2);
  const isJoined =
    made.kind === 'create' &&
    reading.lexicon.inflects &&
    before !== undefined &&
    isName(before) &&
    joined?.kind === 'word' &&
    /^\p{Ll}+ed$/u.test(joined.text) &&
    next !== undefined &&
    /^(?:in|on|to|beside|of)$/.test(next.role) &&
    next.tokens.some(isName);
  if (!isJoined) return behind;
  object.pop();
  made.fields.push(fieldValue(`${joined.low} ${next.word}`, next.tokens, reading));
  return others;
}

/** "That is let weekly" says no value. */
const isState = ({ tokens }: Slot, { lexicon }: Reading) =>
  lexicon.has('copulas', tokens[0]) && !tokens.some(isName);

/** What stands behind a quotation says nothing more of it. */
const isQuoted = (field: FieldValue | undefined) => field?.value.to === 'text' && field.value.exact;

/** "With Ann Lee as the owner and 2 seats": what a name without a field is there as is its field. Null for anything else. */
function rolesIn(
  { role, tokens }: Slot,
  before: Slot | undefined,
  fields: FieldValue[],
  reading: Reading,
): FieldValue[] | null {
  const last = fields.at(-1);
  const [field, ...others] = piecesOf(tokens, reading);
  // "With Bo Berg in cc".
  const isIn = role === 'in' && tokens.length === 1 && reading.lexicon.has('fields', tokens[0]);
  if ((role !== 'as' && !isIn) || before?.role !== 'with' || last?.field !== before.word || !field)
    return null;
  fields.pop();
  const rest = tokens.filter(({ start }) => start > field.at(-1)!.end);
  const more = others.length > 0 ? pairsOf(rest, before.word, reading) : [];
  return [{ ...last, field: fieldText(field, reading) }, ...more];
}

/** "Give it the colour red and a due date of 4 May" changes fields. */
function readGive(clause: Clause, reading: Reading): Draft | null {
  const { lexicon } = reading;
  if (!lexicon.words.gives?.includes(clause.verb)) return null;
  const pronoun = lexicon.phraseAt('pronouns', clause.rest, 0);
  const { receiver, what } =
    pronoun > 0 && clause.rest.length > pronoun
      ? { receiver: clause.rest.slice(0, pronoun), what: clause.rest.slice(pronoun) }
      : receiverIn(clause.rest, reading);
  const isField = (piece: readonly Token[]) => piece.some((token) => lexicon.has('fields', token));
  const isNamed = pronoun > 0 || piecesOf(what, reading).some(isField);
  if (!receiver || !isNamed) return null;
  const fields = pairsOf(what, '', reading);
  if (fields.length === 0 || fields.some(({ field }) => field === '')) return null;
  const made = draft(clause, 'change', { fields });
  const [object, ...behind] = slotsOf(receiver, lexicon, 'on');
  aboutThing(made, object!.tokens, behind, reading);
  return made;
}

/** What stands behind the value of a field says more of it: "from the account ending in 12". */
function narrowed(field: FieldValue, { word, tokens }: Slot, { prompt }: Reading): FieldValue {
  const more = ` ${word} ${textOf(prompt, tokens)}`;
  const { value, said } = field;
  return {
    ...field,
    value: value.to === 'text' ? { ...value, text: value.text + more } : value,
    said: said + more,
  };
}

/** "Send Ann the report", "füge der Liste 'x' einen Eintrag 'y' hinzu": who or what gets it, and what. */
function receiverIn(
  tokens: readonly Token[],
  { lexicon }: Reading,
): { receiver: Token[] | null; what: readonly Token[] } {
  const cut = tokens.findIndex((token, index) => {
    const before = tokens[index - 1];
    return (
      before !== undefined &&
      lexicon.has('determiners', token) &&
      (isName(before) || lexicon.has('pronouns', before))
    );
  });
  if (cut < 1 || cut === tokens.length - 1) return { receiver: null, what: tokens };
  return { receiver: tokens.slice(0, cut), what: tokens.slice(cut) };
}

interface Counted {
  count: Token | null;
  tokens: readonly Token[];
  behind: readonly Slot[];
}

/** "3 tickets", "$25 worth of silver": how much, and of what. A sum alone is what the deed is about. */
function counted(object: readonly Token[], behind: readonly Slot[], { lexicon }: Reading): Counted {
  const isFront = (token: Token) => lexicon.has('determiners', token) || lexicon.has('states', token);
  const first = object.findIndex((token) => !isFront(token));
  const [count, next] = object.slice(Math.max(first, 0));
  const isCount = count?.kind === 'exact' && /^[-+]?[$€£¥₹]?\s?\d+(?:[.,]\d+)*\s?[€£¥₹]?$/.test(count.text);
  const isCurrency = next?.kind === 'word' && /^\p{Lu}{3}$/u.test(next.text);
  if (!isCount || isCurrency) return { count: null, tokens: object, behind };
  if (next) return { count, tokens: object.filter((token) => token !== count), behind };
  const [of, ...others] = behind;
  return of?.role === 'of'
    ? { count, tokens: of.tokens, behind: others }
    : { count: null, tokens: object, behind };
}

function readAbout(made: Draft, object: readonly Token[], about: readonly Slot[], reading: Reading): void {
  // "Add a note to Ann's profile saying 'x'": the text is the note's.
  const text = made.kind === 'create' ? about.find(({ role }) => role === 'says') : undefined;
  const own = about
    .filter((slot) => slot !== text)
    .map((slot) => (made.kind === 'create' ? forNew(slot, made, object, reading) : slot));
  aboutThing(made, object, own, reading);
  if (text) tell(made.thing, { ...text, role: 'named' }, reading.prompt);
  // "Apply it to them", "detach its style".
  const isTo = ({ role, tokens }: Slot) => /^(?:to|into)$/.test(role) && isPronoun(tokens, reading);
  if (isOwned(object, reading) || about.some(isTo)) made.owned = true;
}

/** What is new has no owner to be told by: "for Ann Lee" is where it is made. */
function forNew(slot: Slot, { thing }: Draft, object: readonly Token[], reading: Reading): Slot {
  // "A contact for Ann Lee" is called so.
  if (slot.role === 'for' && !thing && reading.lexicon.has('people', object.at(-1)))
    return { ...slot, role: 'named' };
  const isTarget = slot.role === 'for' && isPersonOrPlace(slot.tokens, reading);
  return isTarget || slot.role === 'from' ? { ...slot, role: 'in' } : slot;
}

/** A page, or capitals and nothing else: a person or a company that something is made for. */
const isPersonOrPlace = (tokens: readonly Token[], reading: Reading) =>
  isPlace(tokens, reading) || tokens.every(({ kind, text }) => kind === 'word' && /^\p{Lu}/u.test(text));
