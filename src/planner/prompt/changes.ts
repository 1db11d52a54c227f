import { aboutThing, tell } from './about.ts';
import type { Clause } from './clauses.ts';
import type { FieldValue, Mention } from './deed.ts';
import { type Draft, draft, isOwned, isPlace, isPronoun, named, type Reading } from './draft.ts';
import { fieldText, pairOf, pairsOf } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';
import { isName, type Token, textOf } from './tokens.ts';
import { readValue } from './values.ts';

/** "Change X of Y from A to B", "set its width to 600 and height to 300", "move X to Y", "set X as the default Y". */
export function readChange(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'change');
  assignmentsOf(clause.rest, reading).forEach((assignment, index) => {
    readAssignment(assignment, made, index === 0, reading);
  });
  return made;
}

/** One field and its value each. A piece behind an "and" is one of its own only where it has both. */
function assignmentsOf(rest: readonly Token[], { prompt, lexicon }: Reading): Token[][] {
  const isTo = (token: Token) => lexicon.means(token, /^to$/);
  const isJoint = (token: Token) => token.text === ',' || lexicon.has('and', token);
  const pieces: Token[][] = [[]];
  for (const [index, token] of rest.entries()) {
    if (!isJoint(token)) {
      pieces.at(-1)!.push(token);
      continue;
    }
    const end = rest.findIndex((other, at) => at > index && isJoint(other));
    const next = rest.slice(index + 1, end < 0 ? rest.length : end);
    const pair = next.length > 1 && lexicon.has('fields', next[0]) ? pairOf(prompt, next, lexicon) : null;
    const assigns =
      next.findIndex(isTo) > 0 || (pair !== null && pair.field !== '' && next[0]!.kind === 'word');
    const listed = pieces.at(-1)!.some((one) => lexicon.means(one, /^with$/));
    const begun = pieces.at(-1)!.some(isTo);
    if (assigns && begun && !listed) pieces.push([]);
    else if (pieces.at(-1)!.length > 0) pieces.at(-1)!.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

function readAssignment(tokens: readonly Token[], made: Draft, isFirst: boolean, reading: Reading): void {
  const { prompt, lexicon } = reading;
  const slots = slotsOf(tokens, lexicon, 'to');
  const at = slots.findIndex(({ role }) => role === 'to' || role === 'as' || role === 'into');
  const value = at < 0 ? null : wholeValue(slots, at, prompt);
  const before = slots.slice(0, at < 0 ? slots.length : at);
  const behind = slots.slice(value?.next ?? slots.length);
  const object = before[0]?.tokens ?? [];
  const from = before.find(({ role }) => role === 'from') ?? formerIn(before, reading);
  if (!isFirst && !value) {
    const pair = pairOf(prompt, object, lexicon);
    if (pair) made.fields.push(pair);
    return;
  }
  if (!value) {
    aboutThing(made, object, before.slice(1), reading);
    return;
  }
  const target = targetOf(
    object,
    before.filter((slot) => slot !== from),
    from !== undefined,
    reading,
  );
  if (isFirst) {
    made.thing = target.thing;
    made.places.push(...target.places);
    made.owned = target.owned;
  }
  if (slots[at]!.role === 'as' && isRole(value.tokens, reading)) {
    const said = textOf(prompt, tokens);
    const whole = [...before].reverse().find((slot) => slot.tokens.length > 0)!;
    const chosen = upTo(object, whole, reading);
    made.fields.push({
      field: fieldText(prompt, value.tokens, lexicon),
      value: readValue(prompt, chosen, lexicon),
      from: null,
      said,
    });
    made.thing = null;
    made.places = [];
  } else made.fields.push(...assigned(target.field, value.tokens, from, tokens, reading));
  readBehind(behind, made, isFirst, reading);
}

/**
 * The former value behind a word that stands before owners too: "von" in "die Priorität von niedrig auf hoch". It is the last
 * before the new value, and no name where no owner is before it.
 */
function formerIn(before: readonly Slot[], { lexicon }: Reading): Slot | undefined {
  const last = before.length > 1 ? before.at(-1)! : undefined;
  if (last?.role !== 'of' || !lexicon.means(last.marker, /^from$/)) return undefined;
  const owned = before.slice(1, -1).some(({ role }) => /^(?:of|on|for)$/.test(role));
  return owned || last.tokens.every(({ kind, text }) => kind === 'word' && /^\p{Ll}/u.test(text))
    ? last
    : undefined;
}

/** The object with all that stands between it and the value, as one phrase: "Visa card ending in 12". */
function upTo(object: readonly Token[], last: Slot, { prompt, lexicon }: Reading): readonly Token[] {
  const first = object.find((token) => !lexicon.has('determiners', token));
  if (!first || last.tokens === object) return last.tokens;
  const { end } = last.tokens.at(-1)!;
  return [{ kind: 'word', text: prompt.slice(first.start, end), low: '', start: first.start, end }];
}

/** "As the default currency" says what something is chosen for, and "as done" what it becomes. */
function isRole(tokens: readonly Token[], { lexicon }: Reading): boolean {
  return lexicon.words.roles?.some((word) => tokens.some(({ low }) => low === word)) ?? false;
}

/** The value, with what is said of it behind a "that", an "of" or a relative "from … to". */
function wholeValue(slots: readonly Slot[], at: number, prompt: string): { tokens: Token[]; next: number } {
  let next = at + 1;
  const tokens = [...slots[at]!.tokens];
  while (
    next < slots.length &&
    /^(?:that|of|loose|narrow)$/.test(slots[next]!.role) &&
    tokens.at(-1)?.kind === 'word'
  ) {
    const more = slots[next]!.tokens;
    const start = tokens.at(-1)!.end;
    tokens.push({
      kind: 'word',
      text: prompt.slice(start, more.at(-1)!.end).trim(),
      low: '',
      start,
      end: more.at(-1)!.end,
    });
    next++;
  }
  return { tokens, next };
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
  before: readonly Slot[],
  hasFrom: boolean,
  reading: Reading,
): Target {
  const { prompt, lexicon } = reading;
  const target: Target = { field: '', thing: null, places: [], owned: isOwned(object, reading) };
  if (isPronoun(object, reading)) return { ...target, owned: true };
  const field = (tokens: readonly Token[]) => fieldText(prompt, tokens, lexicon);
  const owners = before.slice(1).filter(({ role }) => /^(?:of|on|for|in)$/.test(role));
  const told = before
    .slice(1)
    .filter(({ role }) => /^(?:with|that|says|loose|narrow|without|by|named|beside)$/.test(role));
  const possessor = object.findLastIndex(({ kind }) => kind === 'owner');
  if (possessor > 0) {
    const [thing, ...places] = named(object.slice(0, possessor), reading).reverse();
    target.thing = thing ?? null;
    target.places = places.reverse();
    target.field = field(object.slice(possessor + 1));
  } else {
    const owner = owners.findIndex(({ role, tokens }) => role !== 'in' || !isSetting(tokens, reading));
    const split = splitObject(object, owner >= 0, hasFrom, reading);
    target.field = field(split.field);
    if (split.thing.length > 0) target.thing = named(split.thing, reading).at(-1)!;
    else if (owner >= 0) {
      const mentions = named(owners[owner]!.tokens, reading);
      if (isPronoun(owners[owner]!.tokens, reading)) target.owned = true;
      else target.thing = mentions.at(-1) ?? null;
      target.places.push(...mentions.slice(0, -1));
      owners.splice(owner, 1);
    }
  }
  for (const { tokens } of owners) target.places.unshift(...named(tokens, reading));
  for (const slot of told) tell(target.thing, slot, prompt);
  return target;
}

/** Settings and pages are places. A note or a slide owns fields. */
const isSetting = (tokens: readonly Token[], reading: Reading) =>
  isPlace(tokens, reading) || (tokens.length === 1 && isName(tokens[0]!) && tokens[0]!.kind === 'word');

/** What of the object is the field, and what the thing it belongs to. */
function splitObject(
  object: readonly Token[],
  hasOwner: boolean,
  hasFrom: boolean,
  reading: Reading,
): { thing: readonly Token[]; field: readonly Token[] } {
  const { lexicon } = reading;
  if (hasOwner) return { thing: [], field: object };
  const quoted = object.findIndex(({ kind }) => kind === 'quote');
  const behind = object.slice(quoted + 1).filter(({ kind }) => kind === 'word');
  const last = object.at(-1);
  const isSwitch =
    lexicon.has('switches', last) || (quoted > 0 && lexicon.has('switches', object[quoted - 1]));
  if (quoted >= 0) {
    const isField = lexicon.has('fields', last);
    if (isSwitch || (behind.length === 0 && quoted === 0)) return { thing: [], field: object };
    if (isField && behind.length > 1) {
      const cut = object.length - 1;
      return { thing: object.slice(0, cut), field: object.slice(cut) };
    }
    return isField && !hasFrom ? { thing: [], field: object } : { thing: object, field: [] };
  }
  const proper =
    isName(object[0] ?? ({} as Token)) &&
    (object.some(({ kind }) => kind === 'exact') || (hasFrom && object.length > 1));
  return proper ? { thing: object, field: [] } : { thing: [], field: object };
}

/** The field with its value. "A solid color #112233" is a value and a field of its own. */
function assigned(
  field: string,
  value: readonly Token[],
  from: Slot | undefined,
  all: readonly Token[],
  reading: Reading,
): FieldValue[] {
  const { prompt, lexicon } = reading;
  const said = textOf(prompt, all);
  const was = from ? fieldText(prompt, from.tokens, lexicon) : null;
  const one = (tokens: readonly Token[]): FieldValue => ({
    field,
    value: readValue(prompt, tokens, lexicon),
    from: was,
    said,
  });
  const last = value.at(-1);
  const words = value.slice(0, -1).filter(({ kind }) => kind === 'word');
  if (
    last?.kind === 'exact' &&
    words.length === value.length - 1 &&
    words.length > 1 &&
    lexicon.has('fields', words.at(-1))
  )
    return [
      one(value.slice(0, -1)),
      { field: words.at(-1)!.low, value: readValue(prompt, [last], lexicon), from: null, said },
    ];
  return [one(value)];
}

/** What stands behind the value: more fields, the thing, and places. */
export function readBehind(behind: readonly Slot[], made: Draft, isFirst: boolean, reading: Reading): void {
  const { prompt, lexicon } = reading;
  for (const { role, word, tokens } of behind) {
    if (role === 'with' || role === 'using') made.fields.push(...pairsOf(prompt, tokens, lexicon, word));
    else if (
      /^(?:from|to|as)$/.test(role) ||
      (tokens.length > 0 && tokens[0]!.kind === 'exact' && /^(?:in|on|for)$/.test(role))
    )
      made.fields.push({
        field: word,
        value: readValue(prompt, tokens, lexicon),
        from: null,
        said: textOf(prompt, tokens),
      });
    else if (/^(?:of|for|on|in|beside)$/.test(role)) {
      const mentions = named(tokens, reading);
      if (isPronoun(tokens, reading)) made.owned = true;
      else if (
        !made.thing &&
        !made.owned &&
        isFirst &&
        (role === 'of' ||
          role === 'for' ||
          (role === 'on' && (!isPlace(tokens, reading) || tokens.some(isName))))
      ) {
        made.thing = mentions.at(-1) ?? null;
        made.places.unshift(...mentions.slice(0, -1));
      } else made.places.unshift(...mentions);
    }
  }
}
