import type { CDPSession } from 'puppeteer-core';
import { RecordingFault } from '../../contract/fault.ts';
import { settled, sleep, within } from '../deadline.ts';
import type { Loss } from '../loss.ts';
import { type CapturedFrame, type CaptureView, capturedFrame, type FrameClock } from './frame-clock.ts';
import type { Screen } from './screen.ts';

// A frame that takes longer than this will not come: the page's own code holds its thread.
const stuckMs = 20_000;
// Few pages take this long for a frame, and those lose 16 ms of their time by it.
const lateMs = 2_000;
// Off camera nothing is lost by it, and a document that is just replaced often needs it.
const lateOffCameraMs = 50;
const stuck = 'The page stopped responding while it was being filmed.';
// Off camera, while the page waits for something: a frame of its time for each 16 ms of ours, so that slow servers do not meet
// hurried timers.
const offCameraStepMs = 1000 / 60;
// A second frame at what is, for the page, the same moment; ticks must grow.
const sameMomentMs = 0.05;
const jpeg = { format: 'jpeg', quality: 90 } as const;
const monotonicTicksMs = () => Number(process.hrtime.bigint()) / 1e6;

interface BeginFrameOptions {
  screen: Screen;
  fps: number;
  /** The tab is gone (crash, abort), which ends every wait at once. */
  loss: Loss;
  /** What the browser's answers name a picture. */
  pictureOf: (name: string) => Buffer;
  /** Whether something is under way to the page that takes real time. */
  isWaiting: () => boolean;
  /** Whether the document is being replaced. */
  isNavigating: () => boolean;
}

/**
 * Chromium draws exactly when asked, and on camera its clock moves by exactly one frame a frame, however slow the
 * machine is. A page that does not change costs half a millisecond a frame: it is asked for its damage first.
 */
export class BeginFrameClock implements FrameClock {
  readonly kind = 'begin-frame';
  readonly #cdp: CDPSession;
  readonly #screen: Screen;
  readonly #stepMs: number;
  readonly #loss: Loss;
  readonly #pictureOf: (name: string) => Buffer;
  readonly #isWaiting: () => boolean;
  readonly #isNavigating: () => boolean;
  // The monotonic clock as Chromium counts it: ticks in the past freeze animations, ticks going back hang.
  #momentMs = monotonicTicksMs();
  #lastTickMs = 0;
  #rolling = false;
  #last: Buffer | null = null;
  #still = false;
  #pending: Promise<unknown> = Promise.resolve();
  #pumping: Promise<void> = Promise.resolve();

  constructor(cdp: CDPSession, { screen, fps, loss, pictureOf, isWaiting, isNavigating }: BeginFrameOptions) {
    this.#cdp = cdp;
    this.#screen = screen;
    this.#stepMs = 1000 / fps;
    this.#loss = loss;
    this.#pictureOf = pictureOf;
    this.#isWaiting = isWaiting;
    this.#isNavigating = isNavigating;
  }

  get nowMs(): number {
    return this.#momentMs;
  }

  async idle(ms: number): Promise<void> {
    const frames = Math.max(1, Math.ceil(ms / offCameraStepMs));
    await this.#pumping;
    for (let i = 0; i < frames; i++) await this.#pump(this.#rolling && !this.#isWaiting());
  }

  async during<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const finish = () => {
      done = true;
    };
    const settledWork = work.then(finish, finish);
    // A page that hangs draws nothing for a long time: who waits for `work` with a deadline need not wait for that.
    await Promise.race([this.#pumping, settledWork]);
    while (!done) {
      this.#pumping = this.#pump();
      await Promise.race([this.#pumping, settledWork]);
    }
    return work;
  }

  // Frames at the same moment: what only needs a frame (the accessibility tree) is answered, and nothing moves.
  async freeze<T>(work: Promise<T>): Promise<T> {
    if (!this.#rolling) return this.during(work);
    let done = false;
    const finish = () => {
      done = true;
    };
    work.then(finish, finish);
    await this.#loss.orElse(settled(work, 3));
    while (!done) {
      if ((await this.#draw()).hasDamage) this.#still = false;
      await sleep(4);
    }
    return work;
  }

  async roll(): Promise<void> {
    await this.hurry();
    this.cut();
  }

  async hurry(): Promise<void> {
    await this.#pumping;
    if (this.#rolling) return;
    this.#rolling = true;
    const { virtualTimeTicksBase } = await this.#answer(
      this.#cdp.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
    );
    this.#momentMs = Math.max(this.#momentMs, virtualTimeTicksBase, monotonicTicksMs());
  }

  cut(): void {
    this.#last = null;
    this.#still = false;
  }

  async frame(view: CaptureView): Promise<CapturedFrame | null> {
    if (!this.#rolling) throw new Error('A frame can only be taken on camera.');
    await this.#pumping;
    if (await this.#screen.show(view)) this.cut();
    await this.#advance(this.#stepMs);
    this.#momentMs += this.#stepMs;
    if (this.#still && !(await this.#draw()).hasDamage) return null;
    const { screenshotData } = await this.#draw(true);
    return this.#keep(screenshotData === undefined ? null : this.#pictureOf(screenshotData), view);
  }

  // Two equal pictures in a row: the page has come to rest. Chromium reports damage once more after a picture, so that
  // report is asked for here, within the same moment, and thrown away; the next one can be believed.
  async #keep(jpeg: Buffer | null, view: CaptureView): Promise<CapturedFrame | null> {
    if (jpeg === null && this.#last === null)
      throw new RecordingFault('browser', 'The browser drew no picture.', { retryable: true });
    if (jpeg === null || this.#last?.equals(jpeg)) {
      await this.#draw();
      this.#still = true;
      return null;
    }
    this.#still = false;
    this.#last = jpeg;
    return capturedFrame(jpeg, view);
  }

  async #pump(hurries = false): Promise<void> {
    const startedMs = performance.now();
    if (this.#rolling) {
      await this.#advance(offCameraStepMs);
      this.#momentMs += offCameraStepMs;
    } else this.#momentMs = Math.max(this.#momentMs, monotonicTicksMs());
    this.#still = false;
    if (!(this.#rolling && this.#isNavigating())) await this.#draw(false, lateOffCameraMs);
    const leftMs = offCameraStepMs - (performance.now() - startedMs);
    await sleep(hurries ? 0 : Math.max(1, leftMs));
  }

  // The answer can get lost when the document is replaced in that very moment; asked again, the new one answers.
  async #advance(budget: number): Promise<void> {
    for (const waitMs of [1_000, 4_000, stuckMs])
      if (await this.#loss.orElse(this.#spend(budget, waitMs))) return;
    throw new RecordingFault('page_crashed', stuck, { retryable: true });
  }

  /** @returns whether so much of the page's time has passed within `waitMs` of ours. */
  async #spend(budget: number, waitMs: number): Promise<boolean> {
    const spent = new Promise<void>((done) =>
      this.#cdp.once('Emulation.virtualTimeBudgetExpired', () => done()),
    );
    await this.#answer(this.#cdp.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget }));
    return settled(spent, waitMs);
  }

  // A turned wheel can hold a frame up until a timer of the page's own has run, and on camera none runs between frames: on a
  // busy machine 3 of 100 films of a page that scrolls by the wheel stood still for good. A little of the page's time frees it
  // (16 ms do, 1 ms does not).
  async #freed<T>(drawn: Promise<T>, afterMs: number): Promise<T> {
    for (let waitedMs = 0; waitedMs < stuckMs; waitedMs += afterMs) {
      if (!this.#rolling || (await settled(drawn, afterMs))) break;
      await this.#spend(offCameraStepMs, afterMs);
    }
    return drawn;
  }

  /** Only one frame may be pending in a target, so frames queue up here. */
  async #draw(picture = false, afterMs = lateMs) {
    const drawn = this.#pending
      .catch(() => undefined)
      .then(() => {
        this.#lastTickMs = Math.max(this.#momentMs, this.#lastTickMs + sameMomentMs);
        return this.#cdp.send('HeadlessExperimental.beginFrame', {
          frameTimeTicks: this.#lastTickMs,
          interval: this.#stepMs,
          ...(picture && { screenshot: jpeg }),
        });
      });
    this.#pending = drawn;
    return this.#answer(this.#freed(drawn, afterMs));
  }

  async #answer<T>(work: Promise<T>): Promise<T> {
    try {
      return await this.#loss.orElse(within(work, stuckMs, stuck, 'page_crashed'));
    } catch (cause) {
      if (cause instanceof RecordingFault) throw cause;
      throw new RecordingFault('browser', 'The browser ended while it was filming.', {
        retryable: true,
        cause,
      });
    }
  }
}
