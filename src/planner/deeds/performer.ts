import { setTimeout as sleep } from 'node:timers/promises';
import { isOnSite } from '../../site.ts';
import { within } from '../page/deadline.ts';
import type { Memory } from '../page/in-page/reader.ts';
import type { PageClient } from '../page/page-client.ts';
import { perceive } from '../page/perceive.ts';
import type { Item, Screen } from '../page/screen.ts';
import type { WriteHold } from '../plan.ts';
import type { Mention } from '../prompt/deed.ts';
import type { Aim } from '../storyboard/aim.ts';
import type { Target } from '../storyboard/shots.ts';
import { sameItem } from './chain.ts';
import type { DecisionLog } from './decisions.ts';
import type { Reached } from './mentions.ts';

/** What is done to an item of the screen, and why. */
export interface Act {
  do: 'press' | 'double-press' | 'type' | 'set' | 'enter';
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
  /** The screen before it. */
  before: Screen;
  leavesPage: boolean;
  /** How many writes the application tried. */
  wrote: number;
}

export interface Outcome {
  before: Screen;
  after: Screen;
  /** Something that can be seen is different. */
  changed: boolean;
  /** How many writes the application tried. */
  wrote: number;
}

/** Acts on the page off camera, looks after each act, and can go back to any point of the way it came. */
export class Performer {
  readonly #client: PageClient;
  readonly #home: string;
  readonly #memory: Memory | null;
  readonly #options: PerformerOptions;
  #screen: Screen;
  #path: Performed[] = [];
  #acts = 0;
  /** An act that is not on the path may have left a trace on the page. */
  #strayed = false;
  #isHolding = false;

  private constructor(client: PageClient, screen: Screen, memory: Memory | null, options: PerformerOptions) {
    this.#client = client;
    this.#screen = screen;
    this.#home = screen.url;
    this.#memory = memory;
    this.#options = options;
  }

  static async on(client: PageClient, options: PerformerOptions): Promise<Performer> {
    const memory = await client.call('memory');
    return new Performer(client, await perceive(client), memory, options);
  }

  get screen(): Screen {
    return this.#screen;
  }
  get path(): readonly Performed[] {
    return this.#path;
  }
  /** Acts so far, with those that were undone. */
  get acts(): number {
    return this.#acts;
  }
  /** Where somebody wants to know what is decided. */
  get decisions(): DecisionLog | undefined {
    return this.#options.decisions;
  }
  /** The mentions that the way so far has opened or selected, each with the screen before it was. */
  get reached(): Reached {
    const reached = new Map<Mention, Screen>();
    for (const { opens, before } of this.#path)
      for (const mention of opens) if (!reached.has(mention)) reached.set(mention, before);
    return reached;
  }

  /** Whether an act from the given place of the path on made the application write. */
  wroteSince(start: number): boolean {
    return this.#path.slice(start).some(({ wrote }) => wrote > 0);
  }

  async act(act: Act): Promise<Outcome> {
    this.#options.signal.throwIfAborted();
    this.#acts++;
    const before = this.#screen;
    const { item } = act;
    const target = await this.#options.aim().control({ ...item, role: item.role ?? item.kind });
    const { writeHold } = this.#options;
    if (!this.#isHolding) await writeHold?.begin();
    this.#isHolding = true;
    const wroteBefore = writeHold?.heldWrites ?? 0;
    await this.#perform(act);
    await this.#look();
    if (!isOnSite(this.#screen.url, this.#home)) {
      await this.#leaveAside();
      return { before, after: this.#screen, changed: false, wrote: 0 };
    }
    const after = this.#screen;
    const leavesPage = after.url.split('#')[0] !== before.url.split('#')[0];
    const wrote = (writeHold?.heldWrites ?? 0) - wroteBefore;
    this.#path.push({ ...act, target, before, leavesPage, wrote });
    return { before, after, changed: leavesPage || fingerprint(before) !== fingerprint(after), wrote };
  }

  /** An act that led away from the site is none: the way so far is gone again. */
  async #leaveAside(): Promise<void> {
    this.#strayed = true;
    await this.retrace(this.#path);
  }

  /** Looks again after a while: for what the application shows a moment later. */
  async lookAfter(ms: number): Promise<Screen> {
    await sleep(ms, undefined, { signal: this.#options.signal });
    await this.#look();
    return this.#screen;
  }

  /** Takes the last act out of the film. The page stays as it is: for acts that changed nothing. */
  forgetLast(): void {
    this.#path.pop();
    this.#strayed = true;
  }

  /** Goes back to where the first `length` acts have led. */
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
      const item = sameItem(this.#screen, act.before, act.item);
      if (!item) return false;
      await this.#perform({ ...act, item });
      await this.#look();
      this.#path.push(act);
    }
    return true;
  }

  /** Puts the page, and what it keeps in this browser, back to where it was at the beginning. */
  async reset(): Promise<void> {
    const restore = async () => {
      if (this.#memory) await this.#client.call('restore', this.#memory);
    };
    await restore().catch(() => undefined);
    await this.#client.navigate('about:blank', navigationMs);
    await this.#client.navigate(this.#home, navigationMs);
    await restore().catch(() => undefined);
    this.#path = [];
    this.#strayed = false;
    await this.#look();
  }

  /** Puts the page back for good: what the application tried to write meanwhile is dropped. */
  async putBack(): Promise<void> {
    if (!this.#isHolding) return;
    const { writeHold } = this.#options;
    if (!writeHold) return this.reset();
    await writeHold.end();
    await this.#client.navigate(this.#home, navigationMs);
  }

  async #perform({ do: how, item, value }: Act): Promise<void> {
    const client = this.#client;
    try {
      if (how === 'type' || how === 'set') await client.call('fill', item.id, value ?? '');
      else if (how === 'enter') await within(client.call('enter', item.id), pressMs);
      else if (how === 'double-press') await within(client.call('doublePress', item.id), pressMs);
      else await within(client.call('press', item.id), pressMs);
    } catch {
      this.#options.signal.throwIfAborted();
      // A press that unloads its own page gives no answer. Whether it worked is found out by looking.
    }
    if (how === 'press') await sleep(40);
    await client.settle(item.href === null ? settleMs : navigationMs);
  }

  async #look(): Promise<void> {
    try {
      this.#screen = await perceive(this.#client);
    } catch {
      this.#options.signal.throwIfAborted();
      await this.#client.refresh();
      this.#screen = await perceive(this.#client);
    }
  }
}

export interface PerformerOptions {
  aim: () => Aim;
  signal: AbortSignal;
  /** Holds back what the application would write. */
  writeHold: WriteHold | undefined;
  decisions?: DecisionLog | undefined;
}

const settleMs = 900;
const navigationMs = 8000;
/** The rehearsal waits no longer for a handler that keeps the page busy. */
const pressMs = 3000;

/** All that tells one state of a screen from another. */
export function fingerprint({ url, items, things }: Screen): string {
  const stated = items.map(
    ({ kind, name, value, isOn, isSelected, isExpanded, isDisabled }) =>
      `${kind}${name}=${value}${isOn ? '+' : ''}${isSelected ? '*' : ''}${isExpanded ? 'v' : ''}${isDisabled ? '-' : ''}`,
  );
  const selected = things
    .filter(({ isSelected }) => isSelected)
    .map(({ kind, name, text }) => `${kind}${name || text.slice(0, 40)}`);
  return `${url}|${stated.join('|')}|${selected.join()}`;
}
