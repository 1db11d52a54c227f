import type { Point, Rect } from '../../contract/take-frame.ts';
import { jpegSize } from '../../jpeg.ts';

/** What to render: a part of the viewport (CSS px) and the size of its picture. */
export interface CaptureView {
  clip: Rect;
  /** Picture pixels per CSS pixel. */
  scale: number;
  /** Where the document is scrolled to. Only a clip needs to know: Chromium counts it from the document's corner. */
  scroll?: Point;
}

/** A picture and the part of the viewport it really shows: sizes are whole pixels, so up to one more than asked for. */
export interface CapturedFrame {
  jpeg: Buffer;
  clip: Rect;
}

/** When the page's time passes and when it is drawn. Off camera until `roll`, then frame by frame. */
export interface FrameClock {
  readonly kind: 'begin-frame' | 'screencast';
  /** The page's own time, monotonic ms. */
  readonly nowMs: number;
  /** Off camera: the page lives for about `ms` of its time. */
  idle(ms: number): Promise<void>;
  /** From here on `idle` is over as soon as the page has spent its time, where nothing that it waits for comes from elsewhere. */
  hurry(): Promise<void>;
  /** Off camera: the page lives until `work` settles. A promise that needs a frame is awaited here and nowhere else. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Off camera, and the page's time stands still too (where it can) until `work` settles; answers still arrive. */
  freeze<T>(work: Promise<T>): Promise<T>;
  /** On camera from here on: time stands still between frames. */
  roll(): Promise<void>;
  /** One frame later. `null`: it looks exactly like the one before. */
  frame(view: CaptureView): Promise<CapturedFrame | null>;
  /** The next frame is a picture whatever happened: call it after a cut. */
  cut(): void;
}

export function capturedFrame(jpeg: Buffer, view: CaptureView): CapturedFrame {
  const size = jpegSize(jpeg);
  const { x, y } = view.clip;
  return { jpeg, clip: { x, y, width: size.width / view.scale, height: size.height / view.scale } };
}
