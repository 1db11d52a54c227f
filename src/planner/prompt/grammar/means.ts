import type { FieldValue } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { piecesOf } from '../mentions.ts';
import { isMoment } from '../moments.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { leadingVerb } from '../verbs.ts';
import { readChange } from './changes.ts';
import type { Clause } from './clause.ts';
import type { Draft } from './draft.ts';
import { readFill } from './entries.ts';
import { pairsOf } from './pairs.ts';
import type { Slot } from './slots.ts';
import { readSwitch } from './states.ts';

/** The fields that a part of an order gives values to. Null where the part says which thing is meant, or where it is. */
export function fieldsOf(slot: Slot, made: Draft, reading: Reading): FieldValue[] | null {
  const { role, word, tokens } = slot;
  const transfers = made.clause.kind === 'transfer';
  if (role === 'with') return identifies(slot, made, reading) ? null : pairsOf(tokens, word, reading);
  // A new thing is given what tells one that is there from its like: "assigned to Ann Lee".
  if (role === 'given')
    return made.kind === 'create' ? [fieldValue(word.split(' ')[0]!, tokens, reading)] : null;
  if (role === 'using' || (role === 'from' && made.kind === 'create')) return [usedIn(slot, reading)];
  if (role === 'as' || (role === 'until' && made.kind === 'act')) return [fieldValue('', tokens, reading)];
  if (role === 'by') return doneBy(tokens, made.clause, reading);
  const isAddress = /^(?:to|for)$/.test(role) && tokens.length === 1 && tokens[0]!.text.includes('@');
  const isTime =
    /^(?:on|in|for|until)$/.test(role) &&
    (isWhen(tokens, reading) || (role === 'for' && made.kind === 'act' && isMeasured(tokens)));
  if (isTime || isAddress) return [fieldValue(word, tokens, reading)];
  // "From 3 May to 9 May", and "price it at 20": a verb that gives a measure names the field.
  if (role === 'to' && made.kind === 'create' && isWhen(tokens, reading))
    return [fieldValue(word, tokens, reading)];
  const isMeasure = word !== '' && reading.lexicon.words.measures?.includes(word);
  if (isMeasure && made.clause.kind === 'act' && tokens[0]?.kind === 'exact' && !/[:/]/.test(tokens[0].text))
    return [fieldValue(made.clause.verb, tokens, reading)];
  if (!transfers || !/^(?:to|into|from|for)$/.test(role)) return null;
  // "Send it to the client": whoever that is, the application knows.
  if (role === 'to' && reading.lexicon.has('definite', tokens[0]) && tokens.length === 2)
    if (reading.lexicon.has('people', tokens[1])) return [];
  // "Into" and "back to" mean the same field as "to".
  const isTo = role === 'into' || word.split(' ').length > 1;
  const pieces = piecesOf(tokens, reading);
  const each = pieces.every((piece) => piece.some(isName)) ? pieces : [tokens];
  return each.map((piece) => fieldValue(isTo ? 'to' : word, piece, reading));
}

/** "Archive the message with subject 'x'" says which message it is, and "deny it with reason 'x'" what to enter. "The chat with Ann Lee" is known by her too. */
function identifies({ tokens }: Slot, { kind, clause }: Draft, { lexicon }: Reading): boolean {
  const first = tokens.find((token) => !lexicon.has('determiners', token));
  const isPerson = tokens.every(({ kind }) => kind === 'word') && tokens.every(isName);
  return kind === 'act' && clause.kind !== 'transfer' && (isPerson || lexicon.has('identities', first));
}

/** "By entering the code '1234'", "by toggling its visibility off". */
function doneBy(tokens: readonly Token[], clause: Clause, reading: Reading): FieldValue[] | null {
  const found = leadingVerb(tokens, reading.lexicon, { inflected: true, joined: false });
  if (!found?.known || found.verb === tokens[0]!.low) return null;
  const { kind, verb, rest } = found;
  const means = { ...clause, kind, verb, rest };
  const readers = { change: readChange, on: readSwitch, off: readSwitch, fill: readFill, use: readFill };
  const fields = kind in readers ? readers[kind as keyof typeof readers](means, reading).fields : [];
  return fields.length > 0 ? fields : null;
}

/** "Using the 'Weekly' template" gives the field "template" a value. */
function usedIn({ word, tokens }: Slot, reading: Reading): FieldValue {
  const quoted = tokens.find(({ kind }) => kind === 'quote');
  const kind = tokens.filter((token) => token.kind === 'word' && !reading.lexicon.has('determiners', token));
  return quoted && kind.length > 0
    ? fieldValue(textOf(reading.prompt, kind), [quoted], reading, tokens)
    : fieldValue(word, tokens, reading);
}

/** "For 8 hours". */
const isMeasured = ([count, ...unit]: readonly Token[]) =>
  count?.kind === 'exact' && unit.length === 1 && /^\p{Ll}+$/u.test(unit[0]!.text);

/** A date or a time of day. */
function isWhen(tokens: readonly Token[], { lexicon }: Reading): boolean {
  const isPart = (token: Token) =>
    (token.kind === 'exact' && (/^\d/.test(token.text) || isMoment(token.text))) ||
    lexicon.has('months', token);
  return tokens.length > 0 && tokens.every(isPart);
}
