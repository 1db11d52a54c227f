import { setTimeout as sleep } from 'node:timers/promises';
import { isOnSite } from '../../site.ts';
import { navigationMs, type TriedPage } from '../page/off-camera.ts';
import { perceive } from '../page/perceive.ts';
import type { Item, Screen } from '../page/screen.ts';
import type { Mention } from '../prompt/deed.ts';
import { aimWith } from '../storyboard/aim.ts';
import type { Target } from '../storyboard/shots.ts';
import { ownersOf, sameItem } from './chain.ts';
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
  /** What the cursor has to rest on before the item is drawn: its row. Null where it is drawn anyway. */
  hovered: Target | null;
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
  readonly #tried: TriedPage;
  #screen: Screen;
  #path: Performed[] = [];
  /** An act that is not on the path may have left a trace on the page. */
  #strayed = false;
  #isAside = false;

  /** Where somebody wants to know what is decided. */
  readonly decisions: DecisionLog | undefined;

  private constructor(tried: TriedPage, screen: Screen, decisions?: DecisionLog) {
    this.#tried = tried;
    this.#screen = screen;
    this.decisions = decisions;
  }

  static async on(tried: TriedPage, decisions?: DecisionLog): Promise<Performer> {
    return new Performer(tried, await perceive(tried.client), decisions);
  }

  get screen(): Screen {
    return this.#screen;
  }
  get path(): readonly Performed[] {
    return this.#path;
  }
  /** The page has come here by more acts than those of the path. */
  get isAside(): boolean {
    return this.#isAside;
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
    this.#tried.signal.throwIfAborted();
    const before = this.#screen;
    const { item } = act;
    const aim = aimWith(this.#tried.client);
    const target = await aim.control({ ...item, role: item.role ?? item.kind });
    const row = item.needsHover ? ownersOf(before, item).find(({ kind }) => kind !== 'page') : undefined;
    const hovered = row ? await aim.control({ ...row, role: row.kind }) : null;
    const wroteBefore = this.#tried.heldWrites;
    await this.#perform(act);
    await this.#look();
    if (!isOnSite(this.#screen.url, this.#tried.home)) {
      await this.#leaveAside();
      return { before, after: this.#screen, changed: false, wrote: 0 };
    }
    const after = this.#screen;
    const leavesPage = after.url.split('#')[0] !== before.url.split('#')[0];
    const wrote = this.#tried.heldWrites - wroteBefore;
    this.#path.push({ ...act, target, hovered, before, leavesPage, wrote });
    return { before, after, changed: leavesPage || fingerprint(before) !== fingerprint(after), wrote };
  }

  /** An act that led away from the site is none: the way so far is gone again. */
  async #leaveAside(): Promise<void> {
    this.#strayed = true;
    await this.retrace(this.#path);
  }

  /** Looks again after a while: for what the application shows a moment later. */
  async lookAfter(ms: number): Promise<Screen> {
    await sleep(ms, undefined, { signal: this.#tried.signal });
    await this.#look();
    return this.#screen;
  }

  /** What turned out to be open or selected since the last act. */
  noteOpened(mentions: readonly Mention[]): void {
    const last = this.#path.pop();
    if (!last) return;
    const opens = [...new Set([...last.opens, ...mentions])];
    this.#path.push(opens.length > last.opens.length ? { ...last, opens } : last);
  }

  /** Takes the last act out of the film. The page stays as it is: for acts that changed nothing. */
  forgetLast(): void {
    this.#path.pop();
    this.#strayed = true;
  }

  /** Leaves acts out of the film that the next one does not need. The page stays as it is. */
  stepAside(path: readonly Performed[]): void {
    this.#path = [...path];
    this.#strayed = true;
    this.#isAside = true;
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
    await this.#tried.reload();
    this.#path = [];
    this.#strayed = false;
    this.#isAside = false;
    await this.#look();
  }

  async #perform({ do: how, item, value }: Act): Promise<void> {
    if (how === 'type' || how === 'set') await this.#tried.act('fill', item.id, value ?? '');
    else await this.#tried.act(how === 'double-press' ? 'doublePress' : how, item.id);
    if (how === 'press') await sleep(40);
    await this.#tried.client.settle(item.href === null ? settleMs : navigationMs);
  }

  async #look(): Promise<void> {
    try {
      this.#screen = await perceive(this.#tried.client);
    } catch {
      this.#tried.signal.throwIfAborted();
      await this.#tried.client.refresh();
      this.#screen = await perceive(this.#tried.client);
    }
  }
}

const settleMs = 900;

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
