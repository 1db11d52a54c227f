import { setTimeout as sleep } from 'node:timers/promises';
import { isOnSite } from '../../site.ts';
import { within } from '../page/deadline.ts';
import { observe } from '../page/observe.ts';
import type { PageClient } from '../page/page-client.ts';
import type { Control, PageView } from '../page/view.ts';
import type { WriteHold } from '../plan.ts';
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
  writeHold: WriteHold | undefined;
}

const settleMs = 1500;
const menuMs = 250;
export const navigationMs = 8000;
/** The rehearsal waits no longer for a handler that keeps the page busy. */
const pressMs = 3000;

/** The page that a rehearsal acts on, as it was read after the last act, and how the film stands on it. */
export class LivePage implements Stage {
  readonly style: Style;
  readonly #client: PageClient;
  readonly #options: LivePageOptions;
  #view: PageView;
  #aim: Aim;
  #top: number;
  #heldBack = 0;
  #isTouched = false;
  #hovered: string | null = null;
  #filledForm: number | null = null;

  constructor(client: PageClient, view: PageView, options: LivePageOptions) {
    this.style = options.style;
    this.#client = client;
    this.#options = options;
    this.#view = view;
    this.#aim = aimWith(client);
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
  get isTouched(): boolean {
    return this.#isTouched;
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
    await this.#touch();
    const { siteUrl, heldBack } = this.#options;
    const { url: before, scroll } = this.#view;
    const heldBefore = heldBack?.() ?? 0;
    const answered = await perform(this.#client, move, this.#view);
    const wasHeldBack = (heldBack?.() ?? 0) > heldBefore;
    if (wasHeldBack) this.#heldBack++;
    const stayed = answered && !wasHeldBack && isOnSite(urlOf(this.#client, before), siteUrl);
    if (!stayed && !wasHeldBack) await this.#client.navigate(before, navigationMs);
    await this.#look();
    if (this.#view.url.split('#')[0] !== before.split('#')[0]) this.#top = 0;
    // A link within the page scrolled it there, and will do so in the film as well.
    else if (move.control.inPage && this.#view.scroll.y !== scroll.y) this.#top = this.#view.scroll.y;
    return stayed;
  }

  /** Loads an address of the site again. No shot is added for it. */
  async goBack(url: string): Promise<void> {
    await this.#touch();
    // An application that has changed only its fragment would keep what it shows, so a blank page is loaded in between.
    await this.#client.navigate('about:blank', navigationMs);
    await this.#client.navigate(url, navigationMs);
    await this.#look();
    this.#top = 0;
  }

  /** The hold begins with the first act: until then the page may write what it always does. */
  async #touch(): Promise<void> {
    if (!this.#isTouched) await this.#options.writeHold?.begin();
    this.#isTouched = true;
  }

  async #look(): Promise<void> {
    await this.#client.refresh();
    this.#view = await observe(this.#client, this.#options.siteUrl);
    this.#aim = aimWith(this.#client);
  }
}

async function perform(client: PageClient, move: Move, view: PageView): Promise<boolean> {
  const { control } = move;
  try {
    if (move.kind === 'change') await client.call('fill', control.id, move.value ?? '');
    else if (control.newTab && control.href) await client.navigate(control.href, navigationMs);
    else await within(client.call('press', control.id), pressMs);
  } catch {
    // A press that unloads its own page gives no answer. Whether it worked is found out by reading the page.
  }
  // The content of a menu is often created, or fetched, only when it opens.
  if (move.kind === 'press' && control.purpose === 'menu') await sleep(menuMs);
  const travels = move.kind === 'press' && control.href !== null && !control.inPage;
  await client.settle(travels ? navigationMs : settleMs);
  const { hash } = new URL(control.href ?? view.url);
  if (control.inPage && hash !== '') await client.call('arrive', hash, view.scroll.y).catch(() => undefined);
  return !travels || urlOf(client, view.url) !== view.url || control.href === view.url;
}

const urlOf = ({ page }: PageClient, otherwise: string) =>
  page.url() === '' || page.url() === 'about:blank' ? otherwise : page.url();
