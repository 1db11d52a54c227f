import { terms } from '../../../language/terms.ts';
import type { Item, Thing } from '../../../page/screen.ts';
import type { Deed, Mention } from '../../../prompt/deed.ts';
import { ownersOf } from '../chain.ts';
import { coverage, isSameText, likeness } from '../likeness.ts';
import { isOfSeveral } from '../mentions/count-of.ts';
import { calledFit, leastFit, toldOf } from '../mentions/fit.ts';
import { thingFit } from '../mentions/rows.ts';
import { itemFit } from '../mentions/scope.ts';
import { bodyFit, carries, isMark } from './row-mentions.ts';
import type { Sought } from './sought.ts';
import { edits } from './way-words.ts';

/** How the words of a deed fit an item that may lead to it. All figures are from 0 to 1. */
export interface WayFits {
  /** What has a name: "the invoice 4711". */
  named: number;
  /** A place of the application: "in the notification settings". */
  place: number;
  /** What sort of thing it is about, by what the item is called. */
  kind: number;
  /** The same for navigation, which is short: "Rx Requests 8" leads to refill requests. */
  kindHead: number;
  /** The same, by what the item is called by its author. */
  kindHint: number;
  /** A field that gets a value, by what the item is called. */
  field: number;
  /** The same, by what stands in the item's row, and by its author. */
  fieldNear: number;
  /** The verb of the deed. */
  verb: number;
  /** How much of what the item is called is said in the deed. */
  said: number;
  /** The things and places that a press opens or selects. */
  opens: Mention[];
}

export function wayFits(
  item: Item,
  row: Thing | undefined,
  inRow: readonly Mention[],
  sought: Sought,
): WayFits {
  const { deed, missing, carriers, siblings } = sought;
  const name = item.name.trim();
  const hints = item.hints.join(' ');
  const fits = missing.map((mention) => ({ mention, fit: fitOfWay(mention, item, row, sought) }));
  // “Edit” at the head of a part of the page edits what the part shows.
  const part = row ?? (edits.test(name) ? partOf(item, sought) : undefined);
  // “Masts” leads to their list, and opens none of the idle ones.
  const isList = row === undefined && item.kind !== 'body' && isOfSeveral(deed);
  const opened = fits
    .filter(({ fit, mention }) => fit >= leastFit && !(isList && mention === deed.thing))
    .map(({ mention }) => mention);
  const kinds = kindsOf(deed, missing);
  return {
    // What is named first has to be opened first: the record before the entry in it.
    named: most(fits, ({ mention, fit }, index) =>
      mention.name !== null && fit >= leastFit ? fit - 0.08 * index : 0,
    ),
    place: most(fits, ({ mention, fit }) =>
      mention.name === null ? Math.max(fit, likeness(mention.said, name), labelFit(mention, item)) : 0,
    ),
    kind: most(kinds, (kind) => likeness(kind, withoutCount(name))),
    kindHead: most(kinds, (kind) => (saysHead(kind, name) ? 0.6 : 0)),
    kindHint: most(missing, ({ kind }) => (kind === '' || siblings.has(item) ? 0 : coverage(kind, hints))),
    field: most(deed.fields, ({ field }) => likeness(field, name)),
    fieldNear: most(deed.fields, ({ field }) =>
      Math.max(
        row ? likeness(field, row.name) : 0,
        part ? 0.8 * coverage(field, part.text) : 0,
        0.9 * coverage(field, hints),
      ),
    ),
    verb: likeness(deed.verb, name),
    said: coverage(name, sought.said),
    opens: [...new Set([...opened, ...inRow.filter((mention) => !isMark(mention, row, carriers))])],
  };
}

/** The headed part of a page that an item stands in, where it is no large one. */
const partOf = (item: Item, { screen }: Sought) => {
  const whole = screen.viewport.width * screen.viewport.height;
  return ownersOf(screen, item).find(
    ({ kind, name, box }) => kind === 'panel' && name !== '' && box.width * box.height < mostOfView * whole,
  );
};
const mostOfView = 0.4;

/** "Events 3" leads to events, and says how many of them are new. */
const withoutCount = (name: string) => name.replace(/(?<=\p{L})\s+\(?\d[\d.,]*\+?\)?$/u, '');

/** A button "Customize" beside "Start page" leads to the start page. */
const labelFit = ({ said }: Mention, { kind, labels }: Item) =>
  kind === 'button' ? 0.95 * from(0.75, likeness(said, labels[0] ?? '')) : 0;

/** A figure that counts from a least one on. */
const from = (least: number, figure: number) => (figure < least ? 0 : figure);

function fitOfWay(
  mention: Mention,
  item: Item,
  row: Thing | undefined,
  { deed, screen, carriers }: Sought,
): number {
  const own = itemFit(mention, item, screen);
  // A word for a part of the screen ("the list") says nothing about a row that has it in its text.
  if (mention.name === null && deed.places.includes(mention)) return own;
  // The link that a row is called by opens what any text of the row says: its code, its sender.
  if (row && isTitleOf(row, item)) return Math.max(own, thingFit(mention, row, screen));
  if (item.kind !== 'body') return own;
  // Of several things that are meant, each has the mark.
  const isOnlyMark = isMark(mention, row, carriers) && !(mention === deed.thing && isOfSeveral(deed));
  return Math.max(own, bodyFit(mention, item, screen) * (isOnlyMark ? 0.5 : 1));
}

const isTitleOf = (row: Thing, { kind, name }: Item) =>
  (kind === 'link' || kind === 'button') && name !== '' && isSameText(name, row.name);

/** The things and places of a deed that the row around an item is about. */
export const mentionsOfRow = (row: Thing | undefined, { deed, ahead, missing, screen }: Sought): Mention[] =>
  row === undefined
    ? []
    : ahead.filter(
        (mention) =>
          (mention.name !== null || toldOf(mention) !== '') &&
          // What is made "in Finance" is made anywhere. A row that shows the word is another thing of that kind.
          (deed.kind === 'create' ? calledFit(mention, row) > 0.92 : carries(mention, row, screen, missing)),
      );

const kindsOf = (deed: Deed, missing: readonly Mention[]) =>
  [...missing, ...(deed.kind === 'create' && deed.thing ? [deed.thing] : [])].map(({ kind }) => kind);

/** "Cards" says the head of "credit card". What sort of card it is says less. */
export function saysHead(kind: string, name: string): boolean {
  const head = kind
    .replace(/\s(?:of|de|del|di|da|do|du|des)\s.*/u, '')
    .split(' ')
    .at(-1)!;
  const own = new Set(terms(name));
  return terms(head).some((term) => !term.startsWith('#') && own.has(term));
}

const most = <T>(all: readonly T[], figure: (one: T, index: number) => number) =>
  Math.max(0, ...all.map(figure));
