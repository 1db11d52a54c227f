import type { Dialog, Page } from 'puppeteer-core';
import { isOnSite } from '../../site.ts';
import type { WriteHold } from '../plan.ts';
import { within } from './deadline.ts';
import type { WayToAct } from './in-page/hand.ts';
import type { Memory } from './in-page/reader.ts';
import type { PageClient } from './page-client.ts';
import type { PageView } from './view.ts';

export interface OffCameraOptions {
  signal: AbortSignal;
  /** Undefined where nobody holds what the page would write. */
  writeHold?: WriteHold | undefined;
}

/** Acts on a page off camera. Whatever that changes on the page is undone afterwards. */
export async function offCamera<T>(
  client: PageClient,
  before: Pick<PageView, 'url' | 'scroll'>,
  options: OffCameraOptions,
  run: (tried: TriedPage) => Promise<T>,
): Promise<T> {
  const quiet = silence(client.page);
  const tried = new TriedPage(client, before, options);
  try {
    return await run(tried);
  } finally {
    if (!options.signal.aborted) await tried.putBack();
    quiet.stop();
  }
}

export const navigationMs = 8000;
/** Nobody waits longer for a handler that keeps the page busy. */
const pressMs = 3000;

/** A page that acts are tried out on. What they would write is held from the first act on: until then the page may write what it always does. */
export class TriedPage {
  readonly client: PageClient;
  readonly home: string;
  readonly #scroll: { x: number; y: number };
  readonly #options: OffCameraOptions;
  #isTouched = false;
  /** What the page had stored before the first act. */
  #memory: Memory | null = null;

  constructor(
    client: PageClient,
    { url, scroll }: Pick<PageView, 'url' | 'scroll'>,
    options: OffCameraOptions,
  ) {
    this.client = client;
    this.home = url;
    this.#scroll = scroll;
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }
  /** How many writes were held so far. */
  get heldWrites(): number {
    return this.#options.writeHold?.heldWrites ?? 0;
  }

  /** @returns false where the element is gone: an application that draws itself anew puts another one in its place */
  async act(how: Exclude<WayToAct, 'fill'>, id: number): Promise<boolean>;
  async act(how: 'fill', id: number, value: string): Promise<boolean>;
  async act(how: WayToAct, id: number, value = ''): Promise<boolean> {
    await this.touch();
    try {
      const acting = this.client.call('actOn', id, how, value);
      return await (how === 'fill' ? acting : within(acting, pressMs));
    } catch {
      this.signal.throwIfAborted();
      // A press that unloads its own page gives no answer. Whether it worked is found out by looking.
      return true;
    }
  }

  /** Whether an element is still on the page. */
  isThere(id: number): Promise<boolean> {
    return this.client.call('isThere', id).catch(() => false);
  }

  /** Closes a menu or a dialog as people do who did not want it. */
  async close(how: 'escape' | 'aside'): Promise<void> {
    await this.touch();
    await (how === 'escape' ? this.client.page.keyboard.press('Escape') : this.client.call('pressAside'));
  }

  async touch(): Promise<void> {
    if (this.#isTouched) return;
    this.#isTouched = true;
    this.#memory = await this.client.call('memory');
    await this.#options.writeHold?.begin();
  }

  /** Loads an address anew. */
  async load(url: string): Promise<void> {
    // An address that differs only in its fragment would scroll and not load. By way of a blank page it is loaded.
    const load = async () => {
      await this.client.leave(navigationMs);
      await this.client.navigate(url, navigationMs);
    };
    const { writeHold } = this.#options;
    await (writeHold ? writeHold.whileLoading(load) : load());
  }

  /** Loads the first page anew, with what it had stored. */
  async reload(): Promise<void> {
    await this.#restore();
    await this.load(this.home);
    await this.#restore();
  }

  /** Restores the page, its storage and its scroll position. What was held is dropped. */
  async putBack(): Promise<void> {
    if (!this.#isTouched) return;
    const { writeHold } = this.#options;
    await writeHold?.end();
    if (writeHold) await this.client.navigate(this.home, navigationMs);
    else await this.reload();
    await this.client.call('scrollTo', this.#scroll.x, this.#scroll.y);
  }

  async #restore(): Promise<void> {
    const { page } = this.client;
    if (this.#memory && isOnSite(page.url(), this.home))
      await this.client.call('restore', this.#memory).catch(() => undefined);
  }
}

/** Dismisses dialogs, since an alert would block the page for good, and closes windows that the page opens. */
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
