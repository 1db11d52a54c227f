import { anyOf } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Lexicon } from '../lexicon.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { isName, type Token } from '../tokens.ts';
import { type LeadingVerb, leadingVerb, openingVerb } from '../verbs.ts';
import type { Clause } from './clause.ts';
import { factIn, isSaidAgain, withFacts } from './facts.ts';
import { withoutFrames } from './frames.ts';
import { leadingPlaces } from './leading-places.ts';

/** Cuts a prompt into orders, in its own order. What is no order is left out, unless it goes on with the one before. */
export function clausesOf(prompt: string, all: readonly Token[], lexicon: Lexicon): Clause[] {
  let found: Clause[] = [];
  for (const sentence of sentencesOf(prompt, all, lexicon)) {
    const orders = ordersOf(sentence);
    const given = orders.length === 0 ? withFacts(found, sentence) : null;
    found = given ?? [...found, ...orders.filter((order) => !isSaidAgain(order, found.at(-1), sentence))];
  }
  return shownOf(withSubjects(found, lexicon), lexicon);
}

/** "In the settings, hide the chart and show the list" switches both. Elsewhere something is hidden, and "show" asks for a film. */
function shownOf(clauses: readonly Clause[], { words, has }: Lexicon): Clause[] {
  const [hide, ...shows] = words.shows ?? [];
  const isLed = clauses.some(({ lead }) => lead.some((place) => has('switched', place.at(-1))));
  const isAsked = clauses.some(({ kind, verb }) => verb === hide || kind === 'on' || kind === 'off');
  return clauses.map((clause) => {
    const isShow = clause.kind === 'tour' && shows.includes(clause.verb) && !has('speakers', clause.rest[0]);
    if (!isLed || !isAsked || (!isShow && clause.verb !== hide)) return clause;
    const end = clause.rest.findIndex((token) => has('ways', token));
    return {
      ...clause,
      kind: isShow ? 'on' : 'off',
      rest: end > 0 ? clause.rest.slice(0, end) : clause.rest,
    };
  });
}

/** What was stated is kept where the order behind it means it: "it", "his". "Enter that" says again what was stated. */
function withSubjects(clauses: readonly Clause[], lexicon: Lexicon): Clause[] {
  const kept: Clause[] = [];
  for (const [index, clause] of clauses.entries()) {
    const next = clauses[index + 1];
    const isMeant = (token: Token) =>
      lexicon.has('pronouns', token) || lexicon.has('owned', token) || lexicon.has('persons', token);
    const { stated } = clauses[index - 1] ?? {};
    if (clause.stated && !next?.rest.some(isMeant)) continue;
    // "It should be short" is said of the film, where nothing is made.
    const isOfIt =
      clause.verb === 'let' &&
      clause.rest.some((token) => lexicon.has('modals', token)) &&
      lexicon.has('pronouns', clause.rest[0]);
    if (isOfIt && !kept.some(({ kind }) => kind === 'create' || kind === 'letter')) continue;
    const isAgain =
      stated && stated.length > 0 && clause.kind === 'fill' && lexicon.has('pronouns', clause.rest[0]);
    kept.push(isAgain ? { ...clause, kind: 'create', rest: [...clause.rest.slice(1), ...stated] } : clause);
  }
  return kept;
}

/** Where an order begins in a sentence, and what was read there. */
interface Start {
  clause: Omit<Clause, 'rest' | 'said'>;
  /** Where the order before ends, where the words that ask for this one begin, and where its verb stands. */
  from: number;
  saidAt: number;
  verbAt: number;
  inflected: boolean;
  /** There is no verb of its own: it has that of the order before. */
  carried: boolean;
  /** What was read there is not what its verb alone would say. */
  fixed?: true;
}

function ordersOf(sentence: Sentence): Clause[] {
  const { tokens } = sentence;
  const fact = factIn(sentence);
  if (fact) return [fact];
  const starts: Start[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const joint = jointAt(sentence, at);
    const start = joint && startAt(sentence, at, joint, starts.at(-1) ?? null);
    if (!start) continue;
    starts.push(start);
    at = start.verbAt;
  }
  const orders = starts.map((start, index) =>
    clauseAt(sentence, start, starts[index + 1] ?? null, index > 0),
  );
  const subject = subjectOf(sentence, starts[0]?.from ?? tokens.length);
  return subject ? [subject, ...orders] : orders;
}

/** "The print issue needs planning: give it a date" and "Ann is ill. Cancel her shifts": what was stated first is what "it" means. */
function subjectOf({ prompt, tokens, lexicon }: Sentence, end: number): Clause | null {
  const at = tokens.findIndex(
    (token, index) => index > 0 && (lexicon.has('copulas', token) || lexicon.has('lacks', token)),
  );
  const rest = tokens.slice(0, at);
  const isCertain =
    lexicon.has('definite', rest[0]) ||
    (rest.length > 0 && rest.every((token) => isName(token) || token.text === '.'));
  if (at < 1 || at >= end || !isCertain || lexicon.has('pronouns', rest[0])) return null;
  const said = prompt.slice(rest[0]!.start, rest.at(-1)!.end);
  const when = tokens.findIndex((token, index) => index > at && lexicon.means(token, /^(?:from|on|until)$/));
  const stated = when < 0 || when > end ? [] : tokens.slice(when, end);
  return { kind: 'choose', verb: 'select', rest, said, lead: [], told: false, aim: false, stated };
}

/** Reads an order again, now that it is known where it ends: a particle may stand there ("turn dark mode off"). */
function clauseAt(
  { prompt, tokens, lexicon }: Sentence,
  start: Start,
  next: Start | null,
  joined: boolean,
): Clause {
  const own = tokens.slice(start.verbAt, next?.from ?? tokens.length);
  const kept = withoutEnd(own, next?.clause.aim ?? false, lexicon);
  const isStated = start.clause.kind === 'let' && kept.some((token) => lexicon.has('modals', token));
  const verb =
    start.carried || start.fixed || isStated
      ? null
      : leadingVerb(kept, lexicon, { inflected: start.inflected, joined });
  const said = prompt.slice(tokens[start.saidAt]!.start, kept.at(-1)!.end);
  return {
    ...start.clause,
    kind: verb?.kind ?? start.clause.kind,
    verb: verb?.verb ?? start.clause.verb,
    rest: verb?.rest ?? kept.slice(start.carried || isStated ? 0 : 1),
    said,
    ...(next && tokens[next.from - 1]?.text === ':' && { explained: true as const }),
  };
}

/** Without the joint in front of the order that follows: ", and", "then", "please", "with an option to". */
function withoutEnd(own: Token[], isBeforeAim: boolean, lexicon: Lexicon): Token[] {
  let end = own.length;
  const isJoint = (token: Token) =>
    token.text === ',' ||
    token.text === ':' ||
    (token.kind === 'word' && please.has(token.low)) ||
    lexicon.has('and', token) ||
    lexicon.has('afterwards', token);
  while (end > 1 && isJoint(own[end - 1]!)) end--;
  const isMeans =
    isBeforeAim && lexicon.means(own[end - 3], /^with$/) && lexicon.has('determiners', own[end - 2]);
  return own.slice(0, isMeans ? end - 3 : end);
}
const please = new Set(wordsFor('film', 'please'));

type Joint = 'start' | 'comma' | 'and' | 'then' | 'to';

/** What stands before a token, where an order may begin there. */
function jointAt({ tokens, lexicon }: Sentence, at: number): Joint | null {
  const before = tokens[at - 1];
  if (!before) return 'start';
  if (lexicon.phraseAt('afterwards', tokens, at) > 0 || lexicon.has('afterwards', before)) return 'then';
  if (lexicon.has('and', before)) return 'and';
  if (/^[,:>]$/.test(before.text)) return 'comma';
  // "To read" and "to be" stand before a value.
  const marker = before.kind === 'word' ? lexicon.markersAt(tokens, at - 1)[0] : undefined;
  return marker?.means === 'to' && marker.words.length === 1 ? 'to' : null;
}

function startAt(sentence: Sentence, at: number, joint: Joint, before: Start | null): Start | null {
  const { tokens, lexicon } = sentence;
  const lead = joint === 'to' ? null : leadingPlaces(sentence, at);
  const bare = { at, told: false, shown: false, negated: false };
  const framed = joint === 'to' ? bare : withoutFrames(sentence, lead?.end ?? at);
  if (framed.negated) return joint === 'to' ? null : unwantedAt(sentence, framed.at, at);
  // In the middle of a sentence a capital begins a name: "press Projects, then Contact".
  const isTitle =
    joint !== 'start' &&
    !framed.shown &&
    isCapital(tokens[framed.at]) &&
    !isCapital(tokens[before?.verbAt ?? -1]);
  const inflected = framed.shown || framed.told || (before?.inflected ?? false);
  const joined = joint === 'comma' || joint === 'and' || joint === 'to';
  const verb = isTitle
    ? null
    : (leadingVerb(tokens.slice(framed.at), lexicon, { inflected, joined: joined && !framed.shown }) ??
      (joint === 'start' || joint === 'then'
        ? (openingVerb(tokens.slice(framed.at), lexicon) ?? statedAt(sentence, framed.at))
        : null));
  if (!verb) return joint === 'then' ? carriedOn(sentence, framed.at, before) : null;
  // "How the visitor signs up and what it costs" asks for no deed.
  const isTold = framed.told && !framed.shown && verb.verb.split(' ')[0] !== tokens[framed.at]!.low;
  if (isTold && (verb.rest.length === 0 || lexicon.has('and', verb.rest[0]))) return null;
  const isFramed = framed.shown || framed.told;
  if (joined && before && !framed.shown && !goesOn(sentence, framed.at, verb, joint, before)) return null;
  if (!before && !isFramed && isLone(verb)) return null;
  return {
    clause: {
      kind: verb.kind,
      verb: verb.verb,
      lead: lead?.parts ?? [],
      told: framed.told || (before?.clause.told ?? false),
      aim: joint === 'to',
    },
    from: joint === 'to' ? at - 1 : at,
    saidAt: lead ? at : framed.at,
    verbAt: framed.at,
    inflected,
    carried: false,
  };
}

/** "Don't remind me of birthdays" orders that it be no more, and "don't show the prices" leaves something out of a film. */
function unwantedAt({ tokens, lexicon }: Sentence, not: number, from: number): Start | null {
  const verbAt = not + Math.max(1, lexicon.phraseAt('not', tokens, not));
  if (tokens[verbAt]?.kind !== 'word' || !lexicon.has('speakers', tokens[verbAt + 1])) return null;
  const clause = { kind: 'off' as const, verb: tokens[verbAt]!.low, lead: [], told: false, aim: false };
  return { clause, from, saidAt: not, verbAt, inflected: false, carried: false, fixed: true };
}

/** "It should go out by e-mail" and "tickets must go to Ann" order what they state. */
function statedAt({ tokens, lexicon }: Sentence, at: number): LeadingVerb | null {
  const rest = tokens.slice(at);
  const modal = rest.findIndex((token) => lexicon.has('modals', token));
  const comma = rest.findIndex(({ text }) => text === ',');
  const isStated = modal > 0 && modal < rest.length - 1 && (comma < 0 || modal < comma);
  // "The video should end on the prices", "you should see the cart".
  const isViewers =
    rest.slice(0, modal).some((token) => lexicon.has('viewers', token)) ||
    films.test(rest[modal - 1]?.low ?? '');
  return isStated && !isViewers && !lexicon.has('questions', rest[0])
    ? { kind: 'let', verb: 'let', rest, known: true }
    : null;
}

const films = new RegExp(`^${anyOf('film', 'films')}s?$`);

const isCapital = (token: Token | undefined) => token !== undefined && /^\p{Lu}/u.test(token.text);

/** One word alone, such as "Support", is the name of something to show. "Log out" is an order. */
const isLone = ({ rest, kind, verb }: LeadingVerb) =>
  rest.length === 0 && kind !== 'tour' && !verb.includes(' ');

/** "Open the menu, then the list": the verb before applies to what has none of its own. */
function carriedOn({ tokens }: Sentence, at: number, before: Start | null): Start | null {
  const goesOn = before !== null && /^(?:open|press|choose|tour)$/.test(before.clause.kind);
  if (!goesOn || at >= tokens.length) return null;
  return {
    ...before,
    clause: { ...before.clause, lead: [] },
    from: at,
    saidAt: at,
    verbAt: at,
    carried: true,
  };
}

/**
 * Whether a word behind "and", a comma or a "to" begins a new order. "Label" in "with title 'x' and label 'y'" is a field, and
 * "open" in "set the status to open" a value.
 */
function goesOn(
  { tokens, lexicon }: Sentence,
  at: number,
  { known, kind }: LeadingVerb,
  joint: Joint,
  { clause, verbAt }: Start,
): boolean {
  const [first, next] = tokens.slice(at, at + 2);
  if (kind === 'let' && lexicon.has('copulas', first))
    return tokens.some((token) => lexicon.has('modals', token));
  const determined =
    lexicon.has('determiners', next) || lexicon.has('owned', next) || lexicon.has('pronouns', next);
  if (joint === 'to') {
    const isAim = determined || next?.kind === 'quote' || clause.kind === 'use';
    return known && isAim && kind !== 'tour' && clause.kind !== 'tour' && clause.kind !== 'fill';
  }
  const listing = tokens
    .slice(verbAt + 1, at)
    .some((token) => token.text === ':' || lexicon.means(token, /^(?:with|to|using)$/));
  // "…, email ann@example.org" is a field, and "email her" an order.
  if (kind === 'letter' && !determined) return false;
  if (next === undefined || next.kind === 'mark') return known && clause.kind !== 'tour' && !listing;
  if (determined) return known || !listing;
  const isExact = next.kind === 'quote' || next.kind === 'exact';
  if (!known || lexicon.has('fields', first)) return known && !listing && isExact;
  return isExact || next.kind === 'word';
}
