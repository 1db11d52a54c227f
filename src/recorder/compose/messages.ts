/** The messages between the recorder's main thread and the compositor thread. */
import type { DressedPresentation } from '../contract/presentation.ts';
import type { TakeFrame } from '../contract/take-frame.ts';
import type { CompositeOptions } from './composite-renderer.ts';
import type { StillRequest } from './stills.ts';

export interface ThreadSetup {
  composite: Omit<CompositeOptions, 'presentation'>;
  /** Memory that both threads see, each for one frame of planar YUV 4:2:0. */
  buffers: SharedArrayBuffer[];
  /** Widths of the stills in pixels. */
  posterWidth: number;
  snapshotWidth: number;
}

export type ToThread =
  /** Comes once, before the first frame. */
  | { type: 'dress'; presentation: DressedPresentation }
  /** `slot` is the buffer for the composed frame; `remainingMs` is the time to the film's last frame. */
  | {
      type: 'frame';
      frame: TakeFrame;
      slot: number;
      remainingMs: number;
      still: StillRequest | null;
      /** Whether a small picture of it is wanted at once. */
      isGlance: boolean;
    }
  | { type: 'finish' }
  /** The thread finishes the frame at hand, skips all later messages and ends. */
  | { type: 'stop' };

export type FromThread =
  | { type: 'ready' }
  /** Where `isChanged` is false, the frame looks like the one before, and the buffer was not written. */
  | { type: 'composed'; slot: number; isChanged: boolean; spentMs: ComposeTimes }
  | { type: 'snapshot'; timeMs: number; label: string; bytes: Uint8Array }
  | { type: 'glance'; bytes: Uint8Array }
  | { type: 'finished'; poster: Uint8Array | null; posterTimeMs: number }
  | { type: 'failed'; message: string };

/** Wall time by part, ms. */
export interface ComposeTimes {
  decode: number;
  draw: number;
  read: number;
}
