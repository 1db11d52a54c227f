import type { TakeFrame } from '../contract/take-frame.ts';
import type { CompositeOptions } from './composite-renderer.ts';
import type { StillWish } from './stills.ts';

/** What the recorder's main thread and its compositor thread say to each other. */
export interface WorkerSetup {
  film: CompositeOptions;
  /** Memory that both threads see, one frame of planar YUV 4:2:0 each. */
  slots: SharedArrayBuffer[];
  /** Widths of the stills in pixels. */
  posterWidth: number;
  snapshotWidth: number;
}

export type ToWorker =
  /** `snapshot` where a still is to be kept of this frame; `remainingMs` is the time to the film's last frame. */
  | { type: 'frame'; frame: TakeFrame; slot: number; remainingMs: number; snapshot: StillWish | null }
  | { type: 'finish' }
  /** Does no more, and ends the thread when the frame at hand is done. */
  | { type: 'stop' };

export type FromWorker =
  | { type: 'ready' }
  /** `fresh` false: the frame looks like the one before, and `slot` was not written. */
  | { type: 'composed'; slot: number; fresh: boolean; spentMs: ComposeTimes }
  | { type: 'snapshot'; timeMs: number; label: string; bytes: Uint8Array }
  | { type: 'finished'; poster: Uint8Array | null; posterTimeMs: number }
  | { type: 'failed'; message: string };

/** Wall time by part, ms. */
export interface ComposeTimes {
  decode: number;
  draw: number;
  read: number;
}
