import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { isInside, sameItem, topmost } from '../candidates/chain.ts';
import { fieldCandidates } from '../candidates/field-candidates.ts';
import { asksForDate } from '../candidates/field-value.ts';
import { calledAsChoice } from '../candidates/options.ts';
import { broughtBy, offeredBy } from '../operate/choose.ts';
import { type Act, fingerprint, type Performer } from '../perform/performer.ts';

/** How many lists of a form are looked into at most. */
const mostLists = 6;
const leastOfLong = 8;
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
  const lists = screen.items.filter(
    (item) =>
      item.kind === 'picker' &&
      item.options.length === 0 &&
      !item.isDisabled &&
      !asksForDate(item) &&
      isInside(screen, item, form),
  );
  for (const list of lists.slice(0, mostLists)) {
    const mark = performer.path.length;
    const present = sameItem(performer.screen, screen, list);
    if (present && !(await peek(performer, present))) {
      await performer.returnTo(mark);
      return;
    }
  }
}

/** @returns false where the form is not as it was before */
async function peek(performer: Performer, list: Item): Promise<boolean> {
  const before = fingerprint(performer.screen);
  const look: Omit<Act, 'item'> = { do: 'press', part: 'field', what: 'Look into the list', opens: [] };
  const opened = await performer.act({ ...look, item: list });
  const offered = offeredBy(opened);
  // A long list that is searched may show only its first entries.
  const isSearched = broughtBy(opened).some(({ kind }) => kind === 'field');
  if (!isSearched || offered.length < leastOfLong) performer.learn?.(list, offered.map(calledAsChoice));
  performer.forgetLast();
  if (opened.wrote > 0) return false;
  const again = sameItem(performer.screen, opened.before, list);
  for (const how of ['press', 'escape'] as const) {
    if (fingerprint(performer.screen) === before) break;
    if (how === 'escape') await performer.close?.('escape');
    else if (again) {
      await performer.act({ ...look, item: again });
      performer.forgetLast();
    }
  }
  return fingerprint(performer.screen) === before;
}

function isUnmatched(field: FieldValue, screen: Screen, container: number): boolean {
  if (field.value.to !== 'text') return false;
  const [best] = fieldCandidates(screen, field, { mentions: [], reached: new Map(), container });
  return (
    !best ||
    (Math.max(best.features.name, best.features.label) < surelyCalled && best.features.value < surelyCalled)
  );
}
