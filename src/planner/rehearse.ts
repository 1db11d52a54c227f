import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialog, Page } from 'puppeteer-core';
import { isOnSite } from '../site.ts';
import { actClause } from './act.ts';
import { aimWith } from './aim.ts';
import { type Clause, isAction } from './clauses.ts';
import { within } from './deadline.ts';
import type { Lens } from './lens.ts';
import { observe } from './observe.ts';
import type { Memory } from './page/reader.ts';
import type { Shot } from './shots.ts';
import type { Stage } from './stage.ts';
import type { Style } from './style.ts';
import type { Control, PageView } from './view.ts';

/**
 * Plays a prompt's actions through on the live page, off camera: what a menu holds or a link leads to is only known
 * once it is open. Nothing is submitted, paid, deleted or signed out of; afterwards the page is put back.
 */
export interface Rehearsal {
  shots: Shot[];
  /** The page as it is after the last action that was played. */
  view: PageView;
  /** What the prompt asked for and the page does not have, in its words. */
  unmet: string[];
}

/** An action on the page that was planned, for the rehearsal to play. */
export interface Move {
  kind: 'press' | 'change';
  control: Control;
  value?: string;
}

/** The parts that clauses are acted on with; `view` and `aim` change as the page does. */
export interface Rehearsing extends Stage {
  /** Beats and a reason for one clause become a shot. */
  add(shot: Shot): void;
  /** What was added so far; whoever goes back takes off what led nowhere. */
  readonly shots: Shot[];
  /** Opens an address of the site again, off the record. */
  goBack(url: string): Promise<void>;
  miss(words: string): void;
  /** Plays a move and looks again; false where the page did not come along (left the site, no answer). */
  play(move: Move): Promise<boolean>;
  /** How many moves so far would have left the site: the page was held back, and nothing of them can be seen. */
  heldBack: number;
  /** How far the film has scrolled, near enough to know what is on the screen. */
  top: number;
  durationMs: number;
  /** How many actions come after the one at hand. */
  ahead: number;
  /** The prompt says that a form is sent. */
  submits: boolean;
  /** What the prompt asks for, in its words. */
  said: string;
  /** The form that was filled last. */
  form: number | null;
  last: boolean;
  /** Name of what the mouse rests on to keep a menu open. */
  hovering: string | null;
}

const settleMs = 1500;
const menuMs = 250;
const navigationMs = 8000;
/** A handler that keeps the page busy for longer is left alone. */
const pressMs = 3000;

/** What the prompt allows and asks for, as far as it does not depend on the page. */
export interface Rehearsed {
  style: Style;
  siteUrl: string;
  durationMs: number;
  signal: AbortSignal;
  submits: boolean;
  said: string;
  heldBack: (() => number) | undefined;
}

/** The clauses of a prompt, one after the other. */
export const inTurn = (clauses: Clause[], signal: AbortSignal) => async (at: Rehearsing) => {
  for (const [index, clause] of clauses.entries()) {
    signal.throwIfAborted();
    at.last = index === clauses.length - 1;
    at.ahead = clauses.slice(index + 1).filter(isAction).length;
    await actClause(at, clause);
  }
};

/** @param run acts on the page; whatever it has done to it is undone afterwards */
export async function rehearse(
  lens: Lens,
  view: PageView,
  given: Rehearsed,
  run: (at: Rehearsing) => Promise<void>,
): Promise<Rehearsal> {
  const shots: Shot[] = [];
  const unmet: string[] = [];
  const watch = silence(lens.page);
  const home = view.url;
  const memory = await lens.call('memory');
  let touched = false;
  const look = async () => {
    await lens.refresh();
    at.view = await observe(lens, given.siteUrl);
    at.aim = aimWith(lens);
  };
  const at: Rehearsing = {
    view,
    aim: aimWith(lens),
    style: given.style,
    top: view.scroll.y,
    durationMs: given.durationMs,
    submits: given.submits,
    said: given.said,
    form: null,
    last: false,
    ahead: 0,
    hovering: null,
    shots,
    heldBack: 0,
    add: (shot) => shots.push(shot),
    miss: (words) => unmet.push(words),
    async play(move) {
      touched = true;
      const { url: before, scroll } = at.view;
      const heldBefore = given.heldBack?.() ?? 0;
      const answered = await perform(lens, move, at.view);
      const held = (given.heldBack?.() ?? 0) > heldBefore;
      if (held) at.heldBack++;
      const stayed = answered && !held && isOnSite(await urlOf(lens, before), given.siteUrl);
      if (!stayed && !held) await lens.navigate(before, navigationMs);
      await look();
      if (at.view.url.split('#')[0] !== before.split('#')[0]) at.top = 0;
      // A link within the page brought it there, in the rehearsal as it will in the film.
      else if (move.control.inPage && at.view.scroll.y !== scroll.y) at.top = at.view.scroll.y;
      return stayed;
    },
    async goBack(url) {
      touched = true;
      // An application that changed its fragment alone would keep what it shows.
      await lens.navigate('about:blank', navigationMs);
      await lens.navigate(url, navigationMs);
      await look();
      at.top = 0;
    },
  };
  try {
    await run(at);
  } finally {
    if (touched && !given.signal.aborted) await putBack(lens, home, memory, view);
    watch.stop();
  }
  return { shots, view: at.view, unmet };
}

async function perform(lens: Lens, move: Move, view: PageView): Promise<boolean> {
  const { control } = move;
  try {
    if (move.kind === 'change') await lens.call('fill', control.id, move.value ?? '');
    else if (control.newTab && control.href) await lens.navigate(control.href, navigationMs);
    else await within(lens.call('press', control.id), pressMs);
  } catch {
    // A press that tears its own page down gives no answer; whether it worked is seen by looking.
  }
  // What a menu holds is often made, or fetched, only then.
  if (move.kind === 'press' && control.purpose === 'menu') await sleep(menuMs);
  const travels = move.kind === 'press' && control.href !== null && !control.inPage;
  await lens.settle(travels ? navigationMs : settleMs);
  const { hash } = new URL(control.href ?? view.url);
  if (control.inPage && hash !== '') await lens.call('arrive', hash, view.scroll.y).catch(() => undefined);
  return !travels || (await urlOf(lens, view.url)) !== view.url || control.href === view.url;
}

async function urlOf(lens: Lens, otherwise: string): Promise<string> {
  return lens.page.url() === '' || lens.page.url() === 'about:blank' ? otherwise : lens.page.url();
}

/** Alerts would block the page for good, and a window that opens is none of ours. */
function silence(page: Page): { stop(): void } {
  const dismiss = (dialog: Dialog) => void dialog.dismiss().catch(() => undefined);
  const shut = (popup: Page | null) => void popup?.close().catch(() => undefined);
  page.on('dialog', dismiss);
  page.on('popup', shut);
  return {
    stop() {
      page.off('dialog', dismiss);
      page.off('popup', shut);
    },
  };
}

/** The page, what it remembers and where it was scrolled to are as before. */
async function putBack(lens: Lens, url: string, memory: Memory | null, view: PageView): Promise<void> {
  const restore = async () => {
    if (memory && isOnSite(lens.page.url(), url)) await lens.call('restore', memory);
  };
  await restore().catch(() => undefined);
  // An address that differs in its fragment alone would only scroll; going by way of a blank page loads it anew.
  await lens.navigate('about:blank', navigationMs);
  await lens.navigate(url, navigationMs);
  await restore().catch(() => undefined);
  await lens.call('scrollTo', view.scroll.x, view.scroll.y);
}
