import type { Item } from '../../../page/screen.ts';
import type { Pairing } from '../pairing.ts';
import { joints } from './small-words.ts';

/** What a pair has to have more than, to be better than none. */
const none = 0.35;
/** Values mostly come in the order of their controls. */
const inOrder = 0.04;
/** How many controls are tried for one part of the prompt. */
const mostChoices = 4;

/**
 * Which value goes into which control: each part of the prompt into one at most, and into each control one value, unless the prompt gives one
 * field several. The best of all ways to do so, since the second best control of one value is often the only one of another.
 */
export function assign(pairings: readonly Pairing[], order: readonly Item[], prompt: string): Pairing[] {
  const bySpan = [...Map.groupBy(pairings, ({ span }) => span).values()]
    .map((some) => some.sort((a, b) => b.fit - a.fit).slice(0, mostChoices))
    .sort((a, b) => a[0]!.span.first - b[0]!.span.first);
  const most = bySpan.map((some) => Math.max(0, some[0]!.fit - none) + inOrder);
  const left = most.map((_, at) => most.slice(at).reduce((sum, one) => sum + one, 0));
  let best: { worth: number; chosen: Pairing[] } = { worth: 0, chosen: [] };
  const place = (item: Item) => order.indexOf(item);
  const choose = (at: number, chosen: Pairing[], worth: number): void => {
    if (worth > best.worth) best = { worth, chosen };
    if (at >= bySpan.length || worth + left[at]! <= best.worth) return;
    for (const one of bySpan[at]!) {
      if (one.fit <= none || chosen.some((other) => excludes(one, other, prompt))) continue;
      const last = chosen.at(-1);
      const bonus = !last || place(last.item) <= place(one.item) ? inOrder : 0;
      choose(at + 1, [...chosen, one], worth + one.fit - none + bonus);
    }
    choose(at + 1, chosen, worth);
  };
  choose(0, [], 0);
  return best.chosen.sort((a, b) => place(a.item) - place(b.item));
}

const excludes = (one: Pairing, other: Pairing, prompt: string) =>
  (one.span.first <= other.span.last && other.span.first <= one.span.last) ||
  (one.item === other.item && !isOneOfSeveral(one, other, prompt)) ||
  // Of the choices of one question one is chosen.
  (one.way === 'pick' &&
    other.way === 'pick' &&
    one.item.owner === other.item.owner &&
    one.item.labels[0] === other.item.labels[0]);

const isJoint = new RegExp(`^[^\\p{L}\\p{N}]*(?:${joints})?[^\\p{L}\\p{N}]*$`, 'iu');

/** "The gear 'a' and 'b'": both are values of one field, where a reading says so, or nothing else stands between them in front of a list. */
function isOneOfSeveral(one: Pairing, other: Pairing, prompt: string): boolean {
  if (one.item.inputType === 'email') return false;
  if ([...one.called].some((called) => other.called.has(called))) return true;
  const [first, second] = one.span.first < other.span.first ? [one, other] : [other, one];
  const from = prompt.indexOf(first.span.text) + first.span.text.length;
  const between = prompt.slice(from, prompt.indexOf(second.span.text, from));
  return one.item.kind === 'picker' && isJoint.test(between);
}
