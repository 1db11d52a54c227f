import { stem } from '../../language/words.ts';
import type { FieldValue } from '../deed.ts';
import type { Lexicon, Reading } from '../lexicon.ts';
import { isPronoun } from '../mentions.ts';
import { isMoment } from '../moments.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import { aboutThing } from './about.ts';
import { readBehind } from './behind.ts';
import type { Clause } from './clause.ts';
import { type Draft, draft } from './draft.ts';
import { fieldText, pairOf, pairsOf } from './pairs.ts';
import { type Slot, slotsOf } from './slots.ts';

/** What something does or is, said by a verb of its own: "that starts on 6 July and is due on 28 August", "let it expire on Monday". */

/** Each part of "starts on July 6 and skips the inbox" as a field. */
export function predicatesOf(said: readonly Token[], reading: Reading): FieldValue[] {
  const { lexicon } = reading;
  const parts: Token[][] = [[]];
  for (const [index, token] of said.entries()) {
    const isJoint = token.text === ',' || lexicon.has('and', token);
    if (isJoint && isVerbal(said, index + 1, lexicon)) parts.push([]);
    else if (!isJoint || parts.at(-1)!.length > 0) parts.at(-1)!.push(token);
  }
  return parts.flatMap((part) => predicateOf(part, reading));
}

/** Whether a verb in the third person begins there: "skips", "is", "gets". What is due, given or sent goes on as well. */
function isVerbal(said: readonly Token[], from: number, lexicon: Lexicon): boolean {
  let at = from;
  while (lexicon.has('and', said[at]) || lexicon.phraseAt('polite', said, at) > 0) at++;
  const token = said[at];
  if (token?.kind !== 'word' || !/^\p{Ll}/u.test(token.text)) return false;
  if (lexicon.has('copulas', token) || lexicon.markersAt(said, at).some(({ means }) => means === 'given'))
    return true;
  const [next] = said.slice(at + 1);
  return (
    /[^s]s$/.test(token.low) &&
    next !== undefined &&
    (lexicon.has('determiners', next) || lexicon.markersAt(said, at + 1).length > 0)
  );
}

function predicateOf(said: readonly Token[], reading: Reading): FieldValue[] {
  const { prompt, lexicon } = reading;
  const tokens = withoutFront(said, lexicon);
  const [head, ...behind] = slotsOf(tokens, lexicon, 'to') as [Slot, ...Slot[]];
  const valued = behind.find((slot) => hasValue(slot, reading));
  const every = head.tokens.findIndex((token) => lexicon.has('each', token));
  const whole = (last: readonly Token[]) => textOf(prompt, last);
  if (every > 0)
    return [
      fieldValue(whole(head.tokens.slice(0, every)), head.tokens.slice(every), reading, tokens),
      ...moreIn(behind, reading),
    ];
  if (valued) {
    const named = valued.role === 'given' ? valued.word.split(' ')[0]! : whole(head.tokens) || valued.word;
    const others = behind.filter((slot) => slot !== valued);
    return [fieldValue(named, valued.tokens, reading, tokens), ...moreIn(others, reading)];
  }
  // "It should be Net 30": all of it is the value.
  if (lexicon.has('copulas', said[0]) && head.tokens.length > 1 && head.tokens.every(isName))
    return [fieldValue('', head.tokens, reading, tokens), ...moreIn(behind, reading)];
  const own = head.tokens.slice(1).filter((token) => !lexicon.has('determiners', token));
  const pair = own.length > 1 ? pairOf(own, reading) : null;
  if (pair && pair.field !== '') return [pair];
  if (own.length > 0 && own.every(({ kind }) => kind === 'exact' || kind === 'quote'))
    return [fieldValue(head.tokens[0]!.text, own, reading, tokens)];
  return tokens.length > 0
    ? [{ field: whole(tokens), value: { to: 'on' }, from: null, said: whole(tokens) }]
    : [];
}

function withoutFront(tokens: readonly Token[], lexicon: Lexicon): readonly Token[] {
  let from = 0;
  while (
    from < tokens.length - 1 &&
    (lexicon.has('copulas', tokens[from]) ||
      lexicon.has('and', tokens[from]) ||
      lexicon.phraseAt('polite', tokens, from) > 0)
  )
    from++;
  return tokens.slice(from);
}

const joins = /^(?:to|on|in|at|by|as|until|given|for|from|into|using|of)$/;

/** A part with a name, a number or a time says a value. "In the list" says where. */
const hasValue = ({ role, tokens }: Slot, { lexicon }: Reading) =>
  joins.test(role) &&
  (tokens.some(isName) ||
    tokens.some((token) => lexicon.has('months', token)) ||
    role === 'given' ||
    role === 'by') &&
  !(role === 'in' && !tokens.some(({ text }) => isMoment(text)));

const moreIn = (slots: readonly Slot[], reading: Reading): FieldValue[] =>
  slots.flatMap(({ role, word, tokens }) => {
    if (role === 'with' || role === 'using') return pairsOf(tokens, word, reading);
    return joins.test(role) && tokens.every(({ text }) => isMoment(text))
      ? [fieldValue(word, tokens, reading)]
      : [];
  });

/**
 * "Let it expire on Monday", "have mail go to Ann", "tickets should go to the Gold queue": what becomes of a subject. Null where nothing
 * behind the subject can be a verb.
 */
export function readLet(clause: Clause, reading: Reading): Draft | null {
  const { prompt, lexicon } = reading;
  const split =
    clause.verb === 'be' ? { subject: [], predicate: clause.rest } : subjectIn(clause.rest, lexicon);
  if (!split) return null;
  const { subject, predicate } = split;
  const made = draft(clause, 'change');
  const [verb] = predicate;
  const isIt = subject.length === 0 || isPronoun(subject, reading);
  const named = !isIt && subject.some((token) => isName(token) && !lexicon.has('determiners', token));
  const only = lexicon.has('onlys', subject[0]);
  const [object, ...others] = slotsOf(subject, lexicon, 'on');
  if (isIt) made.owned = true;
  else if (named && !only) aboutThing(made, object!.tokens, others, reading);
  const slots = slotsOf(predicate, lexicon, 'to');
  const places = slots.slice(1).filter((slot) => !hasValue(slot, reading) || slot.role === 'in');
  if (only || (named && predicate.length === 1 + pronounsIn(slots, reading))) {
    // "Only admins may post", "Ann should cover for him": who does it is the value.
    if (!only) Object.assign(made, { thing: null, places: [], owned: pronounsIn(slots, reading) > 0 });
    made.fields.push(fieldValue(verb!.text, only ? subject.slice(1) : subject, reading, clause.rest));
    readBehind(places, made, true, reading);
    return made;
  }
  const fields = predicatesOf(predicate, reading);
  const isPlain = lexicon.has('bland', verb);
  const front = isIt || named ? '' : `${fieldText(subject, reading)} `;
  for (const field of fields) {
    const bare =
      isPlain && named && field.value.to === 'text' ? field.field.split(' ').slice(1).join(' ') : field.field;
    const own = field === fields[0] ? front : '';
    made.fields.push({ ...field, field: `${own}${bare}`.trim(), said: textOf(prompt, clause.rest) });
  }
  const isValued = fields.some(({ value }) => value.to === 'text');
  if (isValued)
    readBehind(
      places.filter(
        ({ role, tokens }) => /^(?:in|on)$/.test(role) && !tokens.some(({ text }) => isMoment(text)),
      ),
      made,
      false,
      reading,
    );
  return made;
}

const pronounsIn = (slots: readonly Slot[], reading: Reading) =>
  slots.slice(1).every(({ tokens }) => isPronoun(tokens, reading))
    ? slots.slice(1).reduce((sum, { word, tokens }) => sum + word.split(' ').length + tokens.length, 0)
    : 0;

/** Where the verb stands in "all new mail go to Ann": behind "should", behind a pronoun, or the first word that is a verb. */
function subjectIn(
  rest: readonly Token[],
  lexicon: Lexicon,
): { subject: Token[]; predicate: Token[] } | null {
  const modal = rest.findIndex((token) => lexicon.has('modals', token));
  if (modal > 0) return { subject: rest.slice(0, modal), predicate: rest.slice(modal + 1) };
  const start = lexicon.phraseAt('pronouns', rest, 0) || 1;
  const at = rest.findIndex(
    (token, index) =>
      index >= start &&
      token.kind === 'word' &&
      /^\p{Ll}/u.test(token.text) &&
      !lexicon.has('and', token) &&
      !lexicon.has('states', token) &&
      !lexicon.has('determiners', rest[index - 1]) &&
      (lexicon.verbs
        .get(lexicon.inflects ? stem(token.low) : token.low)
        ?.some(({ words }) => words[0] === token.low) ||
        (index + 1 < rest.length &&
          lexicon.markersAt(rest, index).length === 0 &&
          lexicon
            .markersAt(rest, index + 1)
            .some(
              ({ means }) => joins.test(means) && means !== 'of' && means !== 'from' && means !== 'for',
            ))),
  );
  return at < 1 || (at > 1 && at === rest.length - 1 && start === 1 && !isName(rest[0]!))
    ? null
    : { subject: rest.slice(0, at), predicate: rest.slice(at) };
}
