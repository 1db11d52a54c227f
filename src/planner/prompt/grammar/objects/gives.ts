import type { Reading } from '../../lexicon.ts';
import { isPronoun, piecesOf } from '../../mentions.ts';
import { isName, type Token } from '../../tokens.ts';
import { fieldValue } from '../../values.ts';
import { aboutThing } from '../about.ts';
import type { Clause } from '../clause.ts';
import { type Draft, draft } from '../draft.ts';
import { fieldText, pairsOf } from '../pairs.ts';
import { slotsOf } from '../slots.ts';

/** Verbs that give something to somebody, or a value to a field. */

/** "Give it the colour red and a due date of 4 May" changes fields. */
export function readGive(clause: Clause, reading: Reading): Draft | null {
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

/** "Send Ann the report", "füge der Liste 'x' einen Eintrag 'y' hinzu": who or what gets it, and what. */
export function receiverIn(
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

/** "Put Ann Lee in cc" gives a field a value. */
export function enteredIn(clause: Clause, reading: Reading): Draft | null {
  const [value, field] = slotsOf(clause.rest, reading.lexicon, 'into');
  const isField =
    field?.role === 'in' && field.tokens.length === 1 && reading.lexicon.has('fields', field.tokens[0]);
  if (!isField || value!.tokens.length === 0) return null;
  return draft(clause, 'change', {
    fields: [fieldValue(fieldText(field.tokens, reading), value!.tokens, reading, clause.rest)],
  });
}

/** "Tag it 'Urgent'": the verb is the field's name. */
export function givesField({ verb, rest }: Clause, made: Draft, reading: Reading): boolean {
  const { lexicon } = reading;
  const [object, ...given] = rest;
  const isField = lexicon.words.fields?.includes(verb) === true;
  if (!isField || !object || given.length === 0 || !given.every(({ kind }) => kind === 'quote')) return false;
  if (!isPronoun([object], reading)) return false;
  made.owned = true;
  made.fields.push(fieldValue(verb, given, reading, rest));
  return true;
}
