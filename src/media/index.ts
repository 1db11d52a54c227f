import type { Readable } from 'node:stream';

/**
 * Object storage behind one interface: a folder now, S3 later. Keys are separated by slashes, such as `demos/demo_…/v1/video.mp4`.
 * API, worker and admin import it. Of ours it imports `errors` only.
 */
export interface MediaObject {
  sizeBytes: number;
  /** Strong validator, quoted, as in the HTTP ETag header. */
  etag: string;
  modifiedAt: Date;
}

export interface MediaStorage {
  /** Moves or copies a finished local file into the storage. The object appears complete or not at all. */
  putFile(key: string, path: string): Promise<MediaObject>;
  /** null where there is no such object. */
  head(key: string): Promise<MediaObject | null>;
  /** `range` bytes are inclusive, as in HTTP. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** The keys of all objects whose key starts with `prefix`, which is empty or ends in a slash, in an order of its own. */
  list(prefix: string): AsyncIterable<string>;
  delete(key: string): Promise<void>;
  /** Deletes every object whose key starts with `prefix`. The prefix must end in a slash. */
  deletePrefix(prefix: string): Promise<void>;
  /** A free path for a file that `putFile` will take: on the same file system, so that `putFile` only renames it. */
  newScratchPath(): Promise<string>;
  /** Removes scratch files older than `olderThanMs`, which dead processes left behind. @returns how many files */
  clearScratch(olderThanMs: number): Promise<number>;
  /** Where an operator finds the object, such as the path of a file. */
  locate(key: string): string;
  /** Throws where the storage cannot be written to. For the health check. */
  check(): Promise<void>;
}
