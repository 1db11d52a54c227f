import { join } from 'node:path';
import type { TakeFrame } from '../contract/take-frame.ts';
import { writeTake } from './take-file.ts';
import type { Timeline } from './timeline.ts';

/** Writes frames into a file in `folder` as they pass. */
export async function keepTake(frames: AsyncIterable<TakeFrame>, folder: string) {
  const path = join(folder, 'film.take');
  const writer = await writeTake(path);
  return {
    frames: passed(frames, writer.add),
    /** To be called after the last frame. @returns the path of the file */
    async finish(about: Omit<Timeline, 'frames'>): Promise<string> {
      await writer.finish(about);
      return path;
    },
    close: writer.close,
  };
}

async function* passed(frames: AsyncIterable<TakeFrame>, onFrame: (frame: TakeFrame) => Promise<void>) {
  for await (const frame of frames) {
    await onFrame(frame);
    yield frame;
  }
}
