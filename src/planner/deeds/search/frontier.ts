import { words } from '../../language/words.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import { ownersOf, placeOf, rowOf } from '../candidates/chain.ts';
import { columnsOf } from '../candidates/columns/columns.ts';
import { fitOf, leastFit } from '../candidates/mentions/fit.ts';
import { isPerson } from '../candidates/ways/sought.ts';
import { sharesTopic } from '../candidates/ways/topics.ts';
import type { WayCandidate } from '../candidates/ways/way-candidates.ts';
import { saysHead } from '../candidates/ways/way-fits.ts';
import { least } from '../candidates/weights.ts';
import type { Performed, Performer } from '../perform/performer.ts';

/** A way that was seen and not taken yet. */
export interface Open {
  /** The acts that lead to its screen. */
  path: readonly Performed[];
  way: WayCandidate;
  screen: Screen;
}

/** A way that goes on from the present screen costs no reload. */
const stayingBonus = 0.08;
/** Of what is named only somewhere in a row. */
const onlyByText = 0.2;

/** The open ways of a search, over all screens that were seen. */
export class Frontier {
  readonly #open: (Open & { isByName: boolean })[] = [];
  /** Ways that were taken, each with the state it was taken from. */
  readonly #taken = new Set<string>();
  /** How often a way of this name was taken from any state. */
  readonly #takenBefore = new Map<string, number>();
  /** What buttons are called that did something. */
  readonly #tools = new Set<string>();
  /** Names of ways that are not to be taken again. */
  readonly #vain = new Set<string>();

  add(open: Open): void {
    this.#open.push({ ...open, isByName: isByName(open) });
  }

  /** A button that does something in one row does it in the others, and leads nowhere. */
  giveUpAlike({ way: { item } }: Open): void {
    this.#tools.add(toolOf(item));
  }

  /** A way of this name leads nowhere, from whatever screen. */
  giveUp(open: Open): void {
    this.#vain.add(wayName(open));
  }

  /**
   * Takes the best open way out. A way with the same name as one that was taken from the same state is the same way. Null where none is
   * worth trying.
   * @param state of the present screen
   * @param tries how many ways were taken in vain. The longer the search, the less what was reached first is believed
   */
  take(performer: Performer, state: string, tries: number): Open | null {
    const order = (open: Open & { isByName: boolean }) =>
      this.#worth(open, performer, tries) + (isHere(open, performer) ? stayingBonus : 0);
    const ranked = this.#open.map((open) => ({ open, order: order(open) })).sort((a, b) => b.order - a.order);
    for (const { open } of ranked) {
      const isWorthIt = this.#worth(open, performer, tries) >= least.way || performer.isThorough;
      this.#open.splice(this.#open.indexOf(open), 1);
      const from = isHere(open, performer) ? state : open.path.length;
      const key = `${from} ${open.way.how} ${placeOf(open.way.item)}`;
      if (!isWorthIt || this.#taken.has(key) || this.#vain.has(wayName(open)) || this.#isTool(open)) continue;
      this.#taken.add(key);
      this.#takenBefore.set(wayName(open), (this.#takenBefore.get(wayName(open)) ?? 0) + 1);
      return open;
    }
    return null;
  }

  #isTool = ({ way: { item } }: Open) => item.kind === 'button' && this.#tools.has(toolOf(item));

  #worth(open: Open & { isByName: boolean }, { isFilmed }: Performer, tries: number): number {
    const { path, way } = open;
    const before = this.#takenBefore.get(wayName(open)) ?? 0;
    const hope = way.confidence * 0.9 ** path.length * 0.45 ** before;
    return (
      (open.isByName ? 1 : onlyByText) *
        ((progress(open) + (isHomeOfKind(open) ? homeBonus : 0)) *
          Math.max(0, 1 - tries / 12) *
          0.45 ** before +
          hope) +
      // A rehearsal may try the navigation first. In a film, what is there already is opened.
      (isFilmed && way.opens.length > 0 ? 1 : 0)
    );
  }
}

/** “Hide education on my profile” does what “Hide about on my profile” does. */
const toolOf = ({ name }: Item) => {
  const all = words(name).map(({ stem }) => stem);
  return all.length > 3 ? [all[0], ...all.slice(-2)].join(' ') : name;
};

/** "The review of Ann" is among the reviews, and where something else of Ann is found first, it is not there. */
const isHomeOfKind = ({ path, way: { features } }: Open) =>
  path.length === 0 && features.isNavigation === 1 && features.kind >= 0.8;
/** As much as something that is opened, and a little more. */
const homeBonus = 1.1;

export const isHere = ({ path }: Open, performer: Performer) =>
  path.length === performer.path.length && path.every((act, index) => act === performer.path[index]);

/** What was opened or selected on the way is kept: all that can be reached from there comes first, and what opens as much elsewhere. */
function progress({ path, way }: Open): number {
  const opened = [
    ...path.flatMap(({ opens }) => opens),
    ...(way.confidence >= least.press || way.how !== 'press' ? way.opens : []),
  ];
  return leadsAway(way.features) ? 0 : new Set(opened).size;
}

/** Navigation that was there before leads away from what was opened. */
const leadsAway = ({ isNavigation, isSettings, isNew }: WayCandidate['features']) =>
  isNew === 0 && (isNavigation === 1 || isSettings > 0);

/**
 * Whether all that a way opens is called as the prompt says. A row that only has the words somewhere in its text, such as a person with the
 * title that an opening has, may be about something else: where the thing has a place of its own, that is looked at first.
 */
function isByName({ path, way, screen }: Open): boolean {
  const acts = [
    ...path.map(({ item, before, opens }) => ({ item, screen: before, opens })),
    { ...way, screen },
  ];
  return acts.every(({ item, screen, opens }) => {
    const row = rowOf(screen, item);
    return (
      !row ||
      opens.every(
        (mention) =>
          mention.name === null ||
          // A row of bookings says its host as loudly as its guest.
          [item.name, row.name, ...(isPerson(mention) ? [] : row.also)].some(
            (name) => fitOf(mention, name) >= leastFit,
          ) ||
          !hasPlaceOfItsOwn(mention, screen),
      )
    );
  });
}

/**
 * Whether the navigation leads to a thing, or to things of its kind: “Travel” for the label that a message has, “Openings” for an opening,
 * while the list of people is shown, and “Team” for Ann Lee, who is the host of a booking.
 */
const hasPlaceOfItsOwn = (mention: Mention, screen: Screen) =>
  screen.items.some(
    (item) =>
      item.isPressable &&
      (item.kind === 'tab' ||
        columnsOf(screen).has(item) ||
        ownersOf(screen, item).some(({ kind }) => kind === 'navigation' || kind === 'tabs')) &&
      (fitOf(mention, item.name) >= 0.95 ||
        (!item.isSelected &&
          (mention.kind === ''
            ? isPerson(mention) && sharesTopic('people', item.name)
            : saysHead(mention.kind, item.name)))),
  );

/** What rows have alike is one way in all rows but those that the deed names. */
const wayName = ({ way: { item, features, how }, screen }: Open) =>
  `${how} ${item.kind} ${item.name} ${features.otherThing === 1 ? '' : (screen.things[item.owner]?.name ?? '')}`;
