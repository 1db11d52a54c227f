import { setTimeout as sleep } from 'node:timers/promises';
import { isOnSite } from '../../site.ts';
import { observe } from '../page/observe.ts';
import { navigationMs, type TriedPage } from '../page/off-camera.ts';
import type { Control, PageView } from '../page/view.ts';
import { type Aim, aimWith } from '../storyboard/aim.ts';
import type { Stage } from '../storyboard/stage.ts';
import type { Style } from '../storyboard/style.ts';

/** One action on the page that the rehearsal plays. */
export interface Move {
  kind: 'press' | 'change';
  control: Control;
  value?: string;
}

export interface LivePageOptions {
  style: Style;
  siteUrl: string;
  heldBack: (() => number) | undefined;
}

const settleMs = 1500;
const menuMs = 250;

/** The page that a rehearsal acts on, as it was read after the last act, and how the film stands on it. */
export class LivePage implements Stage {
  readonly style: Style;
  readonly #tried: TriedPage;
  readonly #options: LivePageOptions;
  #view: PageView;
  #aim: Aim;
  #top: number;
  #heldBack = 0;
  #hovered: string | null = null;
  #filledForm: number | null = null;

  constructor(tried: TriedPage, view: PageView, options: LivePageOptions) {
    this.style = options.style;
    this.#tried = tried;
    this.#options = options;
    this.#view = view;
    this.#aim = aimWith(tried.client);
    this.#top = view.scroll.y;
  }

  get view(): PageView {
    return this.#view;
  }
  get aim(): Aim {
    return this.#aim;
  }
  /** How far the film has scrolled: an estimate, good enough to know what is on the screen. */
  get top(): number {
    return this.#top;
  }
  /** How many moves so far would have left the site. The page was kept on the site, so such a move has no visible effect. */
  get heldBack(): number {
    return this.#heldBack;
  }
  /** The name of the control that the mouse rests on to keep a menu open. */
  get hovered(): string | null {
    return this.#hovered;
  }
  /** The form that was filled last. */
  get filledForm(): number | null {
    return this.#filledForm;
  }

  scrolledTo(top: number): void {
    this.#top = top;
  }
  rests(on: string | null): void {
    this.#hovered = on;
  }
  filled(form: number | null): void {
    this.#filledForm = form;
  }

  /** Plays a move and reads the page again. False where the page would have left the site, or gave no answer. */
  async play(move: Move): Promise<boolean> {
    const { client } = this.#tried;
    const { siteUrl, heldBack } = this.#options;
    const { url: before, scroll } = this.#view;
    const heldBefore = heldBack?.() ?? 0;
    const answered = await perform(this.#tried, move, this.#view);
    const wasHeldBack = (heldBack?.() ?? 0) > heldBefore;
    if (wasHeldBack) this.#heldBack++;
    const stayed = answered && !wasHeldBack && isOnSite(urlOf(this.#tried, before), siteUrl);
    if (!stayed && !wasHeldBack) await client.navigate(before, navigationMs);
    await this.#look();
    if (this.#view.url.split('#')[0] !== before.split('#')[0]) this.#top = 0;
    // A link within the page scrolled it there, and will do so in the film as well.
    else if (move.control.inPage && this.#view.scroll.y !== scroll.y) this.#top = this.#view.scroll.y;
    return stayed;
  }

  /** Loads an address of the site again. No shot is added for it. */
  async goBack(url: string): Promise<void> {
    await this.#tried.touch();
    await this.#tried.load(url);
    await this.#look();
    this.#top = 0;
  }

  async #look(): Promise<void> {
    const { client } = this.#tried;
    await client.refresh();
    this.#view = await observe(client, this.#options.siteUrl);
    this.#aim = aimWith(client);
  }
}

async function perform(tried: TriedPage, move: Move, view: PageView): Promise<boolean> {
  const { control } = move;
  const { client } = tried;
  if (move.kind === 'change') await tried.act('fill', control.id, move.value ?? '');
  else if (control.newTab && control.href) await follow(tried, control.href);
  else await tried.act('press', control.id);
  // The content of a menu is often created, or fetched, only when it opens.
  if (move.kind === 'press' && control.purpose === 'menu') await sleep(menuMs);
  const travels = move.kind === 'press' && control.href !== null && !control.inPage;
  await client.settle(travels ? navigationMs : settleMs);
  const { hash } = new URL(control.href ?? view.url);
  if (control.inPage && hash !== '') await client.call('arrive', hash, view.scroll.y).catch(() => undefined);
  return !travels || urlOf(tried, view.url) !== view.url || control.href === view.url;
}

/** A link that would open a window is followed in this one. */
async function follow(tried: TriedPage, href: string): Promise<void> {
  await tried.touch();
  await tried.client.navigate(href, navigationMs).catch(() => undefined);
}

const urlOf = ({ client }: TriedPage, otherwise: string) =>
  client.page.url() === '' || client.page.url() === 'about:blank' ? otherwise : client.page.url();
