import type { FieldValue } from '../../deed.ts';
import type { Reading } from '../../lexicon.ts';
import { isOwned, isPlace, isPronoun, piecesOf } from '../../mentions.ts';
import { isName, type Token, textOf } from '../../tokens.ts';
import { fieldValue } from '../../values.ts';
import { aboutThing, tell } from '../about.ts';
import type { Draft } from '../draft.ts';
import { fieldsOf } from '../means.ts';
import { fieldText, pairsOf } from '../pairs.ts';
import { predicatesOf } from '../predicates.ts';
import { type Slot, slotsOf } from '../slots.ts';
import { receiverIn } from './gives.ts';

export function readObject(made: Draft, reading: Reading): void {
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
