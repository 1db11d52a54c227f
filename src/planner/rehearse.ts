import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialog, Page } from 'puppeteer-core';
import { isOnSite } from '../site.ts';
import { aimWith } from './aim.ts';
import type { Move, Rehearsing } from './context.ts';
import { within } from './deadline.ts';
import { observe } from './observe.ts';
import type { Memory } from './page/reader.ts';
import type { PageClient } from './page-client.ts';
import type { Shot } from './shots.ts';
import type { Style } from './style.ts';
import type { PageView } from './view.ts';

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

/** @param run acts on the page; whatever it has done to it is undone afterwards */
export async function rehearse(
  client: PageClient,
  view: PageView,
  given: Rehearsed,
  run: (at: Rehearsing) => Promise<void>,
): Promise<Rehearsal> {
  const shots: Shot[] = [];
  const unmet: string[] = [];
  const watch = silence(client.page);
  const home = view.url;
  const memory = await client.call('memory');
  let touched = false;
  const look = async () => {
    await client.refresh();
    at.view = await observe(client, given.siteUrl);
    at.aim = aimWith(client);
  };
  const at: Rehearsing = {
    view,
    aim: aimWith(client),
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
      const answered = await perform(client, move, at.view);
      const held = (given.heldBack?.() ?? 0) > heldBefore;
      if (held) at.heldBack++;
      const stayed = answered && !held && isOnSite(await urlOf(client, before), given.siteUrl);
      if (!stayed && !held) await client.navigate(before, navigationMs);
      await look();
      if (at.view.url.split('#')[0] !== before.split('#')[0]) at.top = 0;
      // A link within the page brought it there, in the rehearsal as it will in the film.
      else if (move.control.inPage && at.view.scroll.y !== scroll.y) at.top = at.view.scroll.y;
      return stayed;
    },
    async goBack(url) {
      touched = true;
      // An application that changed its fragment alone would keep what it shows.
      await client.navigate('about:blank', navigationMs);
      await client.navigate(url, navigationMs);
      await look();
      at.top = 0;
    },
  };
  try {
    await run(at);
  } finally {
    if (touched && !given.signal.aborted) await putBack(client, home, memory, view);
    watch.stop();
  }
  return { shots, view: at.view, unmet };
}

async function perform(client: PageClient, move: Move, view: PageView): Promise<boolean> {
  const { control } = move;
  try {
    if (move.kind === 'change') await client.call('fill', control.id, move.value ?? '');
    else if (control.newTab && control.href) await client.navigate(control.href, navigationMs);
    else await within(client.call('press', control.id), pressMs);
  } catch {
    // A press that tears its own page down gives no answer; whether it worked is seen by looking.
  }
  // What a menu holds is often made, or fetched, only then.
  if (move.kind === 'press' && control.purpose === 'menu') await sleep(menuMs);
  const travels = move.kind === 'press' && control.href !== null && !control.inPage;
  await client.settle(travels ? navigationMs : settleMs);
  const { hash } = new URL(control.href ?? view.url);
  if (control.inPage && hash !== '') await client.call('arrive', hash, view.scroll.y).catch(() => undefined);
  return !travels || (await urlOf(client, view.url)) !== view.url || control.href === view.url;
}

async function urlOf(client: PageClient, otherwise: string): Promise<string> {
  return client.page.url() === '' || client.page.url() === 'about:blank' ? otherwise : client.page.url();
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
async function putBack(
  client: PageClient,
  url: string,
  memory: Memory | null,
  view: PageView,
): Promise<void> {
  const restore = async () => {
    if (memory && isOnSite(client.page.url(), url)) await client.call('restore', memory);
  };
  await restore().catch(() => undefined);
  // An address that differs in its fragment alone would only scroll; going by way of a blank page loads it anew.
  await client.navigate('about:blank', navigationMs);
  await client.navigate(url, navigationMs);
  await restore().catch(() => undefined);
  await client.call('scrollTo', view.scroll.x, view.scroll.y);
}
