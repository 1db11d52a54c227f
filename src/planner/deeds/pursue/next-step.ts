import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import { isInside, ownersOf, topmost } from '../candidates/chain.ts';
import { isHarmless } from '../candidates/harmless.ts';
import type { Outcome, Performer } from '../perform/performer.ts';

/**
 * Presses what leads from one step of a form to the next: "Next", "Save and continue". Only a step that was filled in is left.
 * @param start where the step begins on the performer's path
 * @returns null where nothing says that it leads on
 */
export async function takeNextStep(
  performer: Performer,
  container: number | null,
  start: number,
): Promise<Outcome | null> {
  if (!performer.path.slice(start).some(({ part }) => part === 'field')) return null;
  const button = leadingOn(performer.screen, topmost(performer.screen) ?? container);
  if (!button) return null;
  const what = `Press “${button.name}”`;
  return performer.act({ do: 'press', item: button, part: 'way', what, opens: [] });
}

const leadingOn = (screen: Screen, container: number | null): Item | null =>
  screen.items.find(
    (item) =>
      (container === null ? !isOfList(item, screen) : isInside(screen, item, container)) &&
      /^(?:button|link)$/.test(item.kind) &&
      item.isPressable &&
      !item.isDisabled &&
      isHarmless(item) &&
      leadsOn.test(item.name.trim()),
  ) ?? null;

/** The next page of a list is no next step. */
const isOfList = (item: Item, screen: Screen) =>
  ownersOf(screen, item).some(({ kind }) => /^(?:navigation|table|list|row|card)$/.test(kind));

const next = wordsFor('offers', 'next').join('|');
const leadsOn = new RegExp(`^(?:${next})(?!\\p{L})|(?<!\\p{L})(?:${next})\\W*$`, 'iu');
