import type { FieldValue, Mention } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { isOwned, isPlace, isPronoun, mentionsOf } from '../mentions.ts';
import { isName, type Token } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { aboutThing, tell } from './about.ts';
import { readBehind } from './behind.ts';
import type { Clause } from './clause.ts';
import { type Draft, draft } from './draft.ts';
import { fieldText, pairOf } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';

/** "Change X of Y from A to B", "set its width to 600 and height to 300", "set X as the default Y". */
export function readChange(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'change');
  const [first, ...others] = assignmentsOf(clause.rest, reading);
  if (first) readAssignment(first, made, true, reading);
  for (const assignment of others) readAssignment(assignment, made, false, reading);
  return made;
}

/** One field and its value each. A piece behind an "and" is one of its own only where it has both. */
function assignmentsOf(rest: readonly Token[], reading: Reading): Token[][] {
  const { lexicon } = reading;
  const isTo = (token: Token) => lexicon.means(token, /^to$/);
  const isJoint = (token: Token) => token.text === ',' || lexicon.has('and', token);
  const pieces: Token[][] = [[]];
  for (const [index, token] of rest.entries()) {
    const piece = pieces.at(-1)!;
    if (!isJoint(token)) {
      piece.push(token);
      continue;
    }
    const end = rest.findIndex((other, at) => at > index && isJoint(other));
    const next = rest.slice(index + 1, end < 0 ? rest.length : end);
    const isPair = next.length > 1 && lexicon.has('fields', next[0]) && pairOf(next, reading) !== null;
    const isListed = piece.some((one) => lexicon.means(one, /^with$/));
    if (piece.some(isTo) && !isListed && (isPair || next.findIndex(isTo) > 0)) pieces.push([]);
    else if (piece.length > 0) piece.push(token);
  }
  return pieces.filter(({ length }) => length > 0);
}

function readAssignment(tokens: readonly Token[], made: Draft, isFirst: boolean, reading: Reading): void {
  const slots = slotsOf(tokens, reading.lexicon, 'to');
  const at = slots.findIndex(({ role }) => role === 'to' || role === 'as' || role === 'into');
  const object = slots[0]!.tokens;
  const after = slots[at + 1];
  // "The best time to be reached to Evening": what it is for belongs to the field.
  if (at === 1 && after?.role === 'to' && !slots[1]!.tokens.some(isName) && object.at(-1)?.kind === 'word') {
    object.push(phrase(slots[1]!.marker!, slots[1]!.tokens.at(-1)!, reading.prompt));
    slots.splice(1, 1);
  }
  if (at < 0) {
    const pair = isFirst ? null : pairOf(object, reading);
    if (pair) made.fields.push(pair);
    else aboutThing(made, object, slots.slice(1), reading);
    return;
  }
  const before = slots.slice(0, at);
  const { value, next } = wholeValue(slots, at, reading);
  if (slots[at]!.role === 'as' && value.some((token) => reading.lexicon.has('roles', token))) {
    // "As the default currency" says what something is chosen for, and "as done" what it becomes.
    const chosen = upTo(before, reading);
    made.fields.push(fieldValue(fieldText(value, reading), chosen, reading, tokens));
  } else {
    const from = before.find(({ role }) => role === 'from') ?? formerIn(before, reading);
    const target = targetOf(
      object,
      before.slice(1).filter((slot) => slot !== from),
      from !== undefined,
      reading,
    );
    if (isFirst) Object.assign(made, { thing: target.thing, places: target.places, owned: target.owned });
    made.fields.push(...assigned(target.field, value, from, tokens, reading));
  }
  readBehind(slots.slice(next), made, true, reading);
}

/**
 * The former value behind a word that stands before owners too: "von" in "die Priorität von niedrig auf hoch". It is the last
 * before the new value, and no name where no owner is before it.
 */
function formerIn(before: readonly Slot[], { lexicon }: Reading): Slot | undefined {
  const last = before.length > 1 ? before.at(-1)! : undefined;
  if (last?.role !== 'of' || !lexicon.means(last.marker, /^from$/)) return undefined;
  const isOwnedBefore = before.slice(1, -1).some(({ role }) => /^(?:of|on|for)$/.test(role));
  const isLower = last.tokens.every(({ kind, text }) => kind === 'word' && /^\p{Ll}/u.test(text));
  return isOwnedBefore || isLower ? last : undefined;
}

/** All that stands in front of the value, as one phrase: "the Visa card ending in 12". */
function upTo(before: readonly Slot[], { prompt, lexicon }: Reading): readonly Token[] {
  const [object, ...others] = before.map(({ tokens }) => tokens);
  const first = object?.find((token) => !lexicon.has('determiners', token));
  const last = others.at(-1)?.at(-1);
  return first && last ? [phrase(first, last, prompt)] : (object ?? []);
}

const phrase = ({ start }: Token, { end }: Token, prompt: string): Token => {
  const text = prompt.slice(start, end);
  return { kind: 'word', text, low: text.toLowerCase(), start, end };
};

/** The value, with what is said of it behind a "that" or an "of". */
function wholeValue(
  slots: readonly Slot[],
  at: number,
  { prompt, lexicon }: Reading,
): { value: Token[]; next: number } {
  const { tokens } = slots[at]!;
  const isMore = ({ role }: Slot) => /^(?:that|of|loose|narrow)$/.test(role);
  let next = at + 1;
  if (tokens.at(-1)?.kind === 'word') while (slots[next] && isMore(slots[next]!)) next++;
  const end = slots[next - 1]!.tokens.at(-1)!;
  return {
    value:
      next === at + 1
        ? tokens
        : [phrase(tokens.find((token) => !lexicon.has('determiners', token)) ?? end, end, prompt)],
    next,
  };
}

interface Target {
  field: string;
  thing: Mention | null;
  places: Mention[];
  owned: boolean;
}

/** Which field is meant, of what, and where. */
function targetOf(
  object: readonly Token[],
  behind: readonly Slot[],
  hasFrom: boolean,
  reading: Reading,
): Target {
  if (isPronoun(object, reading)) return { field: '', thing: null, places: [], owned: true };
  const all = behind.filter(({ role }) => /^(?:of|on|for|in)$/.test(role));
  const counted = countedIn(all, reading);
  const owners = all.filter((slot) => slot !== counted);
  const told = behind.filter(({ role }) =>
    /^(?:with|that|says|loose|narrow|without|by|named|beside)$/.test(role),
  );
  const whole = counted?.marker ? [...object, counted.marker, ...counted.tokens] : object;
  const { field, owned, mentions, rest } = fieldAndOwner(whole, owners, hasFrom, reading);
  const thing = mentions.at(-1) ?? null;
  for (const slot of told) tell(thing, slot, reading.prompt);
  // In "a on b in c", the last place is the outermost.
  const outer = [...rest].reverse().flatMap(({ tokens }) => mentionsOf(tokens, reading));
  return { field, thing, places: [...outer, ...mentions.slice(0, -1)], owned };
}

/** "The number of seats for the boat 'x'": what is counted belongs to the field, where the owner stands behind it. */
function countedIn([first, ...others]: readonly Slot[], { lexicon }: Reading): Slot | undefined {
  const isPlain = first?.tokens.every(
    (token) => token.kind === 'word' && !isName(token) && !lexicon.has('determiners', token),
  );
  const isOwned = others.some(({ role, tokens }) => role !== 'in' && tokens.some(isName));
  return first?.role === 'of' && isPlain && isOwned ? first : undefined;
}

interface Owned {
  field: string;
  owned: boolean;
  /** What owns the field, and its own owners in front. */
  mentions: Mention[];
  /** The other places. */
  rest: readonly Slot[];
}

function fieldAndOwner(
  object: readonly Token[],
  owners: readonly Slot[],
  hasFrom: boolean,
  reading: Reading,
): Owned {
  const owned = isOwned(object, reading);
  const possessor = object.findLastIndex(({ kind }) => kind === 'owner');
  if (possessor > 0) {
    const mentions = mentionsOf(object.slice(0, possessor), reading);
    return { field: fieldText(object.slice(possessor + 1), reading), owned, mentions, rest: owners };
  }
  const owner = owners.find(({ role, tokens }) => role !== 'in' || !isSetting(tokens, reading));
  const split = owner ? { thing: [], field: object } : splitObject(object, hasFrom, reading);
  const isIt = owner !== undefined && isPronoun(owner.tokens, reading);
  return {
    field: fieldText(split.field, reading),
    owned: owned || isIt,
    mentions: owner && !isIt ? mentionsOf(owner.tokens, reading) : mentionsOf(split.thing, reading),
    rest: owners.filter((slot) => slot !== owner),
  };
}

/** Settings and pages are places. A note or a slide owns fields. */
const isSetting = (tokens: readonly Token[], reading: Reading) =>
  isPlace(tokens, reading) || (tokens.length === 1 && isName(tokens[0]!) && tokens[0]!.kind === 'word');

/** What of the object is the field, and what the thing that it belongs to. */
function splitObject(
  object: readonly Token[],
  hasFrom: boolean,
  { lexicon }: Reading,
): { thing: readonly Token[]; field: readonly Token[] } {
  const asField = { thing: [], field: object };
  const asThing = { thing: object, field: [] };
  const quoted = object.findIndex(({ kind }) => kind === 'quote');
  if (quoted < 0) {
    const isProper = object[0] !== undefined && isName(object[0]);
    const isThing = object.some(({ kind }) => kind === 'exact') || (hasFrom && object.length > 1);
    return isProper && isThing ? asThing : asField;
  }
  const behind = object.slice(quoted + 1).filter(({ kind }) => kind === 'word');
  const isSwitch = lexicon.has('switches', object.at(-1)) || lexicon.has('switches', object[quoted - 1]);
  if (isSwitch || (behind.length === 0 && quoted === 0)) return asField;
  if (!lexicon.has('fields', object.at(-1))) return asThing;
  if (behind.length > 1) return { thing: object.slice(0, -1), field: object.slice(-1) };
  return hasFrom ? asThing : asField;
}

/** The field with its value. "A solid color #112233" is a value and a field of its own. */
function assigned(
  field: string,
  value: readonly Token[],
  from: Slot | undefined,
  all: readonly Token[],
  reading: Reading,
): FieldValue[] {
  const was = from ? fieldText(from.tokens, reading) : null;
  const [words, last] = [value.slice(0, -1), value.at(-1)];
  const kind = words.at(-1);
  const isOwn = last?.kind === 'exact' && words.length > 1 && reading.lexicon.has('fields', kind);
  if (!isOwn || !words.every((word) => word.kind === 'word'))
    return [fieldValue(field, value, reading, all, was)];
  return [fieldValue(field, words, reading, all, was), fieldValue(kind!.low, [last], reading, all)];
}
