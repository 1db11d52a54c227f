import type { Readable } from 'node:stream';
import type { AssetKind } from '../demos/events.ts';

/** What taking files in needs of the machine: where they are written, and what looks at them. */
export interface Intake {
  videoLimitBytes: number;
  /**
   * Writes a body to a file of its own, in flat memory.
   * @throws AppError 400 `body_incomplete`, 413 `body_too_large`; then no file is left.
   */
  receive(body: Readable, sizeBytes: number): Promise<ReceivedFile>;
  /** Removes what was kept. */
  remove(key: string): Promise<void>;
}

/** A file that came in and has not been kept yet. Whoever has it calls `discard` in the end, whatever happened. */
export interface ReceivedFile {
  /** @throws AppError 415 `invalid_video`. */
  checkVideo(): Promise<UploadedVideo>;
  /** @throws AppError 415 `invalid_png` or `invalid_gif`. */
  checkPicture(kind: AssetKind): Promise<void>;
  /** Moves it into the media storage. */
  keep(key: string): Promise<void>;
  /** Removes it, unless it was kept. */
  discard(): Promise<void>;
}

/** What the file itself says. */
export interface UploadedVideo {
  container: 'mp4' | 'webm';
  /** Pixels. */
  width: number;
  height: number;
  /** null where it does not say. */
  durationMs: number | null;
}
