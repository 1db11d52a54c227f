import type { Sentence } from '../sentences.ts';
import type { Token } from '../tokens.ts';
import { leadingVerb } from '../verbs.ts';

/** A place in front of the verb, as in "in Settings, turn on …", or several: "in Settings, under General, turn on …". */
export function leadingPlaces(sentence: Sentence, at: number): { parts: Token[][]; end: number } | null {
  const { tokens, lexicon } = sentence;
  if (!lexicon.means(tokens[at], /^(?:in|on|from|for|of)$/)) return null;
  const comma = tokens.findIndex(
    ({ text, kind }, index) => index > at && kind === 'mark' && /^[,:]$/.test(text),
  );
  if (comma < 0) return null;
  const own = tokens.slice(at, comma);
  const inner = leadingPlaces(sentence, comma + 1);
  if (inner) return { parts: [own, ...inner.parts], end: inner.end };
  const leads = leadingVerb(tokens.slice(comma + 1), lexicon, { inflected: false, joined: false });
  return leads ? { parts: [own], end: comma + 1 } : null;
}
