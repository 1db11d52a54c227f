import type { FieldValue, Value } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { isOwned, isPronoun, mentionsOf, piecesOf } from '../mentions.ts';
import { isMoment } from '../moments.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { aboutThing } from './about.ts';
import { readBehind } from './behind.ts';
import { readChange } from './changes.ts';
import type { Clause } from './clause.ts';
import { type Draft, draft } from './draft.ts';
import { readFill } from './entries.ts';
import { fieldText } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';

/** Deeds whose verb, or one word, says what becomes of a thing: "turn off", "mark as done", "make it public". */

/** "Turn on dark mode and sounds in Settings", "disable the 'Icons' library". */
export function readSwitch(clause: Clause, reading: Reading): Draft {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change');
  const [object, ...others] = slotsOf(clause.rest, lexicon, 'on');
  const told = others.find(({ role }) => role === 'that');
  if (told && lexicon.has('switches', object!.tokens.at(-1)))
    return readDescribed(object!, told, made, reading);
  const joined = others.find((slot) => goesOn(slot, reading));
  const tokens = joined ? upTo(clause.rest, joined) : object!.tokens;
  const isIt = isPronoun(tokens, reading);
  const address = others.find(({ role, tokens }) => /^(?:for|from|of)$/.test(role) && isAddress(tokens));
  made.owned = isIt || isOwned(tokens, reading);
  if (!isIt && isThing(tokens, reading)) made.thing = mentionsOf(tokens, reading).at(-1)!;
  else if (!isIt && address) {
    // "The rule for mail from ann@example.org" is one of several rules.
    const mention = mentionsOf(object!.tokens, reading).at(-1);
    if (mention) made.thing = { ...mention, name: textOf(prompt, address.tokens) };
  }
  const value: Value = { to: clause.kind === 'on' ? 'on' : 'off' };
  const fields =
    isIt || made.thing ? [''] : piecesOf(tokens, reading).map((piece) => fieldText(piece, reading));
  made.fields.push(
    ...fields.map((field) => ({ field, value, from: null, said: textOf(prompt, clause.rest) })),
  );
  readBehind(
    others.filter((slot) => slot !== joined && (made.thing === null || slot !== address)),
    made,
    true,
    reading,
  );
  return made;
}

/** "The kitchen setting that makes seconds optional": what it does stands for its name. */
function readDescribed(object: Slot, { tokens }: Slot, made: Draft, reading: Reading): Draft {
  const { clause } = made;
  const field = fieldText(tokens.length > 1 ? tokens.slice(1) : tokens, reading);
  const where = object.tokens.slice(0, -1).filter((token) => !reading.lexicon.has('determiners', token));
  const said = textOf(reading.prompt, clause.rest);
  made.fields.push({ field, value: { to: clause.kind === 'on' ? 'on' : 'off' }, from: null, said });
  made.places.push(...mentionsOf(where, reading));
  return made;
}

const isAddress = (tokens: readonly Token[]) =>
  tokens.length === 1 && /^[^\s@]+@[^\s@]+$/.test(tokens[0]!.text);

/**
 * "Stick to edges" and "alerts for new comments" are one name, where nothing in it is a name of its own. So is "the alarm that rings 5 minutes
 * before the end", which tells one of several alarms.
 */
const goesOn = (slot: Slot, reading: Reading) =>
  (slot.role === 'that' && !slot.tokens.some(({ kind }) => kind === 'quote')) ||
  (isNameless(slot, reading) && !slot.tokens.some((token) => reading.lexicon.has('determiners', token)));

/** "The first day of the week" is one name, too. */
export const isNameless = ({ role, tokens }: Slot, { lexicon }: Reading) =>
  /^(?:of|for|on|to|by)$/.test(role) &&
  !tokens.some((token) => isName(token) || lexicon.has('pronouns', token));

export const upTo = (rest: readonly Token[], { tokens }: Slot) =>
  rest.filter(({ end }) => end <= tokens.at(-1)!.end);

/** Whether a quoted name with a kind is a thing and no option: "the 'Icons' library". */
function isThing(tokens: readonly Token[], { lexicon }: Reading): boolean {
  const isOption = (token: Token) =>
    lexicon.has('switches', token) ||
    lexicon.has('fields', token) ||
    (lexicon.inflects && token.low.endsWith('s'));
  const words = tokens.filter((token) => token.kind === 'word' && !lexicon.has('determiners', token));
  return tokens.some(({ kind }) => kind === 'quote') && words.length > 0 && !words.some(isOption);
}

/** "Mark the task 'x' as done", "flag it as urgent". */
export function readMark(clause: Clause, reading: Reading): Draft {
  const { lexicon } = reading;
  const made = draft(clause, 'change');
  const slots = slotsOf(clause.rest, lexicon, 'as');
  const at = slots.findIndex(({ role }) => role === 'as' || role === 'with');
  const object = slots[0]!.tokens;
  // "Mark the condition of 'x' as good" names the field.
  const isNamed = ({ kind, text }: Token) => kind === 'quote' || (kind === 'word' && /^\p{Lu}/u.test(text));
  if (at > 1 && slots[1]!.role === 'of' && !object.some(isName) && slots[1]!.tokens.some(isNamed))
    return readChange(clause, reading);
  if (at < 0) {
    // "Label it 'Draft'": the verb is the field's name.
    const given = object.slice(1);
    if (given.length > 0 && isPronoun(object.slice(0, 1), reading) && given.every(isName)) {
      made.owned = true;
      made.fields.push(fieldValue(clause.verb, given, reading, clause.rest));
      return made;
    }
    const isState = object.length > 1 && lexicon.has('states', object.at(-1));
    aboutThing(made, isState ? object.slice(0, -1) : object, slots.slice(1), reading);
    if (isState) made.fields.push(fieldValue('', object.slice(-1), reading, clause.rest));
    return made;
  }
  const end = slots.findIndex(({ role }, index) => index > at && /^(?:in|on|with|using|for)$/.test(role));
  const behind = end < 0 ? [] : slots.slice(end);
  const marker = behind[0]?.marker;
  const value = clause.rest.filter(
    ({ start }) => start >= slots[at]!.tokens[0]!.start && (!marker || start < marker.start),
  );
  aboutThing(made, object, slots.slice(1, at), reading);
  made.fields.push(fieldValue('', value, reading, clause.rest));
  readBehind(behind, made, false, reading);
  return made;
}

/** "Rename the board 'x' to 'y'". */
export function readRename(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'change');
  const slots = slotsOf(clause.rest, reading.lexicon, 'to');
  const at = slots.findIndex(({ role }) => role === 'to' || role === 'as' || role === 'into');
  aboutThing(made, slots[0]!.tokens, slots.slice(1, at < 0 ? undefined : at), reading);
  if (at < 0) return made;
  made.fields.push(fieldValue('name', slots[at]!.tokens, reading, clause.rest));
  readBehind(slots.slice(at + 1), made, false, reading);
  return made;
}

/** "Move the card 'x' from 'a' to 'b'", "assign it to Ann". */
export function readMove(clause: Clause, reading: Reading): Draft {
  const { lexicon } = reading;
  const made = draft(clause, 'change');
  const all = slotsOf(clause.rest, lexicon, 'to');
  const from = all.find(({ role }) => role === 'from');
  const slots = all.filter((slot) => slot !== from);
  const object = slots[0]!.tokens;
  const isGoal = ({ role }: Slot) => /^(?:to|into|beside)$/.test(role);
  const goal = slots.find(isGoal) ?? slots.find(({ role }) => /^(?:on|in|of)$/.test(role));
  // "Weise es Ann zu" names who gets it without a word in front.
  const receiver = object.slice(1);
  if (!goal && receiver.length > 0 && isPronoun(object.slice(0, 1), reading) && receiver.every(isName)) {
    made.owned = true;
    made.fields.push(fieldValue('', receiver, reading, clause.rest));
    return made;
  }
  const at = goal ? slots.indexOf(goal) : slots.length;
  const last = object.at(-1);
  // "Move Ann's start date to 4 May", "shift the deadline of the task 'x' to Monday".
  const isOf = object.some(({ kind }) => kind === 'owner') || slots[1]?.role === 'of';
  // "Push the start date back to 4 May".
  const isDay = !object.some(isName) && goal?.tokens.every(({ text }) => isMoment(text));
  if (goal?.role === 'to' && (isOf || isDay) && lexicon.has('fields', last))
    return readChange(clause, reading);
  if (object.length > 1 && last?.kind === 'word' && lexicon.words.directions?.includes(last.low)) {
    // "Move the step 'x' up": where it ends up is seen then.
    const moved = draft({ ...clause, verb: `${clause.verb} ${last.low}` }, 'act');
    aboutThing(
      moved,
      object.slice(0, -1),
      slots.slice(1).filter((slot) => slot !== goal),
      reading,
    );
    return moved;
  }
  if (goal && isOfNames(clause, reading)) {
    aboutThing(made, goal.tokens, [], reading);
    made.fields.push(...namesIn(object, reading).map((piece) => fieldValue('', piece, reading, clause.rest)));
    readBehind(slots.slice(at + 1), made, false, reading);
    return made;
  }
  aboutThing(made, object, slots.slice(1, at), reading);
  if (!goal) return made;
  const was = from ? textOf(reading.prompt, from.tokens) : null;
  made.fields.push(
    goal.role === 'beside'
      ? fieldValue(goal.word, goal.tokens, reading, clause.rest, was)
      : goalOf(goal.tokens, was, clause, reading),
  );
  readBehind(slots.slice(at + 1), made, false, reading);
  return made;
}

const namesIn = (object: readonly Token[], reading: Reading) =>
  piecesOf(object, reading).map((piece) =>
    piece.filter((token) => !reading.lexicon.has('determiners', token)),
  );

/** "Assign Ann Lee and Bo Berg to the task 'x'": the names are the values. */
export function isOfNames({ rest }: Clause, reading: Reading): boolean {
  const [object, ...others] = slotsOf(rest, reading.lexicon, 'to');
  const goal = others.find(({ role }) => /^(?:to|into|beside)$/.test(role));
  const isProper = ({ kind, text }: Token) => kind === 'word' && /^\p{Lu}/u.test(text);
  return (
    goal?.tokens.some(({ kind }) => kind === 'quote') === true &&
    namesIn(object!.tokens, reading).every((piece) => piece.every(isProper))
  );
}

/** "Put 'x' into Week 9" moves it, and "put 'x' into the title" writes it. */
export function readPut(clause: Clause, reading: Reading): Draft {
  const goal = slotsOf(clause.rest, reading.lexicon, 'into').find(({ role }) =>
    /^(?:into|in|on)$/.test(role),
  );
  const isPlace = goal?.tokens.some((token) => isName(token) && !reading.lexicon.has('fields', token));
  return isPlace ? readMove(clause, reading) : readFill(clause, reading);
}

/** Where something is moved to. "The list 'Done'" says what it is, which may be the field's name. */
function goalOf(
  tokens: readonly Token[],
  was: string | null,
  { rest }: Clause,
  reading: Reading,
): FieldValue {
  const own = tokens.filter((token) => !reading.lexicon.has('determiners', token));
  const kind = own.slice(0, -1);
  const isOfKind = own.at(-1)?.kind === 'quote' && kind.length > 0 && !kind.some(isName);
  // "Week 9" is a week.
  const [first, number] = own;
  if (own.length === 2 && first!.kind === 'word' && isName(first!) && /^\d+$/.test(number!.text))
    return { ...fieldValue(first!.low, own, reading, rest, was), isLoose: true };
  // "To the Interview stage", "to the Data department".
  const noun = own.at(-1);
  if (
    kind.length > 0 &&
    kind.every((token) => token.kind === 'word' && isName(token)) &&
    noun?.kind === 'word' &&
    !isName(noun)
  )
    return { ...fieldValue(noun.low, kind, reading, rest, was), isLoose: true };
  // "To the label Work".
  const name = own.findIndex(isName);
  const front = own.slice(0, Math.max(0, name));
  if (own.length < tokens.length && front.length > 0 && own.slice(name).every(isName))
    return {
      ...fieldValue(fieldText(front, reading), own.slice(name), reading, rest, was),
      isLoose: true,
    };
  return isOfKind
    ? { ...fieldValue(fieldText(kind, reading), own.slice(-1), reading, rest, was), isLoose: true }
    : fieldValue('', tokens, reading, rest, was);
}
