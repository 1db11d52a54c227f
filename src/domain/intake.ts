import type { Readable } from 'node:stream';

/**
 * How files from outside are taken in. The uploads need it; whoever starts the service provides it, since only there is it
 * known where files are written and which program looks into them.
 */
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
  checkPicture(format: 'png' | 'gif'): Promise<void>;
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
