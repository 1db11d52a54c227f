import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, Mention } from '../../prompt/deed.ts';
import { saving, synonymsOf } from '../candidates/buttons/button-words.ts';
import { isInside } from '../candidates/chain.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { coverage, says } from '../candidates/likeness.ts';

/** How a form is to end: "and submit it for approval", "and save it as a draft". */
export interface Ending {
  verbs: readonly string[];
  /** What it is then: "draft". Empty where the prompt does not say, or says what for. */
  as: string;
  words: string;
}

/** What the deed after one asks of the same thing, where the button that ends the form may do it. Null where it asks for more. */
export function endingOf(deed: Deed, next: Deed | undefined): Ending | null {
  if (!next || deed.kind === 'open' || !/^(?:act|change)$/.test(next.kind)) return null;
  if (next.places.length > 0 || next.fields.length > 1 || !isSame(deed.thing, next.thing)) return null;
  // "Rename it and archive it" are two deeds. No form ends with “Archive”.
  if (deed.kind !== 'create' && !saving.includes(next.verb)) return null;
  const [field] = next.fields;
  if (field && (field.value.to !== 'text' || !/^(?:|as|for|to)$/.test(field.field))) return null;
  const value = field?.value.to === 'text' ? field.value.text : '';
  const as = field && field.field !== 'for' ? value : '';
  return { verbs: [next.verb, ...synonymsOf(next.verb)], as, words: `${next.verb} ${value}`.trim() };
}

const isSame = (one: Mention | null, other: Mention | null) =>
  other === null || (one !== null && one.kind === other.kind && one.name === other.name);

/** Whether a button ends a form as is asked. */
export const ends = ({ name }: Pick<Item, 'name'>, { verbs, as }: Ending): boolean =>
  verbs.some((verb) => says(name, verb)) && (as === '' || says(name, as));

/** The button of a form, or of the page where `container` is null, that ends it as is asked. Null where none does, or several do. */
export function endingButton(screen: Screen, container: number | null, ending: Ending): Item | null {
  const buttons = screen.items.filter(
    (item) =>
      item.kind === 'button' &&
      item.isPressable &&
      !item.isDisabled &&
      isHarmless(item) &&
      ends(item, ending) &&
      (container === null || isInside(screen, item, container)),
  );
  const share = ({ name }: Item) => coverage(ending.words, name);
  const [best, next] = buttons.sort((a, b) => share(b) - share(a));
  return best && (!next || share(best) > share(next)) ? best : null;
}
