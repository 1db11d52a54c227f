import type { Item, Screen } from '../../../page/screen.ts';
import type { Deed, Mention } from '../../../prompt/deed.ts';
import { keyOf, newItems } from '../chain.ts';
import { barOf, columnsOf } from '../columns/columns.ts';
import { likeness } from '../likeness.ts';
import { tellsWhich } from '../mentions/fit.ts';
import { isInFocus } from '../mentions/focus.ts';
import { carriersOf, isListed } from '../mentions/rows.ts';
import type { Reached } from '../mentions/scope.ts';
import { besideNamed, repeatedIn } from './neighbours.ts';

/** What a deed still looks for, and what a screen has of it. It is the same for all items of the screen. */
export interface Sought {
  screen: Screen;
  deed: Deed;
  reached: Reached;
  /** The screen before. */
  before: Screen | null;
  /** What the screen before did not have. Null where there was none. */
  brought: ReadonlySet<Item> | null;
  /** All words of the deed. */
  asks: string;
  /** The deed's words without its verb. */
  said: string;
  /** The places and things that the deed has to be at, the outermost first. */
  ahead: readonly Mention[];
  /** Those of them that were not reached. */
  missing: readonly Mention[];
  /** A row of the screen is one of the things that the deed names, so other rows are other things. */
  isListed: boolean;
  /** How many rows carry a mention. What many rows have is a mark of each of them, and none is the thing itself. */
  carriers: ReadonlyMap<Mention, number>;
  /** What several rows of a list have alike, so each belongs to its own row. */
  repeated: ReadonlySet<string>;
  /** What stands in a column or a bar of navigation, though nothing but its place says so. */
  navigation: ReadonlySet<Item>;
  /**
   * How much what leads through a list promises. More than 1 where the list shows a field of the deed as a column: what the deed is about is in it,
   * or on another page of it.
   */
  listed: number;
  /** Entries beside the one that is called as the deed says, so each is another thing of its kind. */
  siblings: ReadonlySet<Item>;
}

export function soughtOn(screen: Screen, deed: Deed, reached: Reached, before: Screen | null): Sought {
  const ahead = [...deed.places, ...(deed.thing && deed.kind !== 'create' ? [deed.thing] : [])];
  return {
    screen,
    deed,
    reached,
    before,
    brought: before && new Set(newItems({ before, after: screen }, keyOf)),
    asks: [
      deed.said,
      ...deed.fields.map(({ field }) => field),
      ...ahead.filter(isPerson).map(() => 'person'),
    ].join(' '),
    said: deed.said.replace(new RegExp(`^\\s*${deed.verb.split(' ')[0]}`, 'iu'), ''),
    ahead,
    missing: ahead.filter((mention) => !reached.has(mention) && !isInFocus(mention, screen)),
    isListed: ahead.some((mention) => tellsWhich(mention) && isListed(mention, screen)),
    carriers: new Map(ahead.map((mention) => [mention, carriersOf(mention, screen)])),
    repeated: repeatedIn(screen),
    navigation: new Set([...columnsOf(screen), ...barOf(screen)]),
    listed: deed.kind === 'change' && deed.fields.some(({ field }) => isColumn(field, screen)) ? 1.4 : 1,
    siblings: besideNamed(screen, ahead),
  };
}

/** "Roberta Hale" is found where people are listed, under whatever name they go there. */
export const isPerson = ({ name, kind }: Mention) =>
  kind === '' &&
  name !== null &&
  /^(?:(?:Dr|Mr|Mrs|Ms)\.? )?\p{Lu}[\p{Ll}'’]+(?:[ -]\p{Lu}[\p{L}'’.]*){1,3}$/u.test(name);

/** Whether rows show a field under its head. */
const isColumn = (field: string, { items }: Screen) =>
  field !== '' &&
  items.some(({ kind, labels }) => kind === 'text' && labels.some((label) => likeness(field, label) >= 0.9));
