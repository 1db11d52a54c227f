import { type Verb, verbNames } from '../../language/language.ts';
import { isJoined } from '../../language/patterns.ts';
import { isSlip } from '../../language/typo.ts';
import { commonVerbs, wordsFor } from '../../language/vocabulary.ts';
import { fold, stem } from '../../language/words.ts';

const bareToken = (token: string) => fold(token).replace(/[^\p{L}\p{N}']/gu, '');

interface Entry {
  verb: Verb;
  /** Folded words. The first one is a stem, where it is English. */
  words: string[];
}
const joined: { verb: Verb; phrase: string }[] = [];
const entries = new Map<string, Entry[]>();
for (const verb of verbNames)
  for (const phrase of wordsFor('verbs', verb).map(fold)) {
    if (isJoined(phrase)) joined.push({ verb, phrase });
    const words = phrase.split(' ').map(bareToken);
    const key = stem(words[0]!);
    entries.set(
      key,
      [...(entries.get(key) ?? []), { verb, words: [key, ...words.slice(1)] }].sort(
        (a, b) => b.words.length - a.words.length,
      ),
    );
  }

/**
 * The imperative that a text starts with, and the rest of the text. "Opens" and "opening" count as well. Null where there is
 * none.
 */
export function leadingVerb(
  text: string,
): { verb: Verb; said: string; rest: string; gerund: boolean } | null {
  const trimmed = text.trim();
  const tokens = trimmed.split(/\s+/);
  const first = bareToken(tokens[0] ?? '');
  for (const { verb, words } of entries.get(stem(first)) ?? []) {
    const follows = words.slice(1).every((word, index) => bareToken(tokens[index + 1] ?? '') === word);
    if (!follows) continue;
    const said = tokens.slice(0, words.length).join(' ');
    if (verb !== 'show' && isThing(first, tokens[words.length], /^\p{Lu}/u.test(said))) continue;
    return { verb, said, rest: tokens.slice(words.length).join(' '), gerund: first.endsWith('ing') };
  }
  const slip = misspelled(first, tokens[1]);
  if (slip) return { verb: slip, said: tokens[0]!, rest: tokens.slice(1).join(' '), gerund: false };
  const glued = joined
    .filter(({ phrase }) => trimmed.startsWith(phrase))
    .sort((a, b) => b.phrase.length - a.phrase.length)[0];
  return glued
    ? { verb: glued.verb, said: glued.phrase, rest: trimmed.slice(glued.phrase.length), gerund: false }
    : null;
}

/** The verb of a common imperative with a slip in it: "shwo the prices". Something to show or press has to follow it. */
function misspelled(first: string, next: string | undefined): Verb | null {
  if (first.length < 4 || next === undefined) return null;
  const meant = commonVerbs.find((verb) => isSlip(first, verb));
  return meant ? (entries.get(stem(meant))?.[0]?.verb ?? null) : null;
}

/**
 * Whether the words are the name of a thing and ask for nothing: "opening hours", "booking form", but not "opening the menu" or
 * "opening Reports".
 */
function isThing(first: string, next: string | undefined, isTitle: boolean): boolean {
  const nouns =
    /^(?:opening|closing|booking|starting|running|reading|learning|writing|playing|ordering|filling|training|searching|reporting)$/;
  if (!nouns.test(first) || next === undefined) return false;
  return isTitle
    ? /^\p{Lu}/u.test(next)
    : /^(?!(?:the|an?|our|your|my|its|this|that|up|on|in|into|to|for|from|with|out|all|each)\b)\p{Ll}/u.test(
        next,
      );
}
