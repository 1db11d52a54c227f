import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AssetKind } from '../../domain/demos/events.ts';
import type { MediaStorage } from '../../media/index.ts';
import { findProbeTools, takeStills } from '../../probe/index.ts';
import { encodeGif } from '../../recorder/index.ts';
import type { TaskContext } from '../queue/tasks.ts';

/**
 * Makes the poster and the GIF of a stored video, the poster first since it is ready sooner.
 * @param wanted moments in ms from the video's beginning; what is left out is not made
 * @param show is called with each picture as a file, which is removed with the task's folder
 * @throws Error where the video cannot be decoded
 */
export async function picturesOf(
  { media, ffmpegPath, videoKey }: { media: MediaStorage; ffmpegPath: string | null; videoKey: string },
  wanted: { posterAtMs?: number; gif?: { fromMs: number; lengthMs: number } },
  { folder, signal, log }: Pick<TaskContext, 'folder' | 'signal' | 'log'>,
  show: (kind: AssetKind, path: string) => Promise<void>,
): Promise<void> {
  const tools = await findProbeTools(ffmpegPath);
  const videoPath = join(folder, 'video');
  await pipeline(media.read(videoKey), createWriteStream(videoPath), { signal });
  if (wanted.posterAtMs !== undefined) {
    const path = join(folder, 'poster.png');
    await takeStills(tools, videoPath, { poster: { atMs: wanted.posterAtMs, path }, signal });
    await show('thumbnail', path);
  }
  if (wanted.gif) {
    const parts = { film: join(folder, 'gif-film.mp4'), palette: join(folder, 'gif-palette.png') };
    await takeStills(tools, videoPath, { gif: { ...wanted.gif, ...parts }, signal });
    const ffmpeg = { path: tools.ffmpeg, version: '', source: 'system' as const };
    const gif = await encodeGif(parts, { ffmpeg, folder, signal, log });
    await show('gif', gif.path);
  }
}
