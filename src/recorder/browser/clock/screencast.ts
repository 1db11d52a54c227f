import type { CDPSession } from 'puppeteer-core';
import { RecordingFault } from '../../contract/fault.ts';
import { jpegSize } from '../../jpeg.ts';
import { sleep } from '../deadline.ts';
import type { TabLoss } from '../tab-loss.ts';
import type { CapturedFrame, CaptureView, FrameClock } from './frame-clock.ts';
import type { Screen } from './screen.ts';

interface StampedPicture {
  /** Monotonic ms of this process. */
  atMs: number;
  jpeg: Buffer;
}

/**
 * The clock of a browser that cannot draw on demand. The page runs in real time, and the browser sends pictures as it paints
 * them. Each frame of the film takes the picture that was on the screen at that frame's time, by the browser's own time stamps.
 * When the machine falls behind, frames repeat, but no frame is shown at a wrong time.
 */
export class ScreencastClock implements FrameClock {
  readonly kind = 'screencast';
  readonly #cdp: CDPSession;
  readonly #screen: Screen;
  readonly #stepMs: number;
  readonly #loss: TabLoss;
  #pictures: StampedPicture[] = [];
  #startedMs: number | null = null;
  #frameCount = 0;
  #lastPicture: StampedPicture | null = null;
  #isCasting = false;

  constructor(cdp: CDPSession, screen: Screen, fps: number, loss: TabLoss) {
    this.#cdp = cdp;
    this.#screen = screen;
    this.#stepMs = 1000 / fps;
    this.#loss = loss;
  }

  get nowMs(): number {
    return performance.now();
  }

  /** Real time cannot be hurried. */
  async hurry(): Promise<void> {}

  async idle(ms: number): Promise<void> {
    await this.#excludedFromFilm(() => sleep(ms));
  }

  async during<T>(work: Promise<T>): Promise<T> {
    return this.#excludedFromFilm(() => work);
  }

  async freeze<T>(work: Promise<T>): Promise<T> {
    return this.#excludedFromFilm(() => work);
  }

  /** The browser draws by itself. */
  async drawNow(): Promise<void> {}

  async roll(): Promise<void> {
    if (this.#isCasting) return this.cut();
    this.#isCasting = true;
    // The browser stamps pictures with the wall clock; the film is timed by the monotonic one.
    this.#cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      const stampedMs = metadata.timestamp === undefined ? Date.now() : metadata.timestamp * 1000;
      const atMs = performance.now() - Math.max(0, Date.now() - stampedMs);
      this.#pictures.push({ atMs, jpeg: Buffer.from(data, 'base64') });
      this.#cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    const { clip, scale } = this.#screen.whole;
    await this.#cdp.send('Page.startScreencast', {
      format: 'jpeg',
      quality: 90,
      maxWidth: Math.ceil(clip.width * scale),
      maxHeight: Math.ceil(clip.height * scale),
      everyNthFrame: 1,
    });
    await this.#firstPicture();
    this.#startedMs = performance.now();
  }

  cut(): void {
    this.#lastPicture = null;
  }

  async frame(_view: CaptureView): Promise<CapturedFrame | null> {
    if (this.#startedMs === null) throw new Error('A frame can only be taken on camera.');
    const dueMs = this.#startedMs + this.#frameCount++ * this.#stepMs;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await this.#loss.race(sleep(earlyMs));
    while (this.#pictures.length > 1 && (this.#pictures[1]?.atMs ?? dueMs) <= dueMs) this.#pictures.shift();
    const picture = this.#pictures[0];
    if (picture === undefined || picture === this.#lastPicture) return null;
    this.#lastPicture = picture;
    // Captures the whole viewport whatever view was asked for: a change of the screen's metrics would be visible in the film.
    const { clip } = this.#screen.whole;
    const size = jpegSize(picture.jpeg);
    return { jpeg: picture.jpeg, clip: { ...clip, height: (clip.width * size.height) / size.width } };
  }

  /** Runs `work` and moves the film's start by the time it took, so that the film does not contain it. */
  async #excludedFromFilm<T>(work: () => Promise<T>): Promise<T> {
    const pausedAtMs = performance.now();
    try {
      return await this.#loss.race(work());
    } finally {
      if (this.#startedMs !== null) this.#startedMs += performance.now() - pausedAtMs;
    }
  }

  async #firstPicture(): Promise<void> {
    for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 20) {
      if (this.#pictures.length > 0) return;
      await this.#loss.race(sleep(20));
    }
    throw new RecordingFault('browser', 'The browser sent no pictures.', { retryable: true });
  }
}
