import { dangerIn } from '../../page/danger.ts';
import type { Clause } from '../../prompt/clauses/parse-prompt.ts';
import type { Deed } from '../../prompt/deed.ts';
import { tellingWords } from '../candidates/place-candidates.ts';

/** What an agent looks for: the deeds of a prompt, and what it wishes to see besides, in its own order. */
export function wishesOf(prompt: string, clauses: readonly Clause[], deeds: readonly Deed[]): Deed[] {
  const asked = deeds.filter(({ kind }) => kind !== 'open');
  const isOfDeed = ({ said }: Clause) =>
    asked.some((deed) => deed.said.includes(said) || said.includes(deed.said));
  const seen = clauses.filter((clause) => isToSee(clause) && !isOfDeed(clause)).map(wishToSee);
  const position = ({ said }: Deed) => prompt.indexOf(said);
  return [...asked, ...seen].sort((a, b) => position(a) - position(b));
}

/** What can be found by looking. What pays, deletes or signs out is not looked for. */
const isToSee = ({ verb, said, object, value, negated }: Clause) =>
  !negated &&
  /^(?:show|search|go|press|scroll|expand)$/.test(verb) &&
  dangerIn(said) === null &&
  tellingWords(value ?? object) !== '';

/** A clause that wishes to see something, as a deed: it is done when a screen with it is found. */
export function wishToSee({ said, object, value, verb }: Clause): Deed {
  const words = tellingWords((verb === 'search' && value) || object);
  const thing = { said: words, name: null, kind: words, qualifiers: [], ordinal: null };
  return { said, kind: 'open', verb: 'show', thing, places: [], fields: [], commits: false };
}
