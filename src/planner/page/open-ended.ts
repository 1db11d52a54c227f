import { deedWords } from '../language/vocabulary.ts';
import { fold } from '../language/words.ts';
import type { Item, Screen } from './screen.ts';

/** Words that want another word behind them: "as", "to". */
const joints = new Set(
  deedWords
    .flatMap(({ markers }) => [...(markers.as ?? []), ...(markers.to ?? []), ...(markers.into ?? [])])
    .map(fold),
);

/**
 * A framed box with an arrow looks like a list that shows its value. “Mark as ▾” and “Move to…” are no values: the words say what the box does, and
 * the list behind it has the rest of the sentence. It is a button that opens a menu. So is “Contacts ▾” in a navigation: nobody sets a value there.
 */
export function withMenuButtons(screen: Screen): Screen {
  const opensMenu = (item: Item) => isOpenEnded(item) || isOfNavigation(item, screen);
  return { ...screen, items: screen.items.map((item) => (opensMenu(item) ? asButton(item) : item)) };
}

function isOfNavigation({ kind, name, value, labels, options, owner }: Item, { things }: Screen): boolean {
  if (kind !== 'picker' || name !== '' || value === '' || labels.length > 0) return false;
  if (options.some(({ label }) => label === value)) return false;
  for (let at: number | null = owner; at !== null; at = things[at]?.parent ?? null)
    if (things[at]?.kind === 'navigation') return true;
  return false;
}

function isOpenEnded({ kind, name, value, options }: Item): boolean {
  if (kind !== 'picker' || name !== '' || options.some(({ label }) => label === value)) return false;
  const words = value.replace(/\s*(?:…|\.{3})$/u, '').split(/\s+/);
  return words.length > 1 && words.length < 5 && joints.has(fold(words.at(-1)!));
}

const asButton = (item: Item): Item => ({ ...item, kind: 'button', name: item.value, value: '', labels: [] });
