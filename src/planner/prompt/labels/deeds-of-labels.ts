import type { Deed, DeedKind, FieldValue, Mention } from '../deed.ts';
import type { Clause } from '../grammar/clause.ts';
import { type Draft, draft } from '../grammar/draft.ts';
import { deedsOf } from '../grammar/join.ts';
import type { Reading } from '../lexicon.ts';
import { type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { fieldsOf } from './fields-of-pieces.ts';
import type { Piece } from './label.ts';
import { mentionsOf, thingsOf } from './mentions-of-pieces.ts';
import { isPlace, isThing, type Order, ordersOf } from './orders-of-pieces.ts';
import { baseOf } from './verb-base.ts';

/** Makes deeds of the pieces that were found in a prompt. */
export function deedsOfPieces(pieces: readonly Piece[], all: readonly Token[], reading: Reading): Deed[] {
  const orders = ordersOf(pieces, all, reading);
  return deedsOf(
    orders.flatMap((order) => draftsOf(order, all, reading)),
    reading,
  );
}

function draftsOf(order: Order, all: readonly Token[], reading: Reading): Draft[] {
  const { verb, particle, lead, end } = order;
  const words = [verb, ...(particle ? [particle] : [])].flatMap(({ from, to }) => all.slice(from, to));
  const said = reading.prompt.slice(words[0]!.start, all[Math.max(end, verb.to) - 1]!.end);
  const clause: Clause = {
    kind: verb.role,
    verb: baseOf(words, reading),
    rest: [],
    said,
    lead: [],
    told: isTold(words[0]!.start, reading),
    aim: false,
  };
  const places = mentionsOf(lead.filter(isPlace), all, reading);
  // "The Lisbon trip was cancelled, archive it": a thing that is stated first is what the order is about.
  const stated = thingsOf(lead.filter(isThing), all, reading);
  const own = ownDrafts(order, clause, stated, all, reading);
  const isDone = own.some((one) => one.thing !== null && stated.includes(one.thing));
  const thing = isDone ? null : (stated[0] ?? null);
  if (places.length === 0 && !thing) return own;
  const led = draft({ ...clause, kind: 'open', verb: 'open' }, 'open', { places, thing, commits: false });
  return [led, ...own];
}

/** "Show how to add a contact" asks how it is done, and not that it be done. */
function isTold(verbStart: number, { prompt, lexicon }: Reading): boolean {
  const before = prompt.slice(0, verbStart);
  const start = Math.max(...['.', '!', '?', ';', '\n'].map((sign) => before.lastIndexOf(sign))) + 1;
  const sentence = prompt
    .slice(start)
    .trimStart()
    .replace(/^please\s+/i, '');
  return lexicon.frames.some(({ how, pattern }) => how === 'told' && pattern.test(sentence));
}

function ownDrafts(
  order: Order,
  clause: Clause,
  stated: readonly Mention[],
  all: readonly Token[],
  reading: Reading,
): Draft[] {
  const { verb, lead, pieces, until } = order;
  const fields = fieldsOf([...lead, ...pieces], clause, verb.from, all, reading);
  const places = mentionsOf(pieces.filter(isPlace), all, reading);
  const said = thingsOf(pieces.filter(isThing), all, reading);
  // "A and B are done, archive them"
  const things = said.length === 0 && fields.length === 0 && stated.length > 1 ? stated : said;
  const written = writtenIn(pieces, all, reading);
  const isNamed = written !== null && namesThing(clause, things);
  if (written && !isNamed) fields.push(written);
  const one = makesOne(order, clause, all, reading) ? things.slice(0, 1) : things;
  const named = isNamed ? [{ ...one[0]!, name: written.said, said: written.said }] : one;
  const speaksOfIt = (token: Token) =>
    reading.lexicon.has('pronouns', token) || reading.lexicon.has('owned', token);
  const owned = named.length === 0 && all.slice(verb.to, until).some(speaksOfIt);
  const made = { places, fields, owned };
  const { kind } = clause;
  if ((kind === 'on' || kind === 'off') && fields.length === 0 && named.length > 0)
    return [draft(clause, 'change', { ...made, fields: named.map((one) => switched(kind, one.said)) })];
  // "The flag broke, switch it off"
  if ((kind === 'on' || kind === 'off') && fields.length === 0 && owned)
    return [draft(clause, 'change', { ...made, fields: [switched(kind)] })];
  if (kind === 'change' && fields.length === 0 && named.length + places.length > 0)
    return valueless(order, named, clause, made, all, reading);
  return ofEach(named, (thing) => draft(clause, isOwn(kind) ? kind : 'change', { ...made, thing }));
}

/** "Add a guide named Ann Lee, Head of Training": an article and no "and" say that one is made, whatever stands behind its name. */
function makesOne(
  { verb, pieces, until }: Order,
  { kind }: Clause,
  all: readonly Token[],
  { lexicon }: Reading,
): boolean {
  const names = pieces.filter(({ role }) => role === 'name');
  if (kind !== 'create' || names.length < 2) return false;
  const [first, last] = [names[0]!, names.at(-1)!];
  return (
    all.slice(verb.to, first.from).some((token) => lexicon.has('indefinite', token)) &&
    !all.slice(first.to, Math.min(last.from, until)).some((token) => lexicon.has('and', token))
  );
}

const ofEach = (things: readonly Mention[], make: (thing: Mention | null) => Draft) =>
  (things.length > 0 ? things : [null]).map(make);

const isOwn = (kind: string): kind is DeedKind => kind === 'create' || kind === 'act' || kind === 'open';

/**
 * "Put it on the list" gives no value: the verb is the deed. A field without a value is what it is done to, and what is named is where that is:
 * "revoke admin rights from Ann".
 */
function valueless(
  { pieces }: Order,
  named: readonly Mention[],
  clause: Clause,
  made: Pick<Draft, 'places' | 'fields' | 'owned'>,
  all: readonly Token[],
  reading: Reading,
): Draft[] {
  const act: Clause = { ...clause, kind: 'act' };
  const field = pieces.find(({ role }) => role === 'field');
  if (!field) return ofEach(named, (thing) => draft(act, 'act', { ...made, thing }));
  const said = textOf(reading.prompt, all.slice(field.from, field.to));
  const thing: Mention = { said, name: null, kind: said.toLowerCase(), qualifiers: [], ordinal: null };
  return [draft(act, 'act', { ...made, thing, places: [...made.places, ...named] })];
}

/** What is written, as the content of a field that the prompt does not name. */
function writtenIn(pieces: readonly Piece[], all: readonly Token[], reading: Reading): FieldValue | null {
  const text = pieces.find(({ role }) => role === 'text');
  return text ? { ...fieldValue('', all.slice(text.from, text.to), reading), isContent: true } : null;
}

/** "Leave a comment: 'On my way'" gives the comment no other name. */
const namesThing = ({ kind }: Clause, [thing, ...others]: readonly Mention[]) =>
  kind === 'create' && thing !== undefined && thing.name === null && others.length === 0;

const switched = (to: 'on' | 'off', said = ''): FieldValue => ({
  field: said,
  value: { to },
  from: null,
  said,
});
