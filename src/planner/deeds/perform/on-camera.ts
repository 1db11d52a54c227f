import type { PageClient } from '../../page/page-client.ts';
import type { Screen } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import { sameItem } from '../candidates/chain.ts';
import type { Reached } from '../candidates/mentions/scope.ts';
import {
  type Act,
  aimAt,
  look,
  type Outcome,
  outcomeOf,
  type Performed,
  type Performer,
  withOpened,
} from './performer.ts';
import { reachedBy } from './reached-by.ts';

/** Has acts and rests filmed. */
export interface Camera {
  /** @returns how many writes the page sent because of it: one stands for all */
  film(act: Performed): Promise<number>;
  rest(ms: number): Promise<void>;
}

/** What a film does cannot be taken back. A way that leads nowhere is seen, and does no harm. */
const leastFilmed = { done: 0.5, way: 0.4 };

/** Acts in the film itself: each act is filmed at once, and what it has led to is looked at before the next. Nothing is tried out. */
export class OnCamera implements Performer {
  readonly isFilmed = true;
  readonly isAside = false;
  readonly explored = [];
  #takesWays = true;
  readonly #client: PageClient;
  readonly #camera: Camera;
  readonly #signal: AbortSignal;
  #path: Performed[] = [];
  #screen: Screen;

  private constructor(client: PageClient, screen: Screen, camera: Camera, signal: AbortSignal) {
    this.#client = client;
    this.#screen = screen;
    this.#camera = camera;
    this.#signal = signal;
  }

  static async on(client: PageClient, camera: Camera, signal: AbortSignal): Promise<OnCamera> {
    return new OnCamera(client, await look(client, signal), camera, signal);
  }

  get least() {
    return this.#takesWays ? leastFilmed : { ...leastFilmed, way: Number.POSITIVE_INFINITY };
  }
  /** Whether to look beyond what is on the screen. */
  set takesWays(takes: boolean) {
    this.#takesWays = takes;
  }
  get screen(): Screen {
    return this.#screen;
  }
  get path(): readonly Performed[] {
    return this.#path;
  }
  get reached(): Reached {
    return reachedBy(this.#path, this.screen);
  }
  get workMs(): number {
    return performance.now();
  }

  wroteSince(start: number): boolean {
    return this.#path.slice(start).some(({ wrote }) => wrote > 0);
  }

  async act(act: Act): Promise<Outcome> {
    const before = this.#screen;
    // Aimed at as it stands now: what was looked at a moment ago may have been drawn anew since.
    const now = await this.#look();
    const item = sameItem(now, before, act.item) ?? act.item;
    const aimed = await aimAt(this.#client, now, item);
    const performed = { ...act, ...aimed, item, before, leavesPage: false, wrote: 0 };
    const wrote = await this.#camera.film(performed);
    const { leavesPage, ...outcome } = outcomeOf(before, await this.#look(), wrote);
    this.#path.push({ ...performed, leavesPage, wrote });
    return outcome;
  }

  async lookAfter(ms: number): Promise<Screen> {
    await this.#camera.rest(ms);
    return this.#look();
  }

  noteOpened(mentions: readonly Mention[]): void {
    const last = this.#path.pop();
    if (last) this.#path.push(withOpened(last, mentions));
  }

  stepAside(path: readonly Performed[]): void {
    this.#path = [...path];
  }

  forgetLast(): void {
    this.#path.pop();
  }

  async returnTo(length: number): Promise<boolean> {
    return length === this.#path.length;
  }

  async retrace(path: readonly Performed[]): Promise<boolean> {
    return path.length === this.#path.length && path.every((act, index) => act === this.#path[index]);
  }

  async #look(): Promise<Screen> {
    this.#screen = await look(this.#client, this.#signal);
    return this.#screen;
  }
}
