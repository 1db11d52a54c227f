import type { Readable } from 'node:stream';

/**
 * Object storage behind one interface: a folder (`folder.ts`), or a bucket of an S3-compatible service (`bucket/`). `open.ts` opens the
 * one that the settings name. Keys are separated by slashes, such as `demos/demo_…/v1/video.mp4`.
 * API, worker and admin import it. Of ours it imports `errors` only.
 */
export interface MediaObject {
  sizeBytes: number;
  /** Strong validator, quoted, as in the HTTP ETag header. */
  etag: string;
  modifiedAt: Date;
}

/**
 * A bucket that cannot be asked throws an AppError 503 `storage_unavailable`. Its cause says which setting to look at. A folder throws what the system says, such
 * as ENOSPC.
 */
export interface MediaStorage {
  /** Moves or copies a finished local file into the storage. The object appears complete or not at all. */
  putFile(key: string, path: string): Promise<MediaObject>;
  /** null where there is no such object. */
  head(key: string): Promise<MediaObject | null>;
  /**
   * `range` bytes are inclusive, as in HTTP. The stream fails with the code ENOENT where there is no such object, and with
   * ObjectReplaced where the object has another ETag than `etag`.
   */
  read(key: string, range?: { start: number; end: number }, etag?: string): Readable;
  /** SHA-256 of the content, in hex; null where there is no such object. */
  sha256(key: string): Promise<string | null>;
  /** The keys of all objects whose key starts with `prefix`, which is empty or ends in a slash, in an order of its own. */
  list(prefix: string): AsyncIterable<string>;
  delete(key: string): Promise<void>;
  /** Deletes every object whose key starts with `prefix`. The prefix must end in a slash. */
  deletePrefix(prefix: string): Promise<void>;
  /** A free path for a file that `putFile` will take: where the storage is a folder, on its file system, so that `putFile` only renames it. */
  newScratchPath(): Promise<string>;
  /** Removes scratch files and parts of uploads older than `olderThanMs`, which dead processes left behind. @returns how many */
  clearScratch(olderThanMs: number): Promise<number>;
  /** Where an operator finds the object, such as the path of a file. */
  locate(key: string): string;
  /** null where browsers get every object through the service. */
  direct: DirectMedia | null;
  /** Throws where the storage cannot be written to. For the health check. */
  check(): Promise<void>;
}

/** Browsers get objects from the storage itself, by addresses that are signed for a while. */
export interface DirectMedia {
  /** Where they come from, such as `https://media.example.com`, for content policies. */
  origin: string;
  /** An address that answers GET, with ranges, for at least half of `lifetimeSec`. */
  addressOf(key: string, as: { type: string; fileName: string; isDownload: boolean }): Promise<string>;
  lifetimeSec: number;
}
