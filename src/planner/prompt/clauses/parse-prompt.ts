import type { Verb } from '../../language/language.ts';
import { alternatives, anyOf, isJoined, isLatin } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import { objectAndValue, takeOrdinal, takePlace } from './clause-object.ts';
import { withoutPreamble } from './preamble.ts';
import { leadingVerb } from './verbs.ts';

/** One thing a prompt asks for. */
export interface Clause {
  verb: Verb;
  /** The thing that the verb acts on, without articles and ordinals: `pricing page`, `question`. */
  object: string;
  /** What to type, choose or search for. */
  value: string | null;
  /** Where on the page the object is, in the prompt's words: `menu`, `pricing section`. */
  place: string | null;
  /** Which of several objects: 1 for the first, -1 for the last. */
  ordinal: number | null;
  /** The prompt asks to leave this out. */
  negated: boolean;
  /** The prompt states the verb. Otherwise the verb is a guess: that of the clause before, or `show`. */
  explicit: boolean;
  /** The words of the prompt that this clause was read from. */
  said: string;
}

/** Splits a prompt into clauses, in the prompt's order. A prompt without an imperative asks to `show`. */
export function parsePrompt(prompt: string): Clause[] {
  const { text, kept } = protect(withoutPreamble(prompt.normalize('NFKC').replace(/\s+/g, ' ')));
  const unprotect = (part: string) =>
    part.replace(/\ue000(\d+)\ue001/g, (_, index: string) => kept[Number(index)]!);
  const clauses: Clause[] = [];
  for (const piece of split(text)) {
    const said = unprotect(piece).trim();
    const parsed = parseClause(piece, clauses.at(-1) ?? null, unprotect);
    if (parsed) clauses.push({ ...parsed, said });
  }
  return sendLast(clauses.map(withNoun));
}

/** Whether the clause asks for something to be done on the page, rather than to be shown. */
export const isAction = ({ verb, negated }: Clause) => verb !== 'show' && verb !== 'wait' && !negated;

/**
 * Replaces a pronoun by the noun of the clause before. In "find the morning cup and add it to the cart", "it" is the morning
 * cup.
 */
function withNoun(clause: Clause, index: number, all: Clause[]): Clause {
  const before = all[index - 1];
  const noun = before && !before.negated ? (before.value ?? before.object) : '';
  if (!/^(?:start|press|hover|expand)$/.test(clause.verb) || noun === '' || noun.length > 60) return clause;
  if (before!.verb === 'fill' || before!.verb === 'type') return clause;
  return {
    ...clause,
    object: clause.object.replace(/(?<=^|\s)(?:it|them|this one|that one)(?=\s|$)/i, () => noun),
  };
}

/**
 * Moves "send" behind the clauses that write, as in "send them a message: fill in the contact form". What is sent has to be
 * written first.
 */
function sendLast(clauses: Clause[]): Clause[] {
  const writes = ({ verb, negated }: Clause) => !negated && (verb === 'fill' || verb === 'type');
  const sends = clauses.findIndex(({ verb, negated }) => verb === 'submit' && !negated);
  const last = clauses.findLastIndex(writes);
  if (sends < 0 || last < sends || clauses.slice(0, sends).some(writes)) return clauses;
  return [
    ...clauses.slice(0, sends),
    ...clauses.slice(sends + 1, last + 1),
    clauses[sends]!,
    ...clauses.slice(last + 1),
  ];
}

/** Replaces quotations, addresses and numbers with dots by placeholders, so that they are not cut apart. */
function protect(prompt: string): { text: string; kept: string[] } {
  const kept: string[] = [];
  const pattern =
    /"[^"]+"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|「[^」]+」|(?<=^|\s)'[^']+'(?=$|[\s,.;!?])|`[^`]+`|https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d+(?:[.,]\d+)+/g;
  const text = prompt.replace(pattern, (found) => `\ue000${kept.push(found) - 1}\ue001`);
  return { text, kept };
}

const fillers = new RegExp(
  `^(?:(?:${anyOf('prompt', 'fillers')}|\\d+[.)]|[-*•→>])(?:\\s+|(?=[\\p{Script=Han}])))+`,
  'iu',
);
const subjects =
  /^(?:(?:the|a|an|our|your|any|every)\s+)?(?:user|visitor|customer|viewer|person|someone|somebody|camera|video|demo|film|recording|we|you|i|they|he|she)\s+(?:(?:can|could|should|will|would|must|then|first|also)\s+)*/i;

function bare(piece: string): string {
  let text = piece.trim();
  for (let last = ''; last !== text; ) {
    last = text;
    text = text.replace(fillers, '').trim();
    const without = text.replace(subjects, '');
    if (without !== text && leadingVerb(without)) text = without;
  }
  return text;
}

/**
 * Whether the words ask a question instead of giving an order. Only how they begin can tell, because question marks are gone by
 * the time that clauses are made.
 */
export const isQuestion = (said: string) => questions.test(said.trim());
const questions = new RegExp(`^${anyOf('prompt', 'questions')}\\b`, 'i');

/** The place where an exclusion begins: "… but not …", "… except …". */
const leftOut = new RegExp(
  `\\s+(?=(?:${anyOf('prompt', 'but')}\\s+${anyOf('prompt', 'butNot')}|${anyOf('prompt', 'andNot')}|${anyOf('prompt', 'except')})\\s)`,
  'iu',
);
const spacedJoints = alternatives(wordsFor('prompt', 'joints').filter((word) => !isJoined(word)));
const unspacedJoints = alternatives(wordsFor('prompt', 'joints').filter(isJoined));
const joint = new RegExp(`\\s*[,،，、:]\\s*|\\s+(?:${spacedJoints}|&)\\s+|${unspacedJoints}`, 'iu');
const allJoints = new RegExp(joint, 'giu');
const next = new RegExp(anyOf('prompt', 'next'), 'iu');
const nextFirst = new RegExp(`^\\s*${alternatives(wordsFor('prompt', 'next').filter(isLatin))}\\s`, 'i');
/** A protected value, and the words before the field that it goes into. */
const typedInto = new RegExp(`^\\s*\\ue000\\d+\\ue001\\s+${anyOf('prompt', 'inEachField')}\\s`, 'i');

/**
 * Splits at full stops. A comma or an "and" splits only where a new imperative begins, or where the list of a `show` continues.
 */
function split(text: string): string[] {
  const sentences = text
    .split(/[.;!?。；！？\n]+(?=\s|$|[\p{Script=Han}])|\s*(?:→|=>|->)\s*/u)
    .filter((one) => one.trim());
  // A question excludes nothing, although it may contain "without": "does it work without internet?".
  const sides = sentences.flatMap((one) => (isQuestion(one) ? [one] : one.split(leftOut)));
  return sides.flatMap((sentence) => {
    const pieces = sentence.split(joint);
    const joints = sentence.match(allJoints) ?? [];
    const clauses: string[] = [];
    let verb: Verb | null = null;
    pieces.forEach((piece, index) => {
      const found = leadingVerb(bare(piece));
      const listed =
        verb === 'show' || verb === null || (verb === 'scroll' && /^(?:to|past|through)\b/i.test(piece));
      // In "open the FAQ, then the pricing" the verb applies to the pricing as well, though it is not repeated.
      const goesOn = next.test(joints[index - 1] ?? '') || nextFirst.test(piece);
      // In "enter Ann as name and a@b.c as email" each piece fills a field of its own.
      const typed = verb === 'type' && typedInto.test(piece);
      const last = clauses.at(-1);
      // In "öffne dann die Hilfe" the joint ("dann") is between the verb and its object.
      const lone =
        last !== undefined &&
        /^(?:press|go|show|set|expand)$/.test(leadingVerb(bare(last))?.verb ?? '') &&
        leadingVerb(bare(last))?.rest === '';
      if (lone && !found && !/^\s*[,،，、:]/.test(joints[index - 1] ?? '')) {
        clauses[clauses.length - 1] += ` ${piece}`;
        return;
      }
      if (clauses.length === 0 || found || listed || goesOn || typed || isNegated(piece)) clauses.push(piece);
      else clauses[clauses.length - 1] += `${joints[index - 1] ?? ' '}${piece}`;
      if (found) verb = found.verb;
    });
    return clauses.filter((clause) => clause.trim());
  });
}

const puts = new RegExp(`^${anyOf('prompt', 'put')}`, 'i');
const baskets = new RegExp(
  `\\s${anyOf('prompt', 'intoBasket')}\\s.*\\b${anyOf('prompt', 'baskets')}\\b`,
  'iu',
);

const nots = alternatives([...wordsFor('prompt', 'not'), ...wordsFor('prompt', 'except')]);
const negation = new RegExp(
  `^(?:${anyOf('prompt', 'beforeNot')}\\s+)*${nots}(?=\\s|[\\p{Script=Han}]|$)\\s*`,
  'iu',
);
const isNegated = (piece: string) => negation.test(piece.trim());

function parseClause(
  piece: string,
  previous: Clause | null,
  unprotect: (part: string) => string,
): Omit<Clause, 'said'> | null {
  let text = bare(piece);
  const negated = isNegated(text);
  if (negated) text = bare(text.replace(negation, ''));
  // "Use ann@example.com" asks to type the address. The same goes for a quotation.
  text = text.replace(/^(?:use|using)\s+(?=(?:(?:the\s+)?[\p{L}-]+\s+){0,3}\ue000)/iu, 'type ');
  let found = leadingVerb(text);
  // "Put two pairs into the bag" asks to add them to the bag, and not to type.
  if (found?.verb === 'type' && puts.test(found.said) && baskets.test(found.rest))
    found = { ...found, verb: 'start', said: 'add' };
  // "Show how to open …" and "demonstrate opening …" ask for the action itself.
  if (found?.verb === 'show') {
    const inner = bare(
      found.rest.replace(
        /^(?:me |us |people |everyone )?(?:(?:how|that|what happens when|what it looks like when) (?:easily |quickly |simple it is to |easy it is to |easy it is for \S+ to |it is to |to |(?:you|we|they|i|people|someone|somebody|anyone|everyone|users|(?:an?|the|our|your) (?:[\p{L}-]+ )?[\p{L}-]+)(?: (?:can|could|would|will|may|might))? )?|the process of |someone |a user )/iu,
        '',
      ),
    );
    const action = leadingVerb(inner);
    const asksHow =
      /\b(?:how|that|when) (?:to|you|we|they|i|people|someone|somebody|anyone|everyone|users|an?|the|our|your|easy|easily|simple|quickly)\b/i.test(
        `${found.said} ${found.rest}`,
      );
    if (action && action.verb !== 'show' && (action.gerund || asksHow)) found = action;
  }
  const carried = /^(?:press|go|expand|hover|set|scroll|type)$/.test(previous?.verb ?? '')
    ? previous!.verb
    : 'show';
  const verb = found?.verb ?? carried;
  const rest = found ? found.rest : text;
  const { object, value } = objectAndValue(verb, rest, found?.said ?? '', unprotect);
  const { object: placed, place } = takePlace(verb, object);
  const { object: counted, ordinal } = takeOrdinal(placed);
  if (!found && counted === '' && !value) return null;
  return { verb, object: counted, value, place, ordinal, negated, explicit: found !== null };
}
