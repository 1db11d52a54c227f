import type { FieldValue } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { mentionsOf } from '../mentions.ts';
import { isName, type Token } from '../tokens.ts';
import { fieldValue, hasName } from '../values.ts';
import { aboutThing, placed } from './about.ts';
import type { Clause } from './clause.ts';
import { type Draft, draft } from './draft.ts';
import { fieldText, pairOf, pairsOf } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';

/** Values that are entered, chosen or used. */

/** "Fill in the form with name Ann", "type 'x' into the title", "enter 'x' as name and 'y' as city". */
export function readFill(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'change', { commits: false });
  const [first, ...others] = slotsOf(clause.rest, reading.lexicon, 'into');
  const object = first!.tokens;
  const list = others.find(({ role }) => role === 'with' || role === 'using');
  const into = others.find(({ role }) => /^(?:into|in|as|for|on)$/.test(role));
  const isForm = object.length > 0 && !hasName(object, reading);
  if (isForm && (list || into || !hasName(clause.rest, reading))) {
    const isGiven = ({ role, tokens }: Slot) => (role === 'as' || role === 'for') && tokens.some(isName);
    const given = list ?? others.find(isGiven);
    aboutThing(
      made,
      object,
      others.filter((slot) => slot !== given),
      reading,
    );
    if (given) made.fields.push(...pairsOf(given.tokens, '', reading));
    return made;
  }
  const endsInValue = object.length > 1 && object.at(-1)!.kind === 'quote';
  if (into && !endsInValue) made.fields.push(...entriesOf(clause.rest, reading));
  else {
    made.fields.push(...pairsOf(into ? object : clause.rest, '', reading));
    if (into) made.places.push(...mentionsOf(into.tokens, reading));
  }
  return made;
}

/** "'x' as name and 'y' as city": cut where a value and its field are complete. */
function entriesOf(rest: readonly Token[], reading: Reading): FieldValue[] {
  const { lexicon } = reading;
  const pieces: Token[][] = [[]];
  for (const token of rest) {
    const isJoint = token.text === ',' || lexicon.has('and', token);
    if (isJoint && slotsOf(pieces.at(-1)!, lexicon, 'into').length > 1) pieces.push([]);
    else pieces.at(-1)!.push(token);
  }
  return pieces.map((piece) => {
    const [value, field] = slotsOf(piece, lexicon, 'into');
    return fieldValue(field ? fieldText(field.tokens, reading) : '', value!.tokens, reading, piece);
  });
}

/** "Comment 'x' on the task 'y'": the verb names the field. */
export function readRemark(clause: Clause, reading: Reading): Draft {
  const made = draft(clause, 'change');
  const [value, about, ...others] = slotsOf(clause.rest, reading.lexicon, 'on');
  made.fields.push(fieldValue(clause.verb, value!.tokens, reading, clause.rest));
  aboutThing(made, about?.tokens ?? [], others, reading);
  return made;
}

/** "Choose 'Dark' as the theme" changes the theme. "Choose the task 'x'" opens it: null. */
export function readChoice(clause: Clause, reading: Reading): Draft | null {
  const slots = slotsOf(clause.rest, reading.lexicon, 'as');
  const at = slots.findIndex(({ role }) => role === 'as' || role === 'for');
  const value = slots[0]!.tokens;
  const own = value.filter((token) => !reading.lexicon.has('determiners', token));
  // "In Settings, choose the theme 'Dark'": what is chosen in a place is a value there, and its kind the field.
  if (
    at < 0 &&
    clause.lead.length > 0 &&
    slots.length === 1 &&
    own.length > 1 &&
    own.at(-1)!.kind === 'quote'
  )
    return draft(clause, 'change', {
      fields: [
        {
          ...fieldValue(fieldText(own.slice(0, -1), reading), own.slice(-1), reading, clause.rest),
          isLoose: true,
        },
      ],
    });
  if (at < 0 || value.length === 0) return null;
  const field = fieldText(slots[at]!.tokens, reading);
  const outer = slots.slice(at + 1).reverse();
  return draft(clause, 'change', {
    fields: [fieldValue(field, value, reading, clause.rest)],
    places: outer.flatMap((slot) => placed(slot, reading)),
  });
}

/** "Use the reason 'x'" says how the deed before it is done. "Use the search" names no value. */
export function readUse(clause: Clause, reading: Reading): Draft {
  const said = clause.rest.filter((token) => !reading.lexicon.has('determiners', token));
  const pair = pairOf(said, reading);
  return draft(clause, 'act', { fields: pair ? [pair] : [] });
}
