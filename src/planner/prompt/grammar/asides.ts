import type { Lexicon } from '../lexicon.ts';
import { isName, type Token } from '../tokens.ts';

/**
 * Leaves out what is said beside an order and changes nothing of it: since when it is so ("from now on"), what it is no more (", not Net 14"), and
 * why (", we don't work for them any more").
 */
export function withoutAsides(all: readonly Token[], lexicon: Lexicon): Token[] {
  const kept: Token[] = [];
  /** Where the present sentence begins in `kept`. */
  let start = 0;
  for (let at = 0; at < all.length; at++) {
    const token = all[at]!;
    const adverb = lexicon.phraseAt('asides', all, at);
    const isBehind = kept.length > start;
    if (adverb > 0 && isBehind && isEnd(all[at + adverb], lexicon)) {
      at += adverb - 1;
      continue;
    }
    const length = token.text === ',' && isBehind ? lengthOfAside(all, at + 1, lexicon) : 0;
    if (length > 0) {
      at += length;
      continue;
    }
    kept.push(token);
    if (token.kind === 'mark' && ends.test(token.text)) start = kept.length;
  }
  return kept;
}

const ends = /^(?:[.!?;\n。！？；•]|->|=>|→)$/;

/** Whether nothing of the same part follows. */
const isEnd = (token: Token | undefined, { has }: Lexicon) =>
  token === undefined || token.kind === 'mark' || has('and', token);

/** How many tokens behind a comma are a former value, a reason or what stays. None: 0. */
function lengthOfAside(all: readonly Token[], from: number, lexicon: Lexicon): number {
  const { has } = lexicon;
  const end = all.findIndex(({ kind, text }, at) => at >= from && kind === 'mark' && text !== '.');
  const stop = all.findIndex(({ text }, at) => at >= from && text === '.');
  const until = Math.min(...[end, stop, all.length].filter((one) => one >= 0));
  const said = all.slice(from, until);
  const [first, second] = said;
  if (lexicon.phraseAt('spares', said, 0) > 0) return said.length;
  if (!first || !second || (all[until] !== undefined && !ends.test(all[until]!.text))) return 0;
  if (has('not', first)) return said.slice(1).every(isName) ? said.length : 0;
  // "We're moving" is one word.
  const who = { ...first, low: first.low.split(/['’]/)[0]! };
  const isReason =
    has('tellers', who) &&
    second.kind === 'word' &&
    !said.slice(1).some((token) => isName(token) || has('modals', token) || has('and', token));
  return isReason ? said.length : 0;
}
