import { stem } from '../../language/words.ts';
import type { FieldValue, Value } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { piecesOf } from '../mentions.ts';
import { type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { readBehind } from './behind.ts';
import type { Clause } from './clause.ts';
import { type Draft, draft } from './draft.ts';
import { type Slot, slotsOf } from './slots.ts';

/**
 * What is to be so from now on, and no act: "stop showing tips", "notify me between 8:00 and 17:00". Null for anything
 * else.
 */
export function readWish(clause: Clause, reading: Reading): Draft | null {
  const { prompt, lexicon } = reading;
  const { verb, rest, kind } = clause;
  const [first] = rest;
  const field = (value: Value, tokens: readonly Token[] = rest): Draft =>
    draft(clause, 'change', {
      fields: [{ field: textOf(prompt, tokens), value, from: null, said: clause.said }],
    });
  if (
    lexicon.words.stops?.includes(verb) &&
    first?.kind === 'word' &&
    first.low.endsWith('ing') &&
    rest.length > 1 &&
    !isOfFilm(first, reading)
  )
    return field({ to: 'off' });
  if (!lexicon.has('speakers', first) || rest.length < 2 || !/^(?:act|letter|off)$/.test(kind)) return null;
  const slots = slotsOf(rest.slice(1), lexicon, 'on');
  const span = slots.find((slot) => spanIn(slot, reading));
  if (!span) return wholly(field({ to: kind === 'off' ? 'off' : 'on' }, rest.slice(1)), verb);
  const made = draft(clause, 'change', { fields: spanIn(span, reading)! });
  readBehind(
    slots.slice(1).filter((slot) => slot !== span),
    made,
    false,
    reading,
  );
  return made;
}

/** "Stop scrolling at the prices" is about the film. "Stop showing tips" is not. */
function isOfFilm({ low }: Token, { lexicon: { verbs, words } }: Reading): boolean {
  const known = verbs.get(stem(low)) ?? [];
  return known.length > 0 && known.every(({ kind, said }) => kind === 'tour' && !words.shows?.includes(said));
}

/** What is done is a part of the field's name: "remind of birthdays". */
const wholly = (made: Draft, verb: string): Draft => ({
  ...made,
  fields: made.fields.map((one) => ({ ...one, field: `${verb} ${one.field}` })),
});

/** "Between 8:00 and 17:00": when it begins, and when it ends. */
function spanIn({ role, tokens }: Slot, reading: Reading): FieldValue[] | null {
  const ends = piecesOf(tokens, reading);
  if (
    role !== 'beside' ||
    ends.length !== 2 ||
    !ends.every((end) => end.every(({ kind }) => kind === 'exact'))
  )
    return null;
  const { from, to } = reading.lexicon.words.markers;
  return ends.map((end, index) => fieldValue((index === 0 ? from : to)?.[0] ?? '', end, reading));
}
