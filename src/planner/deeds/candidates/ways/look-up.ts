import type { Item, Screen } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { topmost } from '../chain.ts';
import { isHarmless } from '../harmless.ts';
import { isShown } from '../mentions/shown.ts';
import { isSearching } from '../searching.ts';
import type { Sought } from './sought.ts';

/** What an application's own search may find: a field, and what is typed into it. */
export interface LookUp {
  item: Item;
  value: string;
  mention: Mention;
}

/**
 * Where the thing that a deed names is nowhere on the screen, people type its name into the search field. A dialog's own field looks for
 * what the dialog offers.
 */
export function lookUps({ screen, missing }: Sought): LookUp[] {
  const mention = missing.find((one) => one.name !== null && !isShown(one, screen));
  if (!mention?.name || topmost(screen) !== null) return [];
  const { name } = mention;
  return searchFields(screen).map((item) => ({ item, value: name, mention }));
}

const searchFields = ({ items }: Screen) =>
  items.filter(
    (item) =>
      item.kind === 'field' &&
      !item.isDisabled &&
      isSearching(item) &&
      item.role !== 'combobox' &&
      isHarmless(item),
  );
