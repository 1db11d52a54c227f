import { rm, writeFile } from 'node:fs/promises';
import { liveFrame, liveFramePrefix } from '../../domain/demos/media-keys.ts';
import type { MediaStorage } from '../../media/index.ts';
import type { TaskContext } from '../queue/tasks.ts';

export interface Glances {
  /** Stores a small picture of the film. While one is being stored, others are dropped. */
  show(picture: Uint8Array): void;
  /** The path of the newest picture; null where there is none yet. */
  readonly newest: string | null;
  /** Removes the pictures: whoever looks now sees the film, or why there is none. */
  end(): Promise<void>;
}

/** Addresses have three digits. A film of 30 s takes about as many pictures. */
const mostPictures = 999;

/** Pictures of a film that is being made, for whoever watches. Each has an address of its own, so that none changes while it is loaded. */
export function keepGlances(media: MediaStorage, demoId: string, log: TaskContext['log']): Glances {
  let count = 0;
  let newest: string | null = null;
  let storing: Promise<void> | null = null;
  const store = async (picture: Uint8Array) => {
    const { key, url } = liveFrame(demoId, ++count);
    try {
      const path = await media.newScratchPath();
      try {
        await writeFile(path, picture);
        await media.putFile(key, path);
      } finally {
        // It is still there where the storage was away.
        await rm(path, { force: true });
      }
      newest = url;
    } catch (err) {
      // The film does not need them.
      log.warn({ err }, 'a picture of the film could not be shown');
    }
    storing = null;
  };
  return {
    show(picture) {
      if (count < mostPictures) storing ??= store(picture);
    },
    get newest() {
      return newest;
    },
    async end() {
      await storing;
      if (count > 0) await media.deletePrefix(liveFramePrefix(demoId));
    },
  };
}
