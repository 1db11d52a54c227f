import type { Dialog, Page } from 'puppeteer-core';
import { isOnSite } from '../../site.ts';
import type { Memory } from '../page/in-page/reader.ts';
import type { PageClient } from '../page/page-client.ts';
import type { PageView } from '../page/view.ts';
import type { WriteHold } from '../plan.ts';
import { ShotList } from '../storyboard/shot-list.ts';
import type { Shot } from '../storyboard/shots.ts';
import type { ClauseContext } from './context.ts';
import { LivePage, type LivePageOptions, navigationMs } from './live-page.ts';

/**
 * A rehearsal plays a prompt's actions on the live page, off camera, because the content of a menu and the target of a link are
 * known only once these are open. Nothing is submitted, paid, deleted or signed out of, and what a press would write is held. Afterwards
 * the page is put back.
 */
export interface Rehearsal {
  shots: readonly Shot[];
  /** The page as it is after the last action that was played. */
  view: PageView;
  /** What the prompt asked for and the page does not have, in the prompt's words. */
  unmet: readonly string[];
}

/** What the request allows and asks for, as far as it does not depend on the page. */
export interface Rehearsed extends LivePageOptions {
  durationMs: number;
  signal: AbortSignal;
  submits: boolean;
  said: string;
}

/** @param run acts on the page. Whatever it changes there is undone afterwards */
export async function rehearse(
  client: PageClient,
  view: PageView,
  given: Rehearsed,
  run: (context: ClauseContext) => Promise<void>,
): Promise<Rehearsal> {
  const watch = silence(client.page);
  const home = view.url;
  const { writeHold, durationMs, submits, said } = given;
  const memory = writeHold ? null : await client.call('memory');
  const page = new LivePage(client, view, given);
  const storyboard = new ShotList();
  const request = { durationMs, submits, said };
  try {
    await run({ page, storyboard, request, clause: { isLast: false, actionsAhead: 0 } });
  } finally {
    if (page.isTouched && !given.signal.aborted) await putBack(client, home, writeHold ?? memory, view);
    watch.stop();
  }
  return { shots: storyboard.shots, view: page.view, unmet: storyboard.unmet };
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
