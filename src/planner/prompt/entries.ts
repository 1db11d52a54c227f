import { aboutThing, placed } from './about.ts';
import type { Clause } from './clauses.ts';
import type { FieldValue } from './deed.ts';
import { type Draft, draft, named, type Reading } from './draft.ts';
import { fieldText, pairOf, pairsOf } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';
import { isName, type Token, textOf } from './tokens.ts';
import { readValue } from './values.ts';

/** Values that are entered, chosen or used. */

/** "Fill in the form with name Ann", "type 'x' into the title", "enter 'x' as name and 'y' as city". */
export function readFill(clause: Clause, reading: Reading): Draft {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change', { commits: false });
  const slots = slotsOf(clause.rest, lexicon, 'into');
  const object = slots[0]!.tokens;
  const list = slots.find(({ role }) => role === 'with' || role === 'using');
  const isInto = ({ role }: Slot) => /^(?:into|in|as|for|on)$/.test(role);
  const into = slots.find(isInto);
  const isValue = (token: Token) =>
    isName(token) && !(lexicon.words.nounsAreCapital && token.kind === 'word');
  if (object.length > 0 && !object.some(isValue) && (list || into || !clause.rest.some(isValue))) {
    const given =
      list ?? slots.find(({ role, tokens }) => (role === 'as' || role === 'for') && tokens.some(isName));
    aboutThing(
      made,
      object,
      slots.slice(1).filter((slot) => slot !== given),
      reading,
    );
    if (given) made.fields.push(...pairsOf(prompt, given.tokens, lexicon, ''));
  } else if (into && !(object.length > 1 && object.at(-1)!.kind === 'quote')) {
    for (const piece of clausesOfFill(clause.rest, reading)) {
      const [value, field] = slotsOf(piece, lexicon, 'into');
      made.fields.push({
        field: field ? fieldText(prompt, field.tokens, lexicon) : '',
        value: readValue(prompt, value!.tokens, lexicon),
        from: null,
        said: textOf(prompt, piece),
      });
    }
  } else {
    made.fields.push(...pairsOf(prompt, into ? object : clause.rest, lexicon, ''));
    if (into) made.places.push(...named(into.tokens, reading));
  }
  return made;
}

/** Cuts at "and" and commas, where a value and its field stand on both sides. */
function clausesOfFill(rest: readonly Token[], { lexicon }: Reading): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of rest)
    if (
      (token.text === ',' || lexicon.has('and', token)) &&
      slotsOf(pieces.at(-1)!, lexicon, 'into').length > 1
    )
      pieces.push([]);
    else pieces.at(-1)!.push(token);
  return pieces.filter((piece) => piece.length > 0);
}

/** "Choose 'Dark' as the theme" changes the theme. "Choose the task 'x'" opens it: null. */
export function readChoice(clause: Clause, reading: Reading): Draft | null {
  const { prompt, lexicon } = reading;
  const slots = slotsOf(clause.rest, lexicon, 'as');
  const at = slots.findIndex(({ role }) => role === 'as' || role === 'for');
  if (at < 0 || slots[0]!.tokens.length === 0) return null;
  const said = textOf(prompt, clause.rest);
  const field = fieldText(prompt, slots[at]!.tokens, lexicon);
  const made = draft(clause, 'change', {
    fields: [{ field, value: readValue(prompt, slots[0]!.tokens, lexicon), from: null, said }],
  });
  for (const slot of slots.slice(at + 1)) made.places.unshift(...placed(slot, reading));
  return made;
}

/** "Use the reason 'x'" says how the deed before it is done. */
export const readUse = (clause: Clause, { prompt, lexicon }: Reading): FieldValue[] => {
  const pair = pairOf(
    prompt,
    clause.rest.filter((token) => !lexicon.has('determiners', token)),
    lexicon,
  );
  return pair ? [pair] : [];
};
