import { aboutThing } from './about.ts';
import { readChange } from './changes.ts';
import type { Clause } from './clauses.ts';
import type { FieldValue } from './deed.ts';
import { type Draft, draft, isOwned, isPlace, isPronoun, type Reading } from './draft.ts';
import { readFill } from './entries.ts';
import { pairsOf } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';
import { readSwitch } from './states.ts';
import { isName, type Token, textOf } from './tokens.ts';
import { readValue } from './values.ts';
import { leadingVerb } from './verbs.ts';

/** Deeds on a whole thing: it is made, something is done to it, or it is opened. */

/** "Add a task named 'x' with priority high to the board 'y'". */
export function readCreate(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'create');
  readObject(made, reading);
  if (made.thing) {
    made.thing.qualifiers = made.thing.qualifiers.filter((word) => word !== 'new');
    const name = made.fields.find(({ field, value }) => field === 'name' && value.to === 'text');
    if (name?.value.to === 'text' && made.thing.name === null) {
      made.thing.name = name.value.text;
      made.fields = made.fields.filter((field) => field !== name);
    }
  }
  return made;
}

/** "Approve the second request", "send the file to Ann". What is listed ("archive 'a' and 'b'") becomes a deed each. */
export function readAct(clause: Clause, reading: Reading): Draft[] {
  return listed(clause, reading).map((rest) => {
    const made = draft({ ...clause, rest }, 'act', { commits: !clause.told && clause.kind !== 'press' });
    readObject(made, reading);
    return made;
  });
}

export function readOpen(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'open');
  const [object, ...others] = slotsOf(clause.rest, reading.lexicon, 'on');
  aboutThing(made, object!.tokens, others, reading);
  return made;
}

function readObject(made: Draft, reading: Reading): void {
  const { prompt, lexicon } = reading;
  const { clause } = made;
  const [object, ...others] = slotsOf(clause.rest, lexicon, 'on');
  const { count, tokens, taken } = counted(object!.tokens, others[0], reading);
  const about: Slot[] = [];
  // "Filter for bowls", "sort by price, low to high": all of it is what the verb is about.
  if (
    clause.kind === 'press' &&
    (tokens.length === 0 || / (?:by|for)$/.test(clause.verb)) &&
    clause.rest.length > 0
  ) {
    const rest =
      others[0] && tokens.length === 0
        ? clause.rest.filter(({ start }) => start >= others[0]!.tokens[0]!.start)
        : clause.rest;
    const inside = tokens.length === 0 ? [] : others.filter(({ role }) => role === 'in');
    aboutThing(
      made,
      rest.filter(({ start }) => inside.length === 0 || start < inside[0]!.tokens[0]!.start - 3),
      inside,
      reading,
    );
    return;
  }
  for (const [index, slot] of others.entries()) {
    if (index < taken) continue;
    const fields = fieldsOf(slot, made, reading);
    if (fields) made.fields.push(...fields);
    else if (isMore(slot, others[index - 1], made)) extend(made, slot, prompt);
    else about.push(slot);
  }
  const [first, second] = twoPhrases(tokens, reading);
  if (second && clause.kind === 'transfer')
    made.fields.push({
      field: '',
      value: readValue(prompt, first, lexicon),
      from: null,
      said: textOf(prompt, first),
    });
  else if (second) about.unshift({ role: 'in', word: '', tokens: [...first] });
  if (count)
    made.fields.unshift({
      field: '',
      value: readValue(prompt, [count], lexicon),
      from: null,
      said: count.text,
    });
  readAbout(made, second ?? tokens, about, reading);
}

/** "Send Ann the report", "füge der Liste 'x' einen Eintrag 'y' hinzu": who or what gets it, and what. */
function twoPhrases(
  tokens: readonly Token[],
  { lexicon }: Reading,
): readonly [readonly Token[], (readonly Token[])?] {
  const cut = tokens.findIndex(
    (token, index) =>
      index > 0 &&
      lexicon.has('determiners', token) &&
      (isName(tokens[index - 1]!) || lexicon.has('pronouns', tokens[index - 1])),
  );
  return cut > 0 && cut < tokens.length - 1 ? [tokens.slice(0, cut), tokens.slice(cut)] : [tokens];
}

/** What stands behind the value of a field says more of it: "from the account ending in 12". */
const isMore = ({ role }: Slot, before: Slot | undefined, { fields }: Draft) =>
  (role === 'narrow' || role === 'that') &&
  before !== undefined &&
  fields.some(({ said }) => said !== '' && before.tokens.at(-1)!.text === said.split(' ').at(-1));

function extend({ fields }: Draft, { word, tokens }: Slot, prompt: string): void {
  const last = fields.at(-1)!;
  if (last.value.to === 'text') last.value.text += ` ${word} ${textOf(prompt, tokens)}`;
}

/** "3 tickets", "$25 worth of Solana": how much, and of what. A sum alone is what the deed is about. */
function counted(
  object: readonly Token[],
  next: Slot | undefined,
  { lexicon }: Reading,
): { count: Token | null; tokens: readonly Token[]; taken: number } {
  const first = object.findIndex(
    (token) => !lexicon.has('determiners', token) && !lexicon.has('states', token),
  );
  const count = object[first];
  const behind = object.slice(first + 1);
  const isCount = count?.kind === 'exact' && /^[-+]?[$€£¥₹]?\s?\d+(?:[.,]\d+)*\s?[€£¥₹]?$/.test(count.text);
  const isCurrency = behind[0]?.kind === 'word' && /^\p{Lu}{3}$/u.test(behind[0].text);
  if (!isCount || isCurrency) return { count: null, tokens: object, taken: 0 };
  if (behind.length > 0)
    return { count: count!, tokens: object.filter((token) => token !== count), taken: 0 };
  return next?.role === 'of'
    ? { count: count!, tokens: next.tokens, taken: 1 }
    : { count: null, tokens: object, taken: 0 };
}

/** The fields that a part of the order says, or null where it says which thing is meant, or where it is. */
function fieldsOf(slot: Slot, made: Draft, reading: Reading): FieldValue[] | null {
  const { prompt, lexicon } = reading;
  const { role, word, tokens } = slot;
  const one = (field: string): FieldValue[] => [
    { field, value: readValue(prompt, tokens, lexicon), from: null, said: textOf(prompt, tokens) },
  ];
  const transfers = made.clause.kind === 'transfer';
  if (role === 'with') return identifies(slot, made, reading) ? null : pairsOf(prompt, tokens, lexicon, word);
  if (role === 'using' || (role === 'from' && made.kind === 'create')) return means(slot, reading);
  if (role === 'as') return one('');
  if (role === 'by') return doneBy(tokens, made, reading);
  if (role === 'loose') return null;
  if (/^(?:on|in|for)$/.test(role) && isWhen(tokens, reading)) return one(word);
  if (transfers && /^(?:to|into|from|for)$/.test(role))
    return one(word === 'into' || word.endsWith(' to') ? 'to' : word);
  if ((role === 'to' || role === 'for') && tokens.length === 1 && tokens[0]!.text.includes('@'))
    return one(word);
  return null;
}

/** "Archive the message with subject 'x'" says which message it is, and "deny it with reason 'x'" what to enter. */
function identifies({ tokens }: Slot, made: Draft, { lexicon }: Reading): boolean {
  const first = tokens.find((token) => !lexicon.has('determiners', token));
  return made.kind === 'act' && made.clause.kind !== 'transfer' && lexicon.has('identities', first);
}

/** "By entering the code '1234'", "by toggling its visibility off". */
function doneBy(tokens: readonly Token[], { clause }: Draft, reading: Reading): FieldValue[] | null {
  const verb = leadingVerb(tokens, reading.lexicon, { inflected: true, joined: false });
  if (!verb || !/ing$/.test(tokens[0]!.low)) return null;
  const means = { ...clause, kind: verb.kind, verb: verb.verb, rest: verb.rest };
  if (verb.kind === 'fill' || verb.kind === 'use') return readFill(means, reading).fields;
  const made =
    verb.kind === 'change'
      ? readChange(means, reading)
      : verb.kind === 'on' || verb.kind === 'off'
        ? readSwitch(means, reading)
        : null;
  return made && made.fields.length > 0 ? made.fields : null;
}

/** "Using the 'Weekly' template" gives the field "template" a value. */
function means({ word, tokens }: Slot, { prompt, lexicon }: Reading): FieldValue[] {
  const said = textOf(prompt, tokens);
  const quoted = tokens.find(({ kind }) => kind === 'quote');
  const kind = tokens.filter((token) => token.kind === 'word' && !lexicon.has('determiners', token));
  if (quoted && kind.length > 0)
    return [{ field: textOf(prompt, kind), value: readValue(prompt, [quoted], lexicon), from: null, said }];
  return [{ field: word, value: readValue(prompt, tokens, lexicon), from: null, said }];
}

const isWhen = (tokens: readonly Token[], { lexicon }: Reading) =>
  tokens.length > 0 &&
  tokens.every(
    (token) =>
      (token.kind === 'exact' && /^\d/.test(token.text)) ||
      lexicon.has('months', token) ||
      token.text === ',',
  );

function readAbout(made: Draft, object: readonly Token[], about: readonly Slot[], reading: Reading): void {
  const creates = made.kind === 'create';
  const own = about.map((slot): Slot => {
    const isTarget =
      (creates && slot.role === 'from') ||
      (creates && slot.role === 'for' && isPersonOrPlace(slot.tokens, reading));
    if (creates && slot.role === 'says') return { ...slot, role: 'named' };
    return isTarget ? { ...slot, role: 'in' } : slot;
  });
  aboutThing(made, object, own, reading);
  if (isOwned(object, reading)) made.owned = true;
  // "Apply it to them".
  if (about.some(({ role, tokens }) => (role === 'to' || role === 'into') && isPronoun(tokens, reading)))
    made.owned = true;
}

/** Two capitals and nothing else: a person or a company that something is made for. */
const isPersonOrPlace = (tokens: readonly Token[], reading: Reading) =>
  tokens.length > 0 &&
  (isPlace(tokens, reading) || tokens.every(({ kind, text }) => kind === 'word' && /^\p{Lu}/u.test(text)));

/** "'A', 'B' and the draft 'C'": the parts of a list of names. A single thing is its own list. */
function listed(clause: Clause, { lexicon }: Reading): Token[][] {
  const [object] = slotsOf(clause.rest, lexicon, 'on');
  const pieces: Token[][] = [[]];
  for (const token of object!.tokens)
    if (token.text === ',' || lexicon.has('and', token)) pieces.push([]);
    else pieces.at(-1)!.push(token);
  const names = pieces.filter((piece) => piece.length > 0);
  if (names.length < 2 || !names.every((piece) => piece.some(isName))) return [clause.rest];
  const last = object!.tokens.at(-1)!;
  const behind = clause.rest.filter(({ start }) => start >= last.end);
  const isBare = (piece: readonly Token[]) => piece.every(isName);
  const kind = names[0]!.filter((token) => token.kind === 'word' && !isName(token));
  return names.map((piece, index) => [
    ...(index > 0 && isBare(piece) && piece[0]!.kind === 'quote' ? kind : []),
    ...piece,
    ...behind,
  ]);
}
