import type { PageClient } from '../../page/page-client.ts';
import { perceive } from '../../page/perceive.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import { aimWith } from '../../storyboard/aim.ts';
import type { Target } from '../../storyboard/shots.ts';
import { keyOf, newItems, ownersOf } from '../candidates/chain.ts';
import type { DecisionLog } from '../candidates/decisions.ts';
import type { Reached } from '../candidates/mentions/scope.ts';

/** What is done to an item of the screen, and why. */
export interface Act {
  /** `menu-press` is done with the other button: it opens the menu that the application has for what is pressed. */
  do: 'press' | 'double-press' | 'menu-press' | 'type' | 'set' | 'enter';
  item: Item;
  value?: string;
  /** `way`: leads to where the deed is done. `field`: gives a field its value. `deed`: is the deed itself. `finish`: saves or sends it. */
  part: 'way' | 'field' | 'deed' | 'finish';
  /** What viewers see happen, in words. */
  what: string;
  /** The mentions of the prompt that the act opens or selects. */
  opens: Mention[];
}

/** An act that was performed, with what the film needs to do it again. */
export interface Performed extends Act {
  target: Target;
  /** What the cursor has to rest on before the item is drawn: its row. Null where it is drawn anyway. */
  hovered: Target | null;
  /** The screen before it. */
  before: Screen;
  leavesPage: boolean;
  /** How many writes the application tried. */
  wrote: number;
}

/** A screen, and the way to it. */
export interface SeenScreen {
  screen: Screen;
  path: readonly Performed[];
}

export interface Outcome {
  before: Screen;
  after: Screen;
  /** Something that can be seen is different. */
  changed: boolean;
  /** How many writes the application tried. */
  wrote: number;
}

/** Acts on the page and looks after each act. */
export interface Performer {
  readonly screen: Screen;
  readonly path: readonly Performed[];
  /** The page has come here by more acts than those of the path. */
  readonly isAside: boolean;
  /** The mentions that the way so far has opened or selected, each with the screen before it was. */
  readonly reached: Reached;
  /** Viewers see each act, what it writes is written, and nothing can be taken back. */
  readonly isFilmed: boolean;
  /** What is less sure is not done, and no way is taken of which less is hoped. */
  readonly least: { done: number; way: number };
  /** Where somebody wants to know what is decided. */
  readonly decisions?: DecisionLog | undefined;
  /** Searches try links that have none of the words as well. */
  readonly isThorough?: boolean;
  /** A clock for searches, in ms. Off camera it counts what acts usually take, so that a busy machine finds what a quiet one finds. */
  readonly workMs: number;
  /** What was seen in the application until now, once `explore` has looked around in it. Empty before. */
  readonly explored: readonly SeenScreen[];
  /** Notes how sure a search is of what it has found here. */
  believe?(confidence: number): void;
  /** Whether an act from the given place of the path on made the application write. */
  wroteSince(start: number): boolean;
  act(act: Act): Promise<Outcome>;
  /** Looks again after a while: for what the application shows a moment later. */
  lookAfter(ms: number): Promise<Screen>;
  /** What turned out to be open or selected since the last act. */
  noteOpened(mentions: readonly Mention[]): void;
  /** Leaves acts out of the path that the next one does not need. The page stays as it is. */
  stepAside(path: readonly Performed[]): void;
  /** Takes the last act out of the path. The page stays as it is: for acts that changed nothing. */
  forgetLast(): void;
  /** Remembers what a list offers that shows it only while it is open. Later screens have it as the list's options. Only off camera. */
  learn?(list: Item, offered: readonly string[]): void;
  /** Closes what has opened above the page, and looks. Only off camera: viewers need not see it. */
  close?(how: 'escape' | 'aside'): Promise<void>;
  /**
   * Goes back in the browser's history to where a screen was seen since the page was loaded. Only off camera. What the page did without a
   * new address stays done.
   * @returns false where the page was loaded anew since, or nothing in between has an entry of its own
   */
  revisit?(screen: Screen): Promise<boolean>;
  /** Goes back to where the first `length` acts have led. False where that is not possible. */
  returnTo(length: number): Promise<boolean>;
  /** Goes to where the acts of a path have led. False where that is not possible. */
  retrace(path: readonly Performed[]): Promise<boolean>;
}

/** What is on the screen now. A document that is new gets a reader first. */
export async function look(client: PageClient, signal: AbortSignal): Promise<Screen> {
  try {
    return await perceive(client);
  } catch {
    signal.throwIfAborted();
    await client.refresh();
    return perceive(client);
  }
}

/** Where the cursor has to go for an act on an item. */
export async function aimAt(
  client: PageClient,
  screen: Screen,
  item: Item,
): Promise<Pick<Performed, 'target' | 'hovered'>> {
  const aim = aimWith(client);
  const inner = pressableIn(item, screen).map(({ name }) => name);
  const target = await aim.control({ ...item, role: item.role ?? item.kind }, inner);
  const row = item.needsHover ? ownersOf(screen, item).find(({ kind }) => kind !== 'page') : undefined;
  return { target, hovered: row ? await aim.control({ ...row, role: row.kind }) : null };
}

/** What else can be pressed in an item, as the cells of a table or the buttons of a card. */
export const pressableIn = ({ id, box: { x, y, width, height } }: Item, { items }: Screen): Item[] =>
  items.filter(
    ({ id: inner, isPressable, box }) =>
      isPressable &&
      inner !== id &&
      box.width * box.height < width * height &&
      box.x >= x - 1 &&
      box.y >= y - 1 &&
      box.x + box.width <= x + width + 1 &&
      box.y + box.height <= y + height + 1,
  );

/** An act that has opened or selected more than was known when it was done. */
export function withOpened(act: Performed, mentions: readonly Mention[]): Performed {
  const opens = [...new Set([...act.opens, ...mentions])];
  return opens.length > act.opens.length ? { ...act, opens } : act;
}

/** What has become of the screen after an act. */
export function outcomeOf(before: Screen, after: Screen, wrote: number): Outcome & { leavesPage: boolean } {
  const leavesPage = after.url.split('#')[0] !== before.url.split('#')[0];
  return {
    before,
    after,
    changed: leavesPage || fingerprint(before) !== fingerprint(after),
    wrote,
    leavesPage,
  };
}

/**
 * Whether an act has led to another view: most of what is there was not there before. Some applications keep on the server which view is open, so
 * that going there writes, and is no deed for that.
 */
export function isAnotherView({ before, after }: Pick<Outcome, 'before' | 'after'>): boolean {
  if (before.url.split('#')[0] !== after.url.split('#')[0]) return true;
  const fresh = newItems({ before, after }, keyOf).length;
  return fresh >= leastFresh && fresh > shareOfView * after.items.length;
}
const leastFresh = 6;
const shareOfView = 0.5;

/** All that tells one state of a screen from another. */
export function fingerprint({ url, items, things, grounds }: Screen): string {
  const stated = items.map(
    ({ kind, name, value, isOn, isSelected, isExpanded, isDisabled }) =>
      `${kind}${name}=${value}${isOn ? '+' : ''}${isSelected ? '*' : ''}${isExpanded ? 'v' : ''}${isDisabled ? '-' : ''}`,
  );
  const selected = things
    .filter(({ isSelected }) => isSelected)
    .map(({ kind, name, text }) => `${kind}${name || text.slice(0, 40)}`);
  return `${url}|${stated.join('|')}|${selected.join()}|${grounds.join()}`;
}
