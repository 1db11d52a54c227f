import type { Screen } from '../../page/screen.ts';
import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { topmost } from '../candidates/chain.ts';
import { fieldCandidates } from '../candidates/field-candidates.ts';
import { closedLists, peekInto } from '../operate/look-into.ts';
import type { Performer } from '../perform/performer.ts';

/** A control that is called so well by the words for a field is the one. */
const surelyCalled = 0.8;

/**
 * Opens the closed lists of a form to see what they offer, where the prompt has values that no control of the form is called by: "based in Berlin" is the list that offers
 * “Berlin”, whatever it is called. A list of the browser's own says by itself what it offers. What was seen is remembered, and nothing of it stays on the path.
 * @param container the form, where it is not a box above the page
 */
export async function peekLists(
  performer: Performer,
  { fields }: Pick<Deed, 'fields'>,
  container: number | null,
): Promise<void> {
  const { screen } = performer;
  const form = topmost(screen) ?? container;
  if (performer.isFilmed || !performer.learn || form === null) return;
  if (!fields.some((field) => isUnmatched(field, screen, form))) return;
  await peekInto(performer, closedLists(screen, form));
}

function isUnmatched(field: FieldValue, screen: Screen, container: number): boolean {
  if (field.value.to !== 'text') return false;
  const [best] = fieldCandidates(screen, field, { mentions: [], reached: new Map(), container });
  return (
    !best ||
    (Math.max(best.features.name, best.features.label) < surelyCalled && best.features.value < surelyCalled)
  );
}
