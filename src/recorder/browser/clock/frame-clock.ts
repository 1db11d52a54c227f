/**
 * Clocks: when the page's time passes, and when a frame of it is captured. `begin-frame.ts` draws on demand in virtual time;
 * `screencast.ts` films in real time; `screen.ts` sets which part of the viewport is rendered. `tab.ts` chooses the clock, and
 * the drive comes in by the tab. They speak the DevTools protocol and touch nothing else.
 */
import type { Point, Rect } from '../../contract/take-frame.ts';
import { jpegSize } from '../../jpeg.ts';

/** What to render: a part of the viewport (CSS px) and the scale of its picture. */
export interface CaptureView {
  clip: Rect;
  /** Picture pixels per CSS pixel. */
  scale: number;
  /**
   * Where the document is scrolled to. Only a part of the viewport needs it: Chromium measures a clip from the document's corner.
   */
  scroll?: Point;
}

/**
 * A picture and the part of the viewport it shows. The picture is whole pixels in size, so up to one pixel larger than asked for.
 */
export interface CapturedFrame {
  jpeg: Buffer;
  clip: Rect;
}

/** Decides when the page's time passes and when a frame is drawn. It is off camera until `roll`, and then goes frame by frame. */
export interface FrameClock {
  readonly kind: 'begin-frame' | 'screencast';
  /** The page's own time, monotonic ms. */
  readonly nowMs: number;
  /** Off camera: lets about `ms` of the page's time pass. */
  idle(ms: number): Promise<void>;
  /**
   * From here on `idle` does not wait for real time: it returns as soon as the page's time has passed. While the page waits for a
   * server or another thread, `idle` still takes real time.
   */
  hurry(): Promise<void>;
  /**
   * Off camera: lets the page's time pass until `work` settles. A promise that needs a frame is awaited here and nowhere else.
   */
  during<T>(work: Promise<T>): Promise<T>;
  /** Off camera: stops the page's time, where the clock can, until `work` settles. Answers from the network still arrive. */
  freeze<T>(work: Promise<T>): Promise<T>;
  /** Draws the page as it is at this moment, so that what counts from the last frame counts from now. */
  drawNow(): Promise<void>;
  /** Goes on camera: from here on the page's time stands still between frames. */
  roll(): Promise<void>;
  /** Lets one frame of time pass and captures it. `null` means that it looks exactly like the one before. */
  frame(view: CaptureView): Promise<CapturedFrame | null>;
  /** Makes the next frame a picture even where nothing changed. Call it after a cut. */
  cut(): void;
}

export function capturedFrame(jpeg: Buffer, view: CaptureView): CapturedFrame {
  const size = jpegSize(jpeg);
  const { x, y } = view.clip;
  return { jpeg, clip: { x, y, width: size.width / view.scale, height: size.height / view.scale } };
}
