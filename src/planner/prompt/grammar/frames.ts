import type { Sentence } from '../sentences.ts';
import { leadingVerb } from '../verbs.ts';

/** What people say around an order: "please", "show how to", "film somebody who". */
export interface Framed {
  /** Where the order itself begins. */
  at: number;
  /** The prompt asks how it is done. */
  told: boolean;
  /** The verb may have any form: "somebody who archives", "a video of archiving". */
  shown: boolean;
  /** The prompt asks to leave it out. */
  negated: boolean;
}

export function withoutFrames(sentence: Sentence, start: number): Framed {
  const { tokens, lexicon } = sentence;
  const framed: Framed = { at: start, told: false, shown: false, negated: false };
  for (let last = -1; last !== framed.at; ) {
    last = framed.at;
    framed.at = withoutPoliteWords(sentence, framed.at);
    const token = tokens[framed.at];
    if (lexicon.has('not', token)) return { ...framed, negated: true };
    const found = token && frameAt(sentence, framed.at);
    if (!found) continue;
    framed.at = found.next;
    framed[found.how] = true;
  }
  return framed;
}

function withoutPoliteWords({ tokens, lexicon }: Sentence, start: number): number {
  let at = start;
  for (let last = -1; last !== at && at < tokens.length - 1; ) {
    last = at;
    at += lexicon.phraseAt('polite', tokens, at) || lexicon.phraseAt('afterwards', tokens, at);
    if (/^[,:–-]$/.test(tokens[at]?.text ?? '')) at++;
  }
  return Math.min(at, tokens.length - 1);
}

/** The frame that begins at a token. Nothing is one unless an order follows: "show me a nice page" is a wish of its own. */
function frameAt(sentence: Sentence, at: number): { next: number; how: 'told' | 'shown' } | null {
  const { tokens, lexicon } = sentence;
  const text = textFrom(sentence, at);
  for (const { pattern, how } of lexicon.frames) {
    const length = pattern.exec(text)?.[0].length ?? 0;
    const next = length === 0 ? -1 : tokens.findIndex(({ start }) => start >= tokens[at]!.start + length);
    if (next > at && leadsToOrder(sentence, next)) return { next, how };
  }
  return null;
}

function leadsToOrder(sentence: Sentence, next: number): boolean {
  const { tokens, lexicon } = sentence;
  const first = tokens[next]!;
  const verb = leadingVerb(tokens.slice(next), lexicon, { inflected: true, joined: false });
  // "The customer reviews" is no customer who does something.
  if (verb && (verb.rest.length > 0 || !first.low.endsWith('s') || verb.verb.endsWith('s'))) return true;
  return (
    lexicon.has('polite', first) ||
    lexicon.frames.some(({ pattern }) => pattern.test(textFrom(sentence, next)))
  );
}

const textFrom = ({ prompt, tokens }: Sentence, at: number) =>
  prompt.slice(tokens[at]!.start, tokens.at(-1)!.end);
