import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialog, Page } from 'puppeteer-core';
import { isOnSite } from '../../site.ts';
import { within } from '../page/deadline.ts';
import type { Memory } from '../page/in-page/reader.ts';
import { observe } from '../page/observe.ts';
import type { PageClient } from '../page/page-client.ts';
import type { PageView } from '../page/view.ts';
import type { WriteHold } from '../plan.ts';
import { aimWith } from '../storyboard/aim.ts';
import type { Shot } from '../storyboard/shots.ts';
import type { Style } from '../storyboard/style.ts';
import type { Move, Rehearsing } from './context.ts';

/**
 * A rehearsal plays a prompt's actions on the live page, off camera, because the content of a menu and the target of a link are
 * known only once these are open. Nothing is submitted, paid, deleted or signed out of, and what a press would write is held. Afterwards
 * the page is put back.
 */
export interface Rehearsal {
  shots: Shot[];
  /** The page as it is after the last action that was played. */
  view: PageView;
  /** What the prompt asked for and the page does not have, in the prompt's words. */
  unmet: string[];
}

const settleMs = 1500;
const menuMs = 250;
const navigationMs = 8000;
/** The rehearsal waits no longer for a handler that keeps the page busy. */
const pressMs = 3000;

/** What the request allows and asks for, as far as it does not depend on the page. */
export interface Rehearsed {
  style: Style;
  siteUrl: string;
  durationMs: number;
  signal: AbortSignal;
  submits: boolean;
  said: string;
  heldBack: (() => number) | undefined;
  writeHold: WriteHold | undefined;
}

/** @param run acts on the page. Whatever it changes there is undone afterwards */
export async function rehearse(
  client: PageClient,
  view: PageView,
  given: Rehearsed,
  run: (context: Rehearsing) => Promise<void>,
): Promise<Rehearsal> {
  const shots: Shot[] = [];
  const unmet: string[] = [];
  const watch = silence(client.page);
  const home = view.url;
  const memory = given.writeHold ? null : await client.call('memory');
  const { writeHold } = given;
  let touched = false;
  // The hold begins with the first act: until then the page may write what it always does.
  const touch = async () => {
    if (!touched) await writeHold?.begin();
    touched = true;
  };
  const look = async () => {
    await client.refresh();
    context.view = await observe(client, given.siteUrl);
    context.aim = aimWith(client);
  };
  const context: Rehearsing = {
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
    get heldWrites() {
      return writeHold?.heldWrites ?? 0;
    },
    add: (shot) => shots.push(shot),
    miss: (words) => unmet.push(words),
    async play(move) {
      await touch();
      const { url: before, scroll } = context.view;
      const heldBefore = given.heldBack?.() ?? 0;
      const answered = await perform(client, move, context.view);
      const wasHeldBack = (given.heldBack?.() ?? 0) > heldBefore;
      if (wasHeldBack) context.heldBack++;
      const stayed = answered && !wasHeldBack && isOnSite(await urlOf(client, before), given.siteUrl);
      if (!stayed && !wasHeldBack) await client.navigate(before, navigationMs);
      await look();
      if (context.view.url.split('#')[0] !== before.split('#')[0]) context.top = 0;
      // A link within the page scrolled it there, and will do so in the film as well.
      else if (move.control.inPage && context.view.scroll.y !== scroll.y) context.top = context.view.scroll.y;
      return stayed;
    },
    async goBack(url) {
      await touch();
      // An application that has changed only its fragment would keep what it shows, so a blank page is loaded in between.
      await client.navigate('about:blank', navigationMs);
      await client.navigate(url, navigationMs);
      await look();
      context.top = 0;
    },
  };
  try {
    await run(context);
  } finally {
    if (touched && !given.signal.aborted) await putBack(client, home, writeHold ?? memory, view);
    watch.stop();
  }
  return { shots, view: context.view, unmet };
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
  return !travels || (await urlOf(client, view.url)) !== view.url || control.href === view.url;
}

async function urlOf(client: PageClient, otherwise: string): Promise<string> {
  return client.page.url() === '' || client.page.url() === 'about:blank' ? otherwise : client.page.url();
}

/** Dismisses dialogs, since an alert would block the page for good, and closes windows that the page opens. */
export function silence(page: Page): { stop(): void } {
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

/** Restores the page, its storage and its scroll position. */
async function putBack(
  client: PageClient,
  url: string,
  kept: WriteHold | Memory | null,
  view: PageView,
): Promise<void> {
  if (kept && 'end' in kept) {
    await kept.end();
    await client.navigate(url, navigationMs);
  } else await loadWith(client, url, kept);
  await client.call('scrollTo', view.scroll.x, view.scroll.y);
}

/** Loads `url` with what `memory` has stored, where nobody holds what the page writes. */
async function loadWith(client: PageClient, url: string, memory: Memory | null): Promise<void> {
  const restore = async () => {
    if (memory && isOnSite(client.page.url(), url)) await client.call('restore', memory);
  };
  await restore().catch(() => undefined);
  // An address that differs only in its fragment would scroll and not load. By way of a blank page it is loaded anew.
  await client.navigate('about:blank', navigationMs);
  await client.navigate(url, navigationMs);
  await restore().catch(() => undefined);
}
