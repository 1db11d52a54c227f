import { aboutThing } from './about.ts';
import { readBehind } from './behind.ts';
import type { Clause } from './clauses.ts';
import type { Value } from './deed.ts';
import { type Draft, draft } from './draft.ts';
import type { Reading } from './lexicon.ts';
import { isOwned, isPronoun, mentionsOf } from './mentions.ts';
import { fieldText } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';
import { isName, type Token, textOf } from './tokens.ts';
import { fieldValue } from './values.ts';

/** Deeds whose verb, or one word, says what becomes of a thing: "turn off", "mark as done", "make it public". */

/** "Turn on dark mode and sounds in Settings", "disable the 'Icons' library". */
export function readSwitch(clause: Clause, reading: Reading): Draft {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change');
  const [object, ...others] = slotsOf(clause.rest, lexicon, 'on');
  const joined = others.find((slot) => goesOn(slot, reading));
  const tokens = joined ? upTo(clause.rest, joined) : object!.tokens;
  const isIt = isPronoun(tokens, reading);
  made.owned = isIt || isOwned(tokens, reading);
  if (!isIt && isThing(tokens, reading)) made.thing = mentionsOf(tokens, reading).at(-1)!;
  const value: Value = { to: clause.kind === 'on' ? 'on' : 'off' };
  const fields =
    isIt || made.thing ? [''] : piecesOf(tokens, reading).map((piece) => fieldText(piece, reading));
  made.fields.push(
    ...fields.map((field) => ({ field, value, from: null, said: textOf(prompt, clause.rest) })),
  );
  readBehind(
    others.filter((slot) => slot !== joined),
    made,
    true,
    reading,
  );
  return made;
}

/** "Stick to edges" and "alerts for new comments" are one name, where nothing in it is a name of its own. */
const goesOn = ({ role, tokens }: Slot, { lexicon }: Reading) =>
  /^(?:of|for|on|to|by)$/.test(role) &&
  !tokens.some(
    (token) => isName(token) || lexicon.has('determiners', token) || lexicon.has('pronouns', token),
  );

const upTo = (rest: readonly Token[], { tokens }: Slot) =>
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

/** "Read receipts and typing indicators", cut at the "and". */
export function piecesOf(tokens: readonly Token[], { lexicon }: Reading): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of tokens)
    if (token.text === ',' || lexicon.has('and', token)) pieces.push([]);
    else pieces.at(-1)!.push(token);
  return pieces.filter(({ length }) => length > 0);
}

/** "Mark the task 'x' as done", "flag it as urgent". */
export function readMark(clause: Clause, reading: Reading): Draft {
  const { lexicon } = reading;
  const made = draft(clause, 'change');
  const slots = slotsOf(clause.rest, lexicon, 'as');
  const at = slots.findIndex(({ role }) => role === 'as' || role === 'with');
  const object = slots[0]!.tokens;
  if (at < 0) {
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
  const made = draft(clause, 'change');
  const all = slotsOf(clause.rest, reading.lexicon, 'to');
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
  aboutThing(made, object, slots.slice(1, at), reading);
  if (!goal) return made;
  const was = from ? textOf(reading.prompt, from.tokens) : null;
  made.fields.push(
    fieldValue(goal.role === 'beside' ? goal.word : '', goal.tokens, reading, clause.rest, was),
  );
  readBehind(slots.slice(at + 1), made, false, reading);
  return made;
}

/** "Make 'x' the default location", "make the page 'x' public". Null where it makes something new instead. */
export function readMake(clause: Clause, reading: Reading): Draft | null {
  const { lexicon } = reading;
  const made = draft(clause, 'change');
  const [object, ...others] = slotsOf(clause.rest, lexicon, 'on');
  const { tokens } = object!;
  const cut = tokens.findIndex((token, index) => index > 0 && lexicon.has('determiners', token));
  const [what, becomes] =
    cut > 0 ? [tokens.slice(0, cut), tokens.slice(cut)] : [tokens.slice(0, -1), tokens.slice(-1)];
  if (cut > 0 && !isPronoun(what, reading))
    made.fields.push(fieldValue(fieldText(becomes, reading), what, reading, clause.rest));
  else if (cut > 0 || isState(what, becomes[0], reading)) {
    aboutThing(made, what, [], reading);
    made.fields.push(fieldValue('', becomes, reading, clause.rest));
  } else return null;
  readBehind(others, made, false, reading);
  return made;
}

/** Whether the last word says what a thing becomes: "bold", "larger", or any word behind a quoted name and its kind. */
function isState(what: readonly Token[], last: Token | undefined, reading: Reading): boolean {
  const { lexicon } = reading;
  if (last?.kind !== 'word' || what.length === 0) return false;
  const quoted = what.findIndex(({ kind }) => kind === 'quote');
  const isBehindKind = quoted >= 0 && (quoted === what.length - 1 || what.length > 2);
  const isMore = lexicon.inflects && last.low.endsWith('er');
  return lexicon.has('states', last) || isMore || isBehindKind || isPronoun(what, reading);
}
