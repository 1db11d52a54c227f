import type { Deed } from '../../prompt/deed.ts';
import { ownersOf } from '../candidates/chain.ts';
import type { Performed } from '../perform/performer.ts';
import { Account } from './account.ts';
import { Evidence, strongest } from './evidence.ts';
import { readUtterance } from './read-utterance.ts';
import { isHard } from './utterance.ts';

/**
 * What a prompt names or quotes and acts do not deal with: it was neither typed, chosen nor pressed, nor does it stand on what was. The reading that the
 * acts come from has left it out.
 */
export function leftOut(
  path: readonly Performed[],
  prompt: string,
  readings: readonly (readonly Deed[])[],
): string[] {
  const utterance = readUtterance(prompt, readings);
  if (!utterance.units.some(isHard)) return [];
  const evidence = new Evidence(utterance);
  const said = path.flatMap(({ item, value = '', before, what }) => [
    evidence.of(value),
    evidence.of(what),
    evidence.own(item),
    evidence.of(item.value),
    ...ownersOf(before, item)
      .filter(({ kind }) => kind !== 'page')
      .map((owner) => evidence.ofThing(owner)),
    ...before.items.map(({ role, name, value }) => evidence.of(role === 'heading' ? name : value)),
  ]);
  // A name may have been typed in parts.
  const entered = path.map(({ item, value }) => value ?? item.name).join(' ');
  const covered = strongest(evidence.of(entered), ...said);
  return new Account(evidence).leftOut(covered, leastDealtWith).map(({ text }) => text);
}
const leastDealtWith = 0.45;
