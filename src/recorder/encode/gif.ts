import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import ffmpegCommand, { type FfmpegCommand } from 'fluent-ffmpeg';
import type { Logger } from '../../log.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** The files that a GIF is made from: the film in the GIF's size, lossless, and a palette of 256 colours for the whole film. */
export interface GifParts {
  film: string;
  palette: string;
}

/** The longer side of a GIF. */
export const gifSide = 640;
const gifFps = 15;
const budgetBytes = 8 * 2 ** 20;

export const gifPartsIn = (folder: string): GifParts => ({
  film: join(folder, 'gif-film.mov'),
  palette: join(folder, 'gif-palette.png'),
});

/**
 * Filters that make the GIF's parts from `[part]` while the video is encoded. They scale planes, because scaling RGBA costs twice
 * as much (4 against 2 ms a frame at 1080p) and even the planes' chroma is finer than a GIF. Making the GIF from the finished
 * video took 7 ms a frame, all of it at the end.
 */
export const gifFilters = [
  `[part]fps=${gifFps},scale='if(gt(iw,ih),${gifSide},-2)':'if(gt(iw,ih),-2,${gifSide})':in_color_matrix=bt709:in_range=limited:out_range=full:flags=area+accurate_rnd,format=rgb24,split=2[small][seen]`,
  '[seen]fps=3,palettegen=stats_mode=full[palette]',
];

export function addGifOutputs(command: FfmpegCommand, { film, palette }: GifParts): void {
  command
    .output(film)
    // QuickTime's run lengths are written as fast as lossless H.264. From them the GIF, which the user waits for, takes a third
    // less time.
    .outputOptions(['-map [small]', '-c:v qtrle', '-pix_fmt rgb24'])
    .output(palette)
    .outputOptions(['-map [palette]', '-frames:v 1']);
}

/**
 * Encodes a GIF whose longer side has 640 pixels, that loops for ever, with at most 15 frames a second and 8 MiB. A GIF that is slightly too large
 * loses its dithering first; any other loses frames. The parts are removed at the end. After a fault no file is left.
 */
export async function encodeGif(
  { film, palette }: GifParts,
  options: { ffmpeg: Ffmpeg; folder: string; budgetBytes?: number; signal: AbortSignal; log: Logger },
): Promise<{ path: string; sizeBytes: number; fps: number }> {
  const path = join(options.folder, 'animation.gif');
  const budget = options.budgetBytes ?? budgetBytes;
  try {
    // At Bayer scale 3 the dither pattern shows on light pages, and at 5 dark gradients show bands.
    let attempt = { fps: gifFps, dither: 'bayer:bayer_scale=4' };
    for (;;) {
      await encodeOnce(path, { film, palette }, attempt, options);
      const { size } = await stat(path);
      if (size <= budget || attempt.fps <= 1) return { path, sizeBytes: size, fps: attempt.fps };
      options.log.debug({ size, ...attempt }, 'GIF too large, encoding it again with less');
      // A GIF without dithering is a quarter smaller. After that, frames are dropped in proportion to the excess, and a few more.
      const fps = Math.max(1, Math.floor(Math.min(attempt.fps - 1, (attempt.fps * budget * 0.92) / size)));
      const dropsDithering = size < budget * 1.3 && attempt.dither !== 'none';
      attempt = {
        fps: dropsDithering ? attempt.fps : fps,
        dither: dropsDithering ? 'none' : attempt.dither,
      };
    }
  } finally {
    await Promise.all([film, palette].map((file) => rm(file, { force: true })));
  }
}

async function encodeOnce(
  path: string,
  { film, palette }: GifParts,
  { fps, dither }: { fps: number; dither: string },
  { ffmpeg, signal, log }: { ffmpeg: Ffmpeg; signal: AbortSignal; log: Logger },
): Promise<void> {
  const command = ffmpegCommand()
    .setFfmpegPath(ffmpeg.path)
    .input(film)
    .input(palette)
    .complexFilter([
      `[0:v]fps=${fps},format=rgb24[small]`,
      // Ordered dithering is the same in each frame, so what does not move costs no bytes.
      `[small][1:v]paletteuse=dither=${dither}:diff_mode=rectangle[gif]`,
    ])
    .output(path)
    .outputOptions(['-map [gif]', '-loop 0']);
  await runFfmpeg(command, { ffmpeg, files: [path], what: 'GIF', signal, log });
}
