import type { CDPSession } from 'puppeteer-core';
import type { Logger } from '../../../log.ts';
import { RecordingFault } from '../../contract/fault.ts';
import { monotonicMs, settled, sleep, within } from '../deadline.ts';
import type { TabLoss } from '../tab-loss.ts';
import { type CapturedFrame, type CaptureView, capturedFrame, type FrameClock } from './frame-clock.ts';
import type { Screen } from './screen.ts';

// A frame that takes longer than this will never come: the page's own code blocks its main thread.
const stuckMs = 20_000;
// A frame that takes longer than this is taken for held up, and the page is given 16 ms of its time. Few pages are this slow.
const heldUpMs = 2_000;
// Off camera the extra time costs no film, and a document that is just being replaced often needs it.
const heldUpOffCameraMs = 50;
// A frame that takes longer than this, while the page answers at once, is lost in the display process. A new one loses what a page has drawn with
// WebGL, so a machine that only stands still for some seconds must not bring it.
const lostMs = 12_000;
const pageAnswersMs = 500;
// Chromium ends itself when its display process has crashed several times in a few minutes.
const mostNewDisplays = 2;
// A new display process has no picture in its first frames.
const framesWithoutPicture = 10;
const stuckMessage = 'The page stopped responding while it was being filmed.';
// While the page waits for something off camera, 16 ms of its time pass in 16 ms of real time. If its time ran faster, its timers
// would overtake a slow server's answer.
const offCameraStepMs = 1000 / 60;
// Frame ticks must grow, so a second frame at the same moment of the page's time is asked for this much later.
const sameMomentMs = 0.05;
const screenshotFormat = { format: 'jpeg', quality: 90 } as const;
const monotonicTicksMs = () => Number(process.hrtime.bigint()) / 1e6;

interface BeginFrameOptions {
  screen: Screen;
  fps: number;
  /** Ends every wait at once when the tab is lost (crash, abort). */
  loss: TabLoss;
  /** Hands over the screenshot that an answer of the browser names. */
  takePicture: (name: string) => Buffer;
  /** Whether the page waits for something that arrives in real time. */
  isWaiting: () => boolean;
  /** Whether the document is being replaced. */
  isNavigating: () => boolean;
  log: Logger;
}

/**
 * The clock of a browser that draws on demand (`HeadlessExperimental.beginFrame`). On camera the page's time moves by exactly one
 * frame for each frame of the film, however slow the machine is. A page at rest is first asked whether anything has to be drawn
 * again (`hasDamage`), so a frame without a change costs half a millisecond.
 */
export class BeginFrameClock implements FrameClock {
  readonly kind = 'begin-frame';
  readonly #cdp: CDPSession;
  readonly #screen: Screen;
  readonly #stepMs: number;
  readonly #options: BeginFrameOptions;
  // On Chromium's monotonic clock. Ticks in the past freeze animations, and ticks that go back hang the browser.
  #pageTimeMs = monotonicTicksMs();
  #lastTickMs = 0;
  /** How much of the page's time has passed to release frames that were held up, and that no frame's tick has. */
  #unseenMs = 0;
  /** The page's time passes only when it is advanced from here. */
  #isVirtual = false;
  #lastPicture: Buffer | null = null;
  #atRest = false;
  /** The display process is new and has drawn no picture yet. */
  #isNewDisplay = false;
  #newDisplays = 0;
  #pending: Promise<unknown> = Promise.resolve();
  #drawing: Promise<void> = Promise.resolve();

  constructor(cdp: CDPSession, options: BeginFrameOptions) {
    this.#cdp = cdp;
    this.#screen = options.screen;
    this.#stepMs = 1000 / options.fps;
    this.#options = options;
  }

  get nowMs(): number {
    return this.#pageTimeMs;
  }

  async idle(ms: number): Promise<void> {
    const frames = Math.max(1, Math.ceil(ms / offCameraStepMs));
    await this.#drawing;
    for (let i = 0; i < frames; i++) await this.#drawOffCamera(this.#isVirtual && !this.#options.isWaiting());
  }

  async during<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const finish = () => {
      done = true;
    };
    const settledWork = work.then(finish, finish);
    // A page that hangs draws nothing for a long time. A caller whose `work` has a deadline must not wait for that frame.
    await Promise.race([this.#drawing, settledWork]);
    while (!done) {
      this.#drawing = this.#drawOffCamera();
      await Promise.race([this.#drawing, settledWork]);
    }
    return work;
  }

  // Draws frames at one moment of the page's time. Work that needs a frame (the accessibility tree) gets it, and nothing moves.
  async freeze<T>(work: Promise<T>): Promise<T> {
    if (!this.#isVirtual) return this.during(work);
    let done = false;
    const finish = () => {
      done = true;
    };
    work.then(finish, finish);
    await this.#options.loss.race(settled(work, 3));
    while (!done) {
      if ((await this.#beginFrame()).hasDamage) this.#atRest = false;
      await sleep(4);
    }
    return work;
  }

  // Chromium guesses the time of animations where the page's clock is ahead of the last frame, and then begins them at another time on
  // the screen than for scripts: of 22 pairs of films on a busy machine 4 differed by that.
  async drawNow(): Promise<void> {
    await this.#drawing;
    this.#pageTimeMs += this.#unseenMs;
    this.#unseenMs = 0;
    if ((await this.#beginFrame()).hasDamage) this.#atRest = false;
  }

  async roll(): Promise<void> {
    await this.hurry();
    this.cut();
  }

  async hurry(): Promise<void> {
    await this.#drawing;
    if (this.#isVirtual) return;
    this.#isVirtual = true;
    const { virtualTimeTicksBase } = await this.#withDeadline(
      this.#cdp.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
    );
    this.#pageTimeMs = Math.max(this.#pageTimeMs, virtualTimeTicksBase, monotonicTicksMs());
  }

  cut(): void {
    this.#lastPicture = null;
    this.#atRest = false;
  }

  async frame(view: CaptureView): Promise<CapturedFrame | null> {
    if (!this.#isVirtual) throw new Error('A frame can only be taken on camera.');
    await this.#drawing;
    if (await this.#screen.show(view)) this.cut();
    await this.#advance(this.#stepMs);
    this.#pageTimeMs += this.#stepMs;
    if (this.#atRest && !(await this.#beginFrame()).hasDamage) return null;
    const screenshotData = await this.#screenshot();
    return this.#frameUnlessUnchanged(
      screenshotData === undefined ? null : this.#options.takePicture(screenshotData),
      view,
    );
  }

  async #screenshot(): Promise<string | undefined> {
    for (let frames = 0; ; frames++) {
      const { screenshotData } = await this.#beginFrame(true);
      // A film without a first picture fails, and to ask again costs nothing. A preview on a busy machine once ended with that fault; the cause is
      // not known.
      const isNew = this.#isNewDisplay || this.#lastPicture === null;
      const mayStillCome = isNew && frames < framesWithoutPicture;
      if (screenshotData === undefined && mayStillCome) continue;
      this.#isNewDisplay = false;
      return screenshotData;
    }
  }

  // Two equal pictures in a row mean that the page has come to rest. Chromium reports damage once more after each picture. That
  // report is fetched and discarded here, within the same moment, so that the next report can be believed.
  async #frameUnlessUnchanged(jpeg: Buffer | null, view: CaptureView): Promise<CapturedFrame | null> {
    if (jpeg === null && this.#lastPicture === null)
      throw new RecordingFault('browser', 'The browser drew no picture.', { retryable: true });
    if (jpeg === null || this.#lastPicture?.equals(jpeg)) {
      await this.#beginFrame();
      this.#atRest = true;
      return null;
    }
    this.#atRest = false;
    this.#lastPicture = jpeg;
    return capturedFrame(jpeg, view);
  }

  async #drawOffCamera(hurries = false): Promise<void> {
    const startedMs = performance.now();
    if (this.#isVirtual) {
      await this.#advance(offCameraStepMs);
      this.#pageTimeMs += offCameraStepMs;
    } else this.#pageTimeMs = Math.max(this.#pageTimeMs, monotonicTicksMs());
    this.#atRest = false;
    if (!(this.#isVirtual && this.#options.isNavigating())) await this.#beginFrame(false, heldUpOffCameraMs);
    const leftMs = offCameraStepMs - (performance.now() - startedMs);
    await sleep(hurries ? 0 : Math.max(1, leftMs));
  }

  // The answer is lost when the document is replaced at that very moment. The new document answers when it is asked again.
  async #advance(budget: number): Promise<void> {
    for (const waitMs of [1_000, 4_000, stuckMs])
      if (await this.#options.loss.race(this.#advanceOnce(budget, waitMs))) return;
    throw new RecordingFault('page_crashed', stuckMessage, { retryable: true });
  }

  /** @returns whether `budget` ms of the page's time passed within `waitMs` of real time. */
  async #advanceOnce(budget: number, waitMs: number): Promise<boolean> {
    const spent = new Promise<void>((done) =>
      this.#cdp.once('Emulation.virtualTimeBudgetExpired', () => done()),
    );
    await this.#withDeadline(this.#cdp.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget }));
    return settled(spent, waitMs);
  }

  // Two things hold a frame up:
  // - A wheel event, until a timer of the page has run; on camera no timer runs between frames. On a busy machine 3 of 100 films of a
  //   page that scrolls by the wheel stopped for good. Advancing the page's time a little releases the frame: 16 ms are enough, 1 ms
  //   is not.
  // - The display process. It waits for ever where something of the page that draws by itself, such as a worker with a canvas, does
  //   not answer. Under load, 1 film in about 400 of a page with two videos stopped while the videos loaded: in real time, while
  //   the page answered at once. No time that passes in the page ends that, but a new display process does.
  async #unblocked<T>(drawn: Promise<T>, afterMs: number): Promise<T> {
    const startedMs = monotonicMs();
    let isLost = false;
    while (!isLost && monotonicMs() - startedMs < stuckMs) {
      if (await settled(drawn, afterMs)) break;
      if (this.#isVirtual && (await this.#advanceOnce(offCameraStepMs, afterMs)))
        this.#unseenMs += offCameraStepMs;
      const mayBeLost = this.#newDisplays < mostNewDisplays && monotonicMs() - startedMs > lostMs;
      isLost = mayBeLost && (await this.#pageAnswers());
    }
    if (isLost) await this.#renewDisplay();
    return drawn;
  }

  /** A page that does not answer keeps the frame itself, and a new display process would not help. */
  async #pageAnswers(): Promise<boolean> {
    return settled(this.#cdp.send('Runtime.evaluate', { expression: '0' }), pageAnswersMs);
  }

  // The browser starts the process again by itself. It answers the lost frame as one without a change.
  async #renewDisplay(): Promise<void> {
    this.#isNewDisplay = true;
    this.#newDisplays++;
    this.#atRest = false;
    this.#options.log.warn('a frame was lost: starting the display process again');
    await settled(this.#cdp.send('Browser.crashGpuProcess'), pageAnswersMs);
  }

  /** A target allows one pending frame only, so frames are queued here. */
  async #beginFrame(picture = false, afterMs = heldUpMs) {
    const drawn = this.#pending
      .catch(() => undefined)
      .then(() => {
        this.#lastTickMs = Math.max(this.#pageTimeMs, this.#lastTickMs + sameMomentMs);
        return this.#cdp.send('HeadlessExperimental.beginFrame', {
          frameTimeTicks: this.#lastTickMs,
          interval: this.#stepMs,
          ...(picture && { screenshot: screenshotFormat }),
        });
      });
    this.#pending = drawn;
    return this.#withDeadline(this.#unblocked(drawn, afterMs));
  }

  async #withDeadline<T>(work: Promise<T>): Promise<T> {
    try {
      return await this.#options.loss.race(within(work, stuckMs, stuckMessage, 'page_crashed'));
    } catch (cause) {
      if (cause instanceof RecordingFault) throw cause;
      throw new RecordingFault('browser', 'The browser ended while it was filming.', {
        retryable: true,
        cause,
      });
    }
  }
}
