import type { Item, Screen } from '../../page/screen.ts';
import { isInside, sameItem } from '../candidates/chain.ts';
import { asksForDate } from '../candidates/field-value.ts';
import { calledAsChoice } from '../candidates/options.ts';
import { type Act, fingerprint, type Performer } from '../perform/performer.ts';
import { broughtBy, offeredBy } from './choose.ts';

/** How many lists of a form are looked into at most. */
const mostLists = 6;
const leastOfLong = 8;

/** The lists of a form that do not show what they offer. */
export const closedLists = (screen: Screen, form: number | null): Item[] =>
  screen.items.filter(
    (item) =>
      item.kind === 'picker' &&
      item.options.length === 0 &&
      !item.isDisabled &&
      !asksForDate(item) &&
      (form === null || isInside(screen, item, form)),
  );

/** Opens lists of the screen to see what they offer, and closes them again. */
export async function peekInto(performer: Performer, lists: readonly Item[]): Promise<void> {
  const { screen } = performer;
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
