import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import ffmpegCommand, { type FfmpegCommand } from 'fluent-ffmpeg';
import type { Logger } from '../../log.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { runFfmpeg } from './run.ts';

/** What a GIF is made of: the film at its size, without loss, and the 256 colours that suit the whole of it best. */
export interface GifParts {
  film: string;
  palette: string;
}

export const gifWidth = 640;
const gifFps = 15;
const budgetBytes = 8 * 2 ** 20;

export const gifPartsIn = (folder: string): GifParts => ({
  film: join(folder, 'gif-film.mov'),
  palette: join(folder, 'gif-palette.png'),
});

/**
 * Filters that make the parts beside the video, from `[part]` in the video's colours: scaling planes costs half of what
 * scaling RGBA does (2 against 4 ms a frame at 1080p), and chroma is finer than the GIF still. Making the GIF from the
 * finished video instead took 7 ms a frame, all of it at the end.
 */
export const gifBranch = [
  `[part]fps=${gifFps},scale=${gifWidth}:-2:in_color_matrix=bt709:in_range=limited:out_range=full:flags=area+accurate_rnd,format=rgb24,split=2[small][seen]`,
  '[seen]fps=3,palettegen=stats_mode=full[palette]',
];

export function addGifOutputs(command: FfmpegCommand, { film, palette }: GifParts): void {
  command
    .output(film)
    // Run lengths cost as much to write as H.264 without loss does, and a third less time for the GIF, which all wait for.
    .outputOptions(['-map [small]', '-c:v qtrle', '-pix_fmt rgb24'])
    .output(palette)
    .outputOptions(['-map [palette]', '-frames:v 1']);
}

/**
 * A GIF 640 pixels wide that loops for ever, at most 15 frames a second and 8 MiB: what is too large loses frames, then
 * colours. Removes the parts. On any fault no file stays.
 */
export async function encodeGif(
  { film, palette }: GifParts,
  options: { ffmpeg: Ffmpeg; folder: string; budgetBytes?: number; signal: AbortSignal; log: Logger },
): Promise<{ path: string; sizeBytes: number; fps: number }> {
  const path = join(options.folder, 'animation.gif');
  const budget = options.budgetBytes ?? budgetBytes;
  try {
    // At scale 3 its pattern shows on light pages, at 5 dark gradients band.
    let attempt = { fps: gifFps, dither: 'bayer:bayer_scale=4' };
    for (;;) {
      await encodeOnce(path, { film, palette }, attempt, options);
      const { size } = await stat(path);
      if (size <= budget || attempt.fps <= 1) return { path, sizeBytes: size, fps: attempt.fps };
      options.log.debug({ size, ...attempt }, 'GIF too large, once more with less');
      // Coarser dithering first saves a quarter; from there on frames go, in proportion and a little more.
      const fps = Math.max(1, Math.floor(Math.min(attempt.fps - 1, (attempt.fps * budget * 0.92) / size)));
      const mild = size < budget * 1.3 && attempt.dither !== 'none';
      attempt = { fps: mild ? attempt.fps : fps, dither: mild ? 'none' : attempt.dither };
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
      // Ordered dithering stays where it is from frame to frame, so what stands still costs nothing.
      `[small][1:v]paletteuse=dither=${dither}:diff_mode=rectangle[gif]`,
    ])
    .output(path)
    .outputOptions(['-map [gif]', '-loop 0']);
  await runFfmpeg(command, { files: [path], what: 'GIF', signal, log });
}
