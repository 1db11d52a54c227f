import { stem } from '../../language/words.ts';
import type { Reading } from '../lexicon.ts';
import { isPronoun } from '../mentions.ts';
import { isMoment } from '../moments.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { aboutThing } from './about.ts';
import { readBehind } from './behind.ts';
import type { Clause } from './clause.ts';
import { type Draft, draft } from './draft.ts';
import { fieldText } from './pairs.ts';
import { readLet } from './predicates.ts';
import { slotsOf } from './slots.ts';
import { isNameless, upTo } from './states.ts';

/** What somebody or something is made: "make it public", "make Ann an admin", "make the call 45 minutes". */

/** "Make 'x' the default location", "make the page 'x' public". Null where it makes something new instead. */
export function readMake(clause: Clause, reading: Reading): Draft | null {
  const { prompt, lexicon } = reading;
  const made = draft(clause, 'change');
  const [object, ...others] = slotsOf(clause.rest, lexicon, 'on');
  const { tokens } = object!;
  const becoming =
    isPronoun(tokens.slice(0, 1), reading) || others.length > 0 ? doing(clause, tokens, reading) : null;
  if (becoming) return becoming;
  const cut = tokens.findIndex((token, index) => index > 0 && lexicon.has('determiners', token));
  // "Make my working hours 9:00 to 17:30", "make it 45 minutes".
  const measure = cut < 0 ? measureIn(tokens) : 0;
  if (measure > 0) {
    const [what, becomes] = [tokens.slice(0, measure), tokens.slice(measure)];
    const isThing = isPronoun(what, reading) || what.some(isName);
    if (isThing) aboutThing(made, what, [], reading);
    made.fields.push(fieldValue(isThing ? '' : fieldText(what, reading), becomes, reading, clause.rest));
    readBehind(others, made, true, reading);
    return made;
  }
  const part = cut > 0 ? others.find((slot) => slot.role === 'of' && isNameless(slot, reading)) : undefined;
  const [what, becomes] =
    cut > 0 ? [tokens.slice(0, cut), tokens.slice(cut)] : [tokens.slice(0, -1), tokens.slice(-1)];
  // "Make Ann Lee an admin" says what she becomes, and "make 'x' the default" what it is chosen for.
  const isOne = cut > 0 && lexicon.has('indefinite', becomes[0]) && what.some(isName);
  if (isOne) {
    aboutThing(made, what, [], reading);
    const former = others.find(({ role }) => role === 'without');
    made.fields.push(
      fieldValue('', becomes, reading, clause.rest, former ? textOf(prompt, former.tokens) : null),
    );
  } else if (cut > 0 && !isPronoun(what, reading)) {
    const field = part ? upTo(clause.rest, part).slice(cut) : becomes;
    made.fields.push(fieldValue(fieldText(field, reading), what, reading, clause.rest));
  } else if (cut > 0 || isState(what, becomes[0], reading)) {
    aboutThing(made, what, [], reading);
    made.fields.push(fieldValue('', becomes, reading, clause.rest));
  } else return null;
  readBehind(
    others.filter((slot) => slot !== part),
    made,
    false,
    reading,
  );
  return made;
}

/** Where a time or a number with its unit stands at the end: "45 minutes". 0 where none does. */
function measureIn(tokens: readonly Token[]): number {
  const [number, unit] = tokens.slice(-2);
  if (unit?.kind === 'exact' && isMoment(unit.text)) return tokens.length - 1;
  const isMeasure = number?.kind === 'exact' && /^[\d.,]+$/.test(number.text) && unit?.kind === 'word';
  return isMeasure && /^\p{Ll}/u.test(unit.text) ? tokens.length - 2 : 0;
}

/** "Make weeks start on Monday", "make it show in the list". */
function doing(clause: Clause, tokens: readonly Token[], reading: Reading): Draft | null {
  const { lexicon } = reading;
  const last = tokens.at(-1);
  if (!last) return null;
  const isPlain = (token: Token) => token.kind === 'word' && /^\p{Ll}/u.test(token.text);
  const isVerb =
    last.kind === 'word' &&
    tokens.length > 1 &&
    lexicon.verbs
      .get(lexicon.inflects ? stem(last.low) : last.low)
      ?.some(({ words }) => words[0] === last.low);
  if (
    !isVerb ||
    !tokens.every(isPlain) ||
    lexicon.has('states', last) ||
    lexicon.has('indefinite', tokens[0])
  )
    return null;
  return readLet(clause, reading);
}

/** Whether the last word says what a thing becomes: "bold", "larger", or any word behind a quoted name and its kind. */
function isState(what: readonly Token[], last: Token | undefined, reading: Reading): boolean {
  const { lexicon } = reading;
  if (last?.kind !== 'word' || what.length === 0) return false;
  const quoted = what.findIndex(({ kind }) => kind === 'quote');
  const isBehindKind = quoted >= 0 && (quoted === what.length - 1 || what.length > 2);
  const isMore = lexicon.inflects && last.low.endsWith('er');
  // "Make Sunday unavailable".
  const isNamed = lexicon.inflects && /(?:able|ible)$/.test(last.low) && what.every(isName);
  return lexicon.has('states', last) || isMore || isNamed || isBehindKind || isPronoun(what, reading);
}
