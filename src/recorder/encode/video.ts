import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import ffmpegCommand from 'fluent-ffmpeg';
import type { Logger } from '../../log.ts';
import type { Output } from '../contract/take-frame.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { FrameSource, type RawFrame } from './frame-source.ts';
import { addGifOutputs, type GifParts, gifBranch, gifPartsIn } from './gif.ts';
import { runFfmpeg } from './run.ts';

export interface VideoOptions {
  ffmpeg: Ffmpeg;
  output: Output;
  /** Where the files go; the caller owns it. */
  folder: string;
  /** Also makes, on the way, the small film and the palette that `encodeGif` needs. */
  gif: boolean;
  onFrame?: (written: number) => void;
  signal: AbortSignal;
  log: Logger;
}

export interface EncodedVideo {
  path: string;
  frames: number;
  gifParts: GifParts | null;
}

const colorTags = [
  ...['-color_range tv', '-colorspace bt709'],
  ...['-color_primaries bt709', '-color_trc bt709'],
];

/**
 * Encodes raw frames (planar YUV 4:2:0, BT.709, limited range) as they come to MP4 (H.264 High, index in front) or WebM (VP9), a key frame every 2 s. Takes
 * the next frame when the one before has gone into the encoder. On any fault no file stays; where the frames
 * themselves ended with an error, it is thrown as it is.
 */
export async function encodeVideo(
  frames: AsyncIterable<RawFrame>,
  options: VideoOptions,
): Promise<EncodedVideo> {
  const { ffmpeg, output, folder, signal, log } = options;
  const path = join(folder, `video.${output.format}`);
  const gifParts = options.gif ? gifPartsIn(folder) : null;
  const files = [path, ...(gifParts ? [gifParts.film, gifParts.palette] : [])];
  const source = new FrameSource(frames, options.onFrame ?? (() => undefined));
  const command = ffmpegCommand()
    .setFfmpegPath(ffmpeg.path)
    .input(source)
    .inputOptions([
      '-f rawvideo',
      '-pix_fmt yuv420p',
      ...colorTags.slice(0, 2),
      `-video_size ${output.width}x${output.height}`,
      `-framerate ${output.fps}`,
    ])
    .complexFilter(gifParts ? ['[0:v]split=2[video][part]', ...gifBranch] : ['[0:v]null[video]'])
    .output(path)
    .outputOptions([
      '-map [video]',
      `-g ${output.fps * 2}`,
      ...(output.format === 'mp4' ? h264 : vp9),
      ...colorTags,
    ]);
  if (gifParts) addGifOutputs(command, gifParts);
  try {
    await runFfmpeg(command, { files, what: 'video', signal, log });
  } catch (error) {
    throw source.fault ? source.fault.error : error;
  }
  if (source.fault) {
    // ffmpeg ended in good order, with a film cut short.
    await Promise.all(files.map((file) => rm(file, { force: true })));
    throw source.fault.error;
  }
  return { path, frames: source.written, gifParts };
}

// Medium takes twice the time for files a tenth smaller. Dark gradients, our default stage, band without aq-mode 3.
// Without B-frames a fifth of the time is saved at the same likeness (SSIM 0.9991) for a tenth more bytes; superfast and
// subme 1 save a quarter and lose some. The cap keeps restless pages below 1.2 MB a second.
const h264 = [
  ...['-c:v libx264', '-preset veryfast', '-profile:v high', '-crf 16.5', '-bf 0', '-aq-mode 3'],
  ...['-maxrate 9M', '-bufsize 9M', '-movflags +faststart'],
];
// What smooths dark gradients into bands is the loop filter, frame upon frame: a sharp one leaves the dither, finer steps
// where little is going on (aq-mode 1) let it in, and what hardly changes is not coded again. In the dark stage 6 to 10
// pixels in a row are alike then, of 40 before, for half as many bytes again and a tenth more CPU; a lower crf or a slower
// cpu-used alone cost more and keep less.
const vp9 = [
  ...['-c:v libvpx-vp9', '-deadline realtime', '-cpu-used 8', '-row-mt 1', '-tile-columns 2', '-threads 4'],
  ...['-crf 22', '-qmin 0', '-qmax 30', '-b:v 12M', '-aq-mode 1', '-sharpness 7', '-static-thresh 1000'],
];
