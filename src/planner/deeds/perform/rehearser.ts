import { setTimeout as sleep } from 'node:timers/promises';
import { isOnSite } from '../../../site.ts';
import { navigationMs, type TriedPage } from '../../page/off-camera.ts';
import { perceive } from '../../page/perceive.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import { rowOf, sameItem } from '../candidates/chain.ts';
import type { DecisionLog } from '../candidates/decisions.ts';
import type { Reached } from '../candidates/mentions/scope.ts';
import { least } from '../candidates/weights.ts';
import { Offers } from './offers.ts';
import { isOfOtherRow } from './other-row.ts';
import {
  type Act,
  aimAt,
  look,
  type Outcome,
  outcomeOf,
  type Performed,
  type Performer,
  type SeenScreen,
  withOpened,
} from './performer.ts';
import { reachedBy } from './reached-by.ts';
import { SeenScreens } from './seen.ts';

interface RehearserOptions {
  decisions?: DecisionLog | undefined;
  isThorough?: boolean;
}

/** What an act is done to, where it is aimed at, and whether it is not there any more. */
interface Aim {
  item: Item;
  aimed: Awaited<ReturnType<typeof aimAt>>;
  isGone: boolean;
}

/** Acts off camera, and can go back to any point of the way it came. */
export class Rehearser implements Performer {
  readonly isFilmed = false;
  readonly least = { done: 0, way: least.way };
  readonly #tried: TriedPage;
  #screen: Screen;
  #path: Performed[] = [];
  #attempts = 0;
  /** An act that is not on the path may have left a trace on the page. */
  #strayed = false;
  #isAside = false;
  #workMs = 0;
  /** The screens that ways have led to so far. */
  readonly seen: SeenScreens;
  /** `explore` has looked around in the application. */
  hasExplored = false;

  /** The entry of the browser's history at which each screen was seen since the page was loaded. */
  #entries = new WeakMap<Screen, number>();

  /** How sure each search was of what it found, by the length of the path that led there. */
  readonly #beliefs = new Map<number, number>();

  /** What lists offer that were looked into. */
  readonly #offers = new Offers();

  readonly decisions: DecisionLog | undefined;
  readonly isThorough: boolean;

  private constructor(tried: TriedPage, screen: Screen, { decisions, isThorough = false }: RehearserOptions) {
    this.#tried = tried;
    this.#screen = screen;
    this.seen = new SeenScreens(screen);
    this.decisions = decisions;
    this.isThorough = isThorough;
  }

  static async on(tried: TriedPage, options: RehearserOptions = {}): Promise<Rehearser> {
    return new Rehearser(tried, await perceive(tried.client), options);
  }

  get screen(): Screen {
    return this.#screen;
  }
  get path(): readonly Performed[] {
    return this.#path;
  }
  get isAside(): boolean {
    return this.#isAside;
  }
  get reached(): Reached {
    return reachedBy(this.#path, this.#screen);
  }
  get explored(): readonly SeenScreen[] {
    return this.hasExplored ? this.seen.all : [];
  }
  get workMs(): number {
    return this.#workMs;
  }
  /** How many acts there were, with those that were undone, that were more than a way to somewhere. */
  get attempts(): number {
    return this.#attempts;
  }

  /** How sure the least sure of the searches was that led along the path. 1 where none did. */
  get sureness(): number {
    const onPath = [...this.#beliefs].filter(([length]) => length <= this.#path.length);
    return Math.min(1, ...onPath.map(([, confidence]) => confidence));
  }

  /** What an earlier search found at the same place was not it. */
  believe(confidence: number): void {
    for (const length of this.#beliefs.keys()) if (length >= this.#path.length) this.#beliefs.delete(length);
    this.#beliefs.set(this.#path.length, confidence);
  }

  wroteSince(start: number): boolean {
    return this.#path.slice(start).some(({ wrote }) => wrote > 0);
  }

  async act(asked: Act): Promise<Outcome> {
    this.#tried.signal.throwIfAborted();
    if (asked.part !== 'way') this.#attempts++;
    const seen = this.#screen;
    const wroteBefore = this.#tried.heldWrites;
    const { item, aimed, isGone } = await this.#performThere(asked);
    const act = { ...asked, item };
    if (isGone) {
      // Whoever tries in vain takes the act off the path.
      this.#path.push({ ...act, ...aimed, before: seen, leavesPage: false, wrote: 0 });
      return { before: seen, after: this.#screen, changed: false, wrote: 0 };
    }
    const before = this.#screen;
    await this.#look();
    if (!isOnSite(this.#screen.url, this.#tried.home)) {
      await this.#leaveAside();
      return { before, after: this.#screen, changed: false, wrote: 0 };
    }
    const wrote = this.#tried.heldWrites - wroteBefore;
    const { leavesPage, ...outcome } = outcomeOf(before, this.#screen, wrote);
    this.#path.push({ ...act, ...aimed, before, leavesPage, wrote });
    this.seen.add(this.#path, outcome);
    return outcome;
  }

  /** Does an act to what stands there now, also where that is drawn anew between the aiming and the act. */
  async #performThere(act: Act): Promise<Aim> {
    let { item } = act;
    for (let tries = 1; ; tries++) {
      const aim = await this.#aim(item);
      item = aim.item;
      if (aim.isGone || (await this.#perform({ ...act, item: aim.item }))) return aim;
      if (tries === mostAims) return { ...aim, isGone: true };
    }
  }

  /**
   * Aims at what stands there now: an application may draw a form anew a moment after something was written into it. It is gone also where
   * another row has the like of it.
   */
  async #aim(item: Item): Promise<Aim> {
    const before = this.#screen;
    const aimed = await aimAt(this.#tried.client, before, item);
    if (await this.#tried.isThere(item.id)) return { item, aimed, isGone: false };
    await this.#look();
    const again = sameItem(this.#screen, before, item);
    return again && rowOf(this.#screen, again)?.name === rowOf(before, item)?.name
      ? { item: again, aimed: await aimAt(this.#tried.client, this.#screen, again), isGone: false }
      : { item, aimed, isGone: true };
  }

  /** An act that led away from the site is none: the way so far is gone again. */
  async #leaveAside(): Promise<void> {
    this.#strayed = true;
    await this.retrace(this.#path);
  }

  async lookAfter(ms: number): Promise<Screen> {
    this.#workMs += ms;
    await sleep(ms, undefined, { signal: this.#tried.signal });
    await this.#look();
    return this.#screen;
  }

  noteOpened(mentions: readonly Mention[]): void {
    const last = this.#path.pop();
    if (last) this.#path.push(withOpened(last, mentions));
  }

  forgetLast(): void {
    this.#path.pop();
    this.#strayed = true;
  }

  stepAside(path: readonly Performed[]): void {
    this.#path = [...path];
    this.#strayed = true;
    this.#isAside = true;
  }

  learn = (list: Item, offered: readonly string[]) => this.#offers.learn(list, offered);

  async close(how: 'escape' | 'aside'): Promise<void> {
    this.#workMs += usualMs.act;
    await this.#tried.close(how);
    await this.#tried.client.settle(closeMs);
    await this.#look();
    this.#strayed = true;
  }

  async revisit(screen: Screen): Promise<boolean> {
    const entry = this.#entries.get(screen);
    if (entry === undefined || entry === this.#entries.get(this.#screen)) return false;
    this.#workMs += usualMs.load;
    // Whoever goes on from an earlier entry loses the later ones.
    const isThere = await this.#tried.client.goToEntry(entry, navigationMs).then(
      () => true,
      () => false,
    );
    await this.#look();
    this.#strayed = true;
    return isThere;
  }

  returnTo(length: number): Promise<boolean> {
    return this.retrace(this.#path.slice(0, length));
  }

  /** Loads the page anew and does the acts of a path again. False where one of them is not possible any more. */
  async retrace(path: readonly Performed[]): Promise<boolean> {
    if (
      !this.#strayed &&
      path.length === this.#path.length &&
      path.every((act, index) => act === this.#path[index])
    )
      return true;
    await this.reset();
    for (const act of path) {
      const item = await this.#again(act);
      if (!item) return false;
      const isDone = await this.#perform({ ...act, item });
      if (!isDone && (await this.#performThere({ ...act, item })).isGone) return false;
      await this.#look();
      this.#path.push(act);
    }
    return true;
  }

  /** Finds the item of an act again. An application may draw it some time after its page has loaded. */
  async #again({ before, item }: Performed): Promise<Item | null> {
    for (let look = 0; ; look++) {
      const found = sameItem(this.#screen, before, item);
      if (found && !isOfOtherRow(found, this.#screen, item, before)) return found;
      if (look === mostLooks) return null;
      await this.lookAfter(lateMs);
    }
  }

  /** Puts the page, and what it keeps in this browser, back to where it was at the beginning. */
  async reset(): Promise<void> {
    this.#workMs += usualMs.load;
    await this.#tried.reload();
    this.#entries = new WeakMap();
    this.#path = [];
    this.#strayed = false;
    this.#isAside = false;
    await this.#look();
  }

  /** @returns false where what it was to be done to is gone */
  async #perform({ do: how, item, value }: Act): Promise<boolean> {
    this.#workMs += usualMs.act;
    const isThere = await (how === 'type' || how === 'set'
      ? this.#tried.act('fill', item.id, value ?? '')
      : this.#tried.act(inReader[how], item.id));
    if (!isThere) return false;
    if (how === 'press' || how === 'double-press' || how === 'menu-press') await sleep(40);
    await this.#tried.client.settle(item.href === null ? settleMs : navigationMs);
    return true;
  }

  async #look(): Promise<void> {
    this.#screen = this.#offers.onto(await look(this.#tried.client, this.#tried.signal));
    const entry = await this.#tried.client.historyEntry().catch(() => null); // The page may be busy.
    if (entry !== null) this.#entries.set(this.#screen, entry);
  }
}

const inReader = {
  press: 'press',
  'double-press': 'doublePress',
  'menu-press': 'menuPress',
  enter: 'enter',
} as const;
/** What an act and a new load of the page take on a quiet machine: 145 and 300 ms in 400 acts of 19 tasks, seven tenths of the time of their plans. */
const usualMs = { act: 150, load: 300 };
const settleMs = 900;
const closeMs = 300;
const mostLooks = 2;
/** How often an act is aimed anew where its element goes just before it. */
const mostAims = 3;
const lateMs = 500;
