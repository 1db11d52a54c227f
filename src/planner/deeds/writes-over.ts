import type { Deed } from '../prompt/deed.ts';
import { isSameText } from './candidates/likeness.ts';
import { creates } from './candidates/ways/way-words.ts';
import type { Performed } from './perform/performer.ts';

type Written = Pick<Performed, 'do' | 'value'> & { item: Pick<Performed['item'], 'name' | 'value'> };

/**
 * Whether the name of something new was written over what a field had: then something that was there before has that name now. What a button has
 * made may come with a name, "Untitled note".
 */
export const writesOver = (path: readonly Written[], deeds: readonly Deed[]): boolean =>
  !path.some(({ item }) => creates.test(item.name.trim())) &&
  path.some(
    ({ do: how, item, value }) =>
      how === 'type' &&
      item.value.trim() !== '' &&
      !isSameText(item.value, value ?? '') &&
      deeds.some(({ kind, thing }) => kind === 'create' && thing?.name === value),
  );
