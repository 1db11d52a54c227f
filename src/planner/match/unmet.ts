import { shorten } from '../../text.ts';
import { terms } from '../language/terms.ts';
import type { Control, PageView } from '../page/view.ts';
import type { Unmet } from '../plan.ts';
import { type Clause, isAction } from '../prompt/clauses/parse-prompt.ts';
import { rankPlaces } from './passages.ts';

const mostOffered = 5;
const longestName = 60;

/** A deed that nothing on the page fits. @param said the prompt's words for it */
export const deedNotFound = (view: PageView, said: string): Unmet => ({
  said,
  reason: `Nothing to press or to fill in was found that goes by these words. ${offerOf(controlsLike(view, said))}`,
});

/**
 * The wishes to show something of which no part of the page has a word. A part that has only some of the words counts as found,
 * since people describe what they want to see in words of their own.
 */
export function shownNowhere(view: PageView, clauses: Clause[]): Unmet[] {
  const parts = view.sections.flatMap(({ heading }) => heading ?? []);
  return clauses
    .filter((clause) => !isAction(clause) && clause.verb === 'show' && !clause.negated)
    .filter(({ object }) => terms(object).length > 0 && !isSpokenOf(view, object))
    .map(({ said }) => ({
      said,
      reason: `No part of the page has these words. ${offerOf(parts)}`,
    }));
}

const isSpokenOf = ({ sections, controls }: PageView, object: string) =>
  rankPlaces(sections, object).some(({ evidence }) => evidence.length > 0) ||
  controls.some(({ name }) => sharedTerms(name, object) > 0);

/** Names of controls that are in sight. Those that share words with the wish come first. */
function controlsLike({ controls }: PageView, said: string): string[] {
  const offered = controls.filter(({ visible, name }: Control) => visible && name.trim() !== '');
  return offered
    .map(({ name }) => ({ name, shared: sharedTerms(name, said) }))
    .sort((a, b) => b.shared - a.shared)
    .map(({ name }) => name);
}

function sharedTerms(name: string, said: string): number {
  const asked = new Set(terms(said));
  return terms(name).filter((term) => asked.has(term)).length;
}

function offerOf(names: string[]): string {
  const some = [...new Set(names.map((name) => `“${shorten(name.trim(), longestName)}”`))].slice(
    0,
    mostOffered,
  );
  const last = some.pop();
  if (last === undefined) return 'The page offers nothing instead.';
  return `The page offers ${some.length > 0 ? `${some.join(', ')} and ${last}` : last}.`;
}
