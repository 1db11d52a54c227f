import { aboutThing } from './about.ts';
import { readBehind } from './changes.ts';
import type { Clause } from './clauses.ts';
import type { FieldValue, Value } from './deed.ts';
import { type Draft, draft, isOwned, isPronoun, named, type Reading } from './draft.ts';
import { fieldText } from './pairs.ts';
import { slotsOf } from './slots.ts';
import { isName, type Token, textOf } from './tokens.ts';
import { readValue } from './values.ts';

/** Deeds that name no new value, because their verb or one word says it: "turn off", "mark as done", "make it public", "rename". */

/** "Turn on dark mode and sounds in Settings", "disable the 'Icons' library". */
export function readSwitch(clause: Clause, reading: Reading): Draft {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change');
  const [object, ...others] = slotsOf(clause.rest, lexicon, 'on');
  const value: Value = { to: clause.kind === 'on' ? 'on' : 'off' };
  const said = textOf(prompt, clause.rest);
  // "Snap to grid" and "alerts for new comments" are one name, where nothing in it is a name of its own.
  const joined = others.find(
    ({ role, tokens }) =>
      /^(?:of|for|on|to|by)$/.test(role) &&
      !tokens.some(
        (token) => isName(token) || lexicon.has('determiners', token) || lexicon.has('pronouns', token),
      ),
  );
  const tokens = joined
    ? [...object!.tokens, ...tokensBetween(clause.rest, object!.tokens.at(-1)!, joined.tokens.at(-1)!)]
    : object!.tokens;
  made.owned = isOwned(tokens, reading);
  if (isPronoun(tokens, reading)) made.owned = true;
  else if (isThing(tokens, reading)) made.thing = named(tokens, reading).at(-1)!;
  const set = (some: readonly Token[]): FieldValue => ({
    field: fieldText(prompt, some, lexicon),
    value,
    from: null,
    said,
  });
  if (made.thing || isPronoun(tokens, reading)) made.fields.push({ field: '', value, from: null, said });
  else for (const piece of piecesOf(tokens, reading)) made.fields.push(set(piece));
  readBehind(
    others.filter((slot) => slot !== joined),
    made,
    true,
    reading,
  );
  return made;
}

const tokensBetween = (all: readonly Token[], from: Token, to: Token) =>
  all.filter(({ start, end }) => start >= from.end && end <= to.end);

/** Whether a quoted name with a kind is a thing and no option: "the 'Icons' library". */
function isThing(tokens: readonly Token[], { lexicon }: Reading): boolean {
  const quoted = tokens.findIndex(({ kind }) => kind === 'quote');
  const words = tokens.filter((token) => token.kind === 'word' && !lexicon.has('determiners', token));
  return (
    quoted >= 0 &&
    words.length > 0 &&
    !words.some(
      (token) => lexicon.has('switches', token) || lexicon.has('fields', token) || /s$/.test(token.low),
    )
  );
}

function piecesOf(tokens: readonly Token[], { lexicon }: Reading): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of tokens)
    if (token.text === ',' || lexicon.has('and', token)) pieces.push([]);
    else pieces.at(-1)!.push(token);
  return pieces.filter((piece) => piece.length > 0);
}

/** "Mark the task 'x' as done", "flag it as urgent". */
export function readMark(clause: Clause, reading: Reading): Draft {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change');
  const slots = slotsOf(clause.rest, lexicon, 'as');
  const at = slots.findIndex(({ role }) => role === 'as' || role === 'with');
  const before = at < 0 ? slots : slots.slice(0, at);
  let object = before[0]!.tokens;
  let value: readonly Token[] = [];
  if (at >= 0)
    value = clause.rest.filter(
      ({ start }) =>
        start >= slots[at]!.tokens[0]!.start &&
        !(
          slots[at + 1] &&
          isOther(slots[at + 1]!.role) &&
          start >= slots[at + 1]!.tokens[0]!.start - slots[at + 1]!.word.length - 1
        ),
    );
  else if (object.length > 1 && lexicon.has('states', object.at(-1)))
    [object, value] = [object.slice(0, -1), object.slice(-1)];
  aboutThing(made, object, before.slice(1), reading);
  if (value.length > 0)
    made.fields.push({
      field: '',
      value: readValue(prompt, value, lexicon),
      from: null,
      said: textOf(prompt, clause.rest),
    });
  if (at >= 0)
    readBehind(
      slots.slice(at + 1).filter(({ role }) => isOther(role)),
      made,
      false,
      reading,
    );
  return made;
}
const isOther = (role: string) => /^(?:in|on|with|using|for)$/.test(role);

/** "Rename the board 'x' to 'y'". */
export function readRename(clause: Clause, reading: Reading): Draft {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change');
  const slots = slotsOf(clause.rest, lexicon, 'to');
  const at = slots.findIndex(({ role }) => role === 'to' || role === 'as' || role === 'into');
  const before = at < 0 ? slots : slots.slice(0, at);
  aboutThing(made, before[0]!.tokens, before.slice(1), reading);
  if (at >= 0) {
    made.fields.push({
      field: 'name',
      value: readValue(prompt, slots[at]!.tokens, lexicon),
      from: null,
      said: textOf(prompt, clause.rest),
    });
    readBehind(slots.slice(at + 1), made, false, reading);
  }
  return made;
}

/** "Move the card 'x' from 'a' to 'b'", "assign it to Ann". */
export function readMove(clause: Clause, reading: Reading): Draft {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change');
  const slots = slotsOf(clause.rest, lexicon, 'to');
  const at = slots.findIndex(({ role }) => role === 'to' || role === 'into' || role === 'beside');
  const goal = at < 0 ? slots.findIndex(({ role }) => role === 'on' || role === 'in' || role === 'of') : at;
  const rest = slots.filter((slot, index) => index !== goal && slot.role !== 'from');
  // "Weise es Ann zu" names whom it is given to without a word in front.
  const [pronoun, ...receiver] = slots[0]!.tokens;
  if (goal < 0 && pronoun && receiver.length > 0 && isPronoun([pronoun], reading) && receiver.every(isName)) {
    made.owned = true;
    made.fields.push({
      field: '',
      value: readValue(prompt, receiver, lexicon),
      from: null,
      said: textOf(prompt, clause.rest),
    });
    return made;
  }
  const from = slots.find(({ role }) => role === 'from');
  aboutThing(made, rest[0]!.tokens, rest.slice(1, goal < 0 ? undefined : goal), reading);
  if (goal >= 0) {
    const value = readValue(prompt, slots[goal]!.tokens, lexicon);
    const field = slots[goal]!.role === 'beside' ? slots[goal]!.word : '';
    made.fields.push({
      field,
      value,
      from: from ? textOf(prompt, from.tokens) : null,
      said: textOf(prompt, clause.rest),
    });
    readBehind(
      slots.slice(goal + 1).filter((slot) => slot !== from),
      made,
      false,
      reading,
    );
  }
  return made;
}

/** "Make 'x' the default location", "make the page 'x' public". Null where it makes something new instead. */
export function readMake(clause: Clause, reading: Reading): Draft | null {
  const { prompt, lexicon } = reading;
  const [object, ...others] = slotsOf(clause.rest, lexicon, 'on');
  const tokens = object!.tokens;
  const made = draft(clause, 'change');
  const said = textOf(prompt, clause.rest);
  const field = tokens.findIndex((token, index) => index > 0 && lexicon.has('determiners', token));
  if (field > 0) {
    const value = readValue(prompt, tokens.slice(0, field), lexicon);
    const pronoun = isPronoun(tokens.slice(0, field), reading);
    made.owned = pronoun;
    made.fields.push({
      field: pronoun ? '' : fieldText(prompt, tokens.slice(field), lexicon),
      value: pronoun ? readValue(prompt, tokens.slice(field), lexicon) : value,
      from: null,
      said,
    });
  } else {
    const last = tokens.at(-1);
    const isState =
      lexicon.has('states', last) ||
      tokens.at(-2)?.kind === 'quote' ||
      isPronoun(tokens.slice(0, 1), reading) ||
      (tokens.some(({ kind }) => kind === 'quote') && last?.kind === 'word' && tokens.length > 3) ||
      /er$/.test(last?.low ?? '');
    if (last?.kind !== 'word' || tokens.length < 2 || !isState) return null;
    aboutThing(made, tokens.slice(0, -1), [], reading);
    made.fields.push({ field: '', value: readValue(prompt, [last], lexicon), from: null, said });
  }
  readBehind(others, made, false, reading);
  return made;
}
