import type { CDPSession } from 'puppeteer-core';
import { RecordingFault } from '../../contract/fault.ts';
import { jpegSize } from '../../jpeg.ts';
import { sleep } from '../deadline.ts';
import type { Loss } from '../loss.ts';
import type { CapturedFrame, CaptureView, FrameClock } from './frame-clock.ts';
import type { Screen } from './screen.ts';

interface StampedPicture {
  /** Monotonic ms of this process. */
  atMs: number;
  jpeg: Buffer;
}

/**
 * For browsers that cannot draw on demand: the page lives in real time, the browser sends pictures as it paints them,
 * and each frame of the film takes the picture that was on the screen at its time, by the browser's own time stamps. When
 * the machine falls behind, frames repeat; none is shown at a wrong time.
 */
export class ScreencastClock implements FrameClock {
  readonly kind = 'screencast';
  readonly #cdp: CDPSession;
  readonly #screen: Screen;
  readonly #stepMs: number;
  readonly #loss: Loss;
  #pictures: StampedPicture[] = [];
  #startedMs: number | null = null;
  #frames = 0;
  #shown: StampedPicture | null = null;
  #casting = false;

  constructor(cdp: CDPSession, screen: Screen, fps: number, loss: Loss) {
    this.#cdp = cdp;
    this.#screen = screen;
    this.#stepMs = 1000 / fps;
    this.#loss = loss;
  }

  get nowMs(): number {
    return performance.now();
  }

  /** Time is everybody's here. */
  async hurry(): Promise<void> {}

  async idle(ms: number): Promise<void> {
    await this.#outOfFilm(() => sleep(ms));
  }

  async during<T>(work: Promise<T>): Promise<T> {
    return this.#outOfFilm(() => work);
  }

  async freeze<T>(work: Promise<T>): Promise<T> {
    return this.#outOfFilm(() => work);
  }

  async roll(): Promise<void> {
    if (this.#casting) return this.cut();
    this.#casting = true;
    // The browser stamps pictures with the wall clock; the film counts on the monotonic one.
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
    this.#shown = null;
  }

  async frame(_view: CaptureView): Promise<CapturedFrame | null> {
    if (this.#startedMs === null) throw new Error('A frame can only be taken on camera.');
    const dueMs = this.#startedMs + this.#frames++ * this.#stepMs;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await this.#loss.orElse(sleep(earlyMs));
    while (this.#pictures.length > 1 && (this.#pictures[1]?.atMs ?? dueMs) <= dueMs) this.#pictures.shift();
    const picture = this.#pictures[0];
    if (picture === undefined || picture === this.#shown) return null;
    this.#shown = picture;
    // The whole viewport whatever was asked for: a change of metrics would be seen in the middle of the film.
    const { clip } = this.#screen.whole;
    const size = jpegSize(picture.jpeg);
    return { jpeg: picture.jpeg, clip: { ...clip, height: (clip.width * size.height) / size.width } };
  }

  async #outOfFilm<T>(work: () => Promise<T>): Promise<T> {
    const leftMs = performance.now();
    try {
      return await this.#loss.orElse(work());
    } finally {
      if (this.#startedMs !== null) this.#startedMs += performance.now() - leftMs;
    }
  }

  async #firstPicture(): Promise<void> {
    for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 20) {
      if (this.#pictures.length > 0) return;
      await this.#loss.orElse(sleep(20));
    }
    throw new RecordingFault('browser', 'The browser sent no pictures.', { retryable: true });
  }
}
