import type { Readable } from 'node:stream';

/**
 * How files from outside are taken in. The uploads need it; whoever starts the service provides it, since only there is it
 * known where files are written and which program looks into them.
 */
export interface Intake {
  videoLimitBytes: number;
  /**
   * Writes a body to a new file, piece by piece, so that memory does not grow with the body.
   * @throws AppError 400 `body_incomplete`, 413 `body_too_large`; then no file is left.
   */
  receive(body: Readable, sizeBytes: number): Promise<ReceivedFile>;
  /** Removes what was kept. */
  remove(key: string): Promise<void>;
}

/** A file that was received and is not kept yet. Whoever holds it calls `discard` in the end, also after an error. */
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
