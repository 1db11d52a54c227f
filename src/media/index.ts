import type { Readable } from 'node:stream';

/**
 * Object storage: a folder (now) or S3 (later) behind one interface. Keys are slash-separated, such as
 * `demos/demo_…/v1/video.mp4`. It may import `errors` and `log`, and nothing else of ours.
 */
export interface MediaObject {
  sizeBytes: number;
  /** Strong validator, quoted, as in the HTTP ETag header. */
  etag: string;
  modifiedAt: Date;
}

export interface MediaStorage {
  /** Moves or copies a finished local file in; the object appears whole or not at all. */
  putFile(key: string, path: string): Promise<MediaObject>;
  /** null where there is no such object. */
  head(key: string): Promise<MediaObject | null>;
  /** `range` bytes are inclusive, as in HTTP. */
  read(key: string, range?: { start: number; end: number }): Readable;
  delete(key: string): Promise<void>;
  /** Deletes everything whose key starts with `prefix` (which must end in a slash). */
  deletePrefix(prefix: string): Promise<void>;
  /** A free path beside the objects, for a file that is to be put: on the same file system, so that putting it is a rename. */
  newScratchPath(): Promise<string>;
  /** Removes what was begun there longer than `olderThanMs` ago, by a process that died over it. @returns how many files. */
  clearScratch(olderThanMs: number): Promise<number>;
  /** Throws where the storage cannot be written to; for the health check. */
  check(): Promise<void>;
}
