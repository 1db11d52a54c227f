import type { Sentence } from '../sentences.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import type { Clause } from './clause.ts';

/** Orders that a prompt gives by telling how things are: "Ann Lee has a new phone number, 0555 1234", "we have a new product". */

/** What a sentence orders by what it tells. Null where it tells nothing to act on. */
export function factIn(sentence: Sentence): Clause | null {
  const { tokens, lexicon } = sentence;
  if (!lexicon.inflects) return null;
  const at = tokens.findIndex((token, index) => index > 0 && lexicon.has('holds', token));
  const isNew = lexicon.has('indefinite', tokens[at + 1]) && lexicon.has('newWords', tokens[at + 2]);
  if (at < 1) return null;
  const subject = tokens.slice(0, at);
  const isOwn = subject.length === 1 && lexicon.has('orderers', subject[0]);
  if (isOwn && lexicon.has('indefinite', tokens[at + 1]) && (isNew || lexicon.has('needs', tokens[at])))
    return orderOf(sentence, 'create', 'create', withoutUse(tokens.slice(at + 1), sentence));
  return isNew && !isOwn && !lexicon.has('needs', tokens[at]) ? changed(sentence, subject, at + 3) : null;
}

/** "Ann Lee has a new phone number, 0555 1234": hers is changed to it. */
function changed(sentence: Sentence, subject: readonly Token[], from: number): Clause | null {
  const { tokens, lexicon } = sentence;
  const said = tokens.slice(from);
  const field = said.findIndex((token) => token.kind !== 'word' || isName(token));
  const value = said.slice(Math.max(field, 0)).filter(({ text }, index) => index > 0 || !/^[,:]$/.test(text));
  const isValue = value.length > 0 && value.every((token) => isName(token) || token.text === ',');
  const isSubject =
    subject.every((token) => isName(token) || token.low === '&') || lexicon.has('definite', subject[0]);
  if (field < 1 || !isValue || !isSubject) return null;
  const joint = (words: readonly string[] | undefined, { end }: Token): Token => {
    const text = words?.[0] ?? '';
    return { kind: 'word', text, low: text, start: end, end };
  };
  const { of, to } = lexicon.words.markers;
  const name = said.slice(0, field);
  const rest = [...name, joint(of, name.at(-1)!), ...subject, joint(to, subject.at(-1)!), ...value];
  return orderOf(sentence, 'change', 'change', rest);
}

const orderOf = (
  { prompt, tokens }: Sentence,
  kind: Clause['kind'],
  verb: string,
  rest: readonly Token[],
): Clause => ({
  kind,
  verb,
  rest: [...rest],
  said: textOf(prompt, tokens),
  lead: [],
  told: false,
  aim: false,
  isFact: true,
});

/** "A new product to sell": what it is for is said by a verb alone. */
function withoutUse(rest: readonly Token[], { lexicon }: Sentence): readonly Token[] {
  const [joint, verb] = rest.slice(-2);
  const isUse = rest.length > 3 && lexicon.means(joint, /^to$/) && verb?.kind === 'word' && !isName(verb);
  return isUse ? rest.slice(0, -2) : rest;
}

/** The clauses with what is listed behind something new as its fields. Null where a sentence lists nothing of it. */
export function withFacts(clauses: readonly Clause[], sentence: Sentence): Clause[] | null {
  const { tokens, lexicon } = sentence;
  const last = clauses.at(-1);
  if (!last?.isFact) return null;
  const isPair = lexicon.has('fields', tokens[0]) && tokens.length > 1 && isName(tokens[1]!);
  if (last.kind !== 'create' || !isPair) return null;
  const text = lexicon.words.markers.with?.[0] ?? '';
  const first = tokens[0]!;
  const joint = { kind: 'word' as const, text, low: text, start: first.start, end: first.start };
  const listed = [{ ...first, text: first.low }, ...tokens.slice(1)];
  return [...clauses.slice(0, -1), { ...last, rest: [...last.rest, joint, ...listed] }];
}

/** "Please update it". */
export const isSaidAgain = (clause: Clause, before: Clause | undefined, { lexicon }: Sentence) =>
  before?.isFact === true &&
  /^(?:change|create|fill|act)$/.test(clause.kind) &&
  clause.rest.length > 0 &&
  lexicon.phraseAt('pronouns', clause.rest, 0) === clause.rest.length;
