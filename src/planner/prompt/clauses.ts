import type { VerbKind } from '../language/deed-words.ts';
import type { Lexicon } from './lexicon.ts';
import type { Token } from './tokens.ts';
import { type LeadingVerb, leadingVerb } from './verbs.ts';

/** One order of a prompt: a verb and what stands behind it. */
export interface Clause {
  kind: VerbKind;
  verb: string;
  rest: Token[];
  said: string;
  /** A place named before the verb: "in Settings, turn on …". */
  lead: Token[];
  /** The prompt asks how it is done, and not that it be done. */
  told: boolean;
  /** It stands behind a "to" and says what for: "edit the plan to change its price". */
  aim: boolean;
}

/** Cuts a prompt into orders, in its own order. What is no order is left out, unless it goes on with the one before. */
export function clausesOf(prompt: string, all: readonly Token[], lexicon: Lexicon): Clause[] {
  return sentencesOf(all, lexicon).flatMap((sentence) => ordersOf(prompt, sentence, lexicon));
}

/** "Is it free?" asks for something to be shown. "Can you archive it?" is an order. */
const isQuestion = (sentence: readonly Token[], lexicon: Lexicon) => lexicon.has('questions', sentence[0]);

function sentencesOf(all: readonly Token[], lexicon: Lexicon): Token[][] {
  const sentences: Token[][] = [[]];
  for (const [index, token] of all.entries()) {
    const isEnd = token.kind === 'mark' && /^(?:[.!?;\n。！？；•]|->|=>|→)$/.test(token.text);
    const shortened = token.text === '.' && /^(?:dr|mr|mrs|ms|st|no|inc|co|vs|e\.?g|i\.?e)$/.test(all[index - 1]?.low ?? '');
    if (isEnd && !shortened) {
      if (token.text === '?' && isQuestion(sentences.at(-1)!, lexicon)) sentences.pop();
      sentences.push([]);
    }
    else sentences.at(-1)!.push(token);
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

/** Where a new order may begin in a sentence, and what was read there. */
interface Start {
  clause: Omit<Clause, 'rest' | 'said'>;
  /** The first token of what is said, and of the verb. */
  from: number;
  verbAt: number;
  inflected: boolean;
  /** There is no verb of its own: it has that of the order before. */
  carried?: boolean;
}

function ordersOf(prompt: string, sentence: readonly Token[], lexicon: Lexicon): Clause[] {
  const starts: Start[] = [];
  for (let at = 0; at < sentence.length; at++) {
    const joint = jointAt(sentence, at, lexicon);
    if (joint === null) continue;
    const start = startAt(prompt, sentence, at, joint, starts.at(-1) ?? null, lexicon);
    if (!start) continue;
    starts.push(start);
    at = start.verbAt;
  }
  return starts.map((start, index) => {
    const own = sentence.slice(start.verbAt, starts[index + 1]?.from ?? sentence.length);
    const kept = withoutEnd(own, starts[index + 1]?.clause.aim ?? false, lexicon);
    const verb = start.carried ? null : leadingVerb(kept, lexicon, { inflected: start.inflected, joined: index > 0 });
    const said = prompt.slice(sentence[start.from]!.start, kept.at(-1)?.end ?? own.at(-1)!.end);
    return { ...start.clause, ...(verb ? { kind: verb.kind, verb: verb.verb } : {}), rest: verb?.rest ?? kept.slice(start.carried ? 0 : 1), said: tidy(said) };
  });
}

const tidy = (said: string) => said.replace(/^[\s,:]+|\s+$/g, '');

/** Without the joint in front of the order that follows: ", and", "then", "with an option to". */
function withoutEnd(own: Token[], leads: boolean, lexicon: Lexicon): Token[] {
  let end = own.length;
  const isJoint = (token: Token | undefined) =>
    token?.text === ',' || token?.text === ':' || lexicon.has('and', token) || lexicon.has('then', token);
  while (end > 1 && isJoint(own[end - 1])) end--;
  const means = (token: Token | undefined) => token && lexicon.markers.get(token.low)?.some((one) => one.means === 'with');
  if (leads && means(own[end - 3]) && lexicon.has('determiners', own[end - 2])) end -= 3;
  return own.slice(0, end);
}

type Joint = 'start' | 'comma' | 'and' | 'then' | 'to';

/** What stands before a token, where an order may begin there. */
function jointAt(sentence: readonly Token[], at: number, lexicon: Lexicon): Joint | null {
  const before = sentence[at - 1];
  if (!before) return 'start';
  if (lexicon.has('then', sentence[at])) return 'then';
  if (lexicon.has('then', before)) return 'then';
  if (lexicon.has('and', before)) return 'and';
  if (before.text === ',' || before.text === ':' || before.text === '>') return 'comma';
  if (before.kind !== 'word') return null;
  // "To read" and "to be" stand before a value.
  const marker = lexicon.markers.get(before.low)?.find(({ words }) => words.every((word, index) => sentence[at - 1 + index]?.low === word));
  return marker?.means === 'to' && marker.words.length === 1 ? 'to' : null;
}

function startAt(
  prompt: string,
  sentence: readonly Token[],
  at: number,
  joint: Joint,
  before: Start | null,
  lexicon: Lexicon,
): Start | null {
  const lead = joint === 'to' ? null : leadingPlace(sentence, at, lexicon);
  const framed = withoutFrames(prompt, sentence, lead?.end ?? at, lexicon, joint === 'to');
  if (framed.negated) return null;
  const said = sentence.slice(framed.at);
  // In the middle of a sentence a capital begins a name: "press Projects, then Contact".
  if (joint !== 'start' && !framed.shown && isCapital(sentence[framed.at]) && !isCapital(sentence[before?.verbAt ?? -1])) return carried(sentence, at, joint, before, lexicon);
  const inflected = framed.shown || (before?.inflected ?? false);
  const joined = joint === 'comma' || joint === 'and' || joint === 'to';
  const verb = leadingVerb(said, lexicon, { inflected, joined: joined && !framed.shown });
  if (!verb) return carried(sentence, framed.at, joint, before, lexicon);
  if ((joined && before && !framed.shown && !goesOn(said, verb, joint, before, sentence, framed.at, lexicon))) return null;
  if (verb.rest.length === 0 && !before && verb.kind !== 'tour' && !verb.verb.includes(' ') && !framed.shown && !framed.told) return null;
  return {
    clause: {
      kind: verb.kind,
      verb: verb.verb,
      lead: lead?.tokens ?? [],
      told: framed.told || (before !== null && before.clause.told),
      aim: joint === 'to',
    },
    from: joint === 'to' ? at - 1 : at,
    verbAt: framed.at,
    inflected,
  };
}

/**
 * Whether a word behind "and", a comma or a "to" begins a new order. "Label" in "with title 'x' and label 'y'" is a field, and
 * "open" in "set the status to open" a value.
 */
function goesOn(
  said: readonly Token[],
  { known, kind }: LeadingVerb,
  joint: Joint,
  before: Start,
  sentence: readonly Token[],
  at: number,
  lexicon: Lexicon,
): boolean {
  const [first, next] = said;
  const determined = lexicon.has('determiners', next) || lexicon.has('owned', next) || lexicon.has('pronouns', next);
  if (joint === 'to' && before.clause.kind === 'tour') return false;
  if (joint === 'to') return known && kind !== 'tour' && (determined || next?.kind === 'quote' || before.clause.kind === 'use') && before.clause.kind !== 'fill';
  const listing = sentence
    .slice(before.verbAt + 1, at)
    .some(({ low, kind }) => kind === 'word' && lexicon.markers.get(low)?.some(({ means }) => /^(?:with|to|using)$/.test(means)));
  if (next === undefined || next.kind === 'mark') return known && before.clause.kind !== 'tour' && !listing;
  if (determined) return known || !listing;
  if (!known || lexicon.has('fields', first)) return !listing && known && (next.kind === 'quote' || next.kind === 'exact');
  return next.kind === 'quote' || next.kind === 'exact' || next.kind === 'word';
}

/** A place in front of the verb, as in "in Settings, turn on …" and "on the board 'x' archive …". */
function leadingPlace(sentence: readonly Token[], at: number, lexicon: Lexicon): { tokens: Token[]; end: number } | null {
  const roles = lexicon.markers.get(sentence[at]?.low ?? '');
  if (sentence[at]?.kind !== 'word' || !roles?.some(({ means }) => /^(?:in|on|from|for|of)$/.test(means))) return null;
  const comma = sentence.findIndex(({ text, kind }, index) => index > at && kind === 'mark' && (text === ',' || text === ':'));
  if (comma > 0 && leadingVerb(sentence.slice(comma + 1), lexicon, { inflected: false, joined: false }))
    return { tokens: sentence.slice(at, comma), end: comma + 1 };
  return null;
}

interface Framed {
  at: number;
  told: boolean;
  shown: boolean;
  negated: boolean;
}

/** Passes what people say around an order: "please", "show how to", "film somebody who". */
function withoutFrames(prompt: string, sentence: readonly Token[], start: number, lexicon: Lexicon, bare: boolean): Framed {
  const framed: Framed = { at: start, told: false, shown: false, negated: false };
  const frames = bare ? [] : framePatterns(lexicon);
  for (let last = -1; last !== framed.at; ) {
    last = framed.at;
    while (framed.at < sentence.length - 1 && !bare && (lexicon.has('polite', sentence[framed.at]) || /^[,:–-]$/.test(sentence[framed.at]!.text))) framed.at++;
    const token = sentence[framed.at];
    if (!token) break;
    if (lexicon.has('not', token)) return { ...framed, negated: true };
    const text = prompt.slice(token.start, sentence.at(-1)!.end);
    for (const { pattern, how } of frames) {
      const found = pattern.exec(text);
      if (!found || found[0].length === 0) continue;
      const next = sentence.findIndex((one) => one.start >= token.start + found[0].length);
      if (next <= framed.at || !leadsTo(sentence, next, lexicon, frames, prompt)) continue;
      framed.at = next;
      framed[how] = true;
      break;
    }
  }
  return framed;
}

const isCapital = (token: Token | undefined) => token !== undefined && /^\p{Lu}/u.test(token.text);

/** "Open the menu, then the list": the verb before applies to what has none of its own. */
function carried(sentence: readonly Token[], at: number, joint: Joint, before: Start | null, lexicon: Lexicon): Start | null {
  let from = at;
  while (lexicon.has('polite', sentence[from])) from++;
  const goesOn = joint === 'then' && before !== null && /^(?:open|press|choose|tour)$/.test(before.clause.kind);
  return goesOn && from < sentence.length ? { ...before, clause: { ...before.clause, lead: [] }, from, verbAt: from, carried: true } : null;
}

/** Whether an order, or another frame, follows a frame. Otherwise its words are a wish of their own: "show me a nice page". */
function leadsTo(sentence: readonly Token[], next: number, lexicon: Lexicon, frames: readonly Frame[], prompt: string): boolean {
  const rest = sentence.slice(next);
  const verb = leadingVerb(rest, lexicon, { inflected: true, joined: false });
  // "The customer reviews" is no customer who does something.
  if (verb && (verb.rest.length > 0 || !/s$/.test(rest[0]!.low) || verb.verb.endsWith('s'))) return true;
  const text = prompt.slice(rest[0]!.start, rest.at(-1)!.end);
  return lexicon.has('polite', rest[0]) || frames.some(({ pattern }) => pattern.test(text));
}

interface Frame {
  pattern: RegExp;
  how: 'told' | 'shown';
}
const framesByLexicon = new WeakMap<Lexicon, readonly Frame[]>();
function framePatterns(lexicon: Lexicon): readonly Frame[] {
  const known = framesByLexicon.get(lexicon);
  if (known) return known;
  const { told, shown } = lexicon.words.frames ?? { told: [], shown: [] };
  const frame = (how: Frame['how']) => (source: string) => ({ pattern: new RegExp(`^${source}`, 'iu'), how });
  const made = [...told.map(frame('told')), ...shown.map(frame('shown'))];
  framesByLexicon.set(lexicon, made);
  return made;
}
