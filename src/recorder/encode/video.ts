import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import ffmpegCommand from 'fluent-ffmpeg';
import type { Logger } from '../../log.ts';
import type { Output } from '../contract/take-frame.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { FrameSource, type RawFrame } from './frame-source.ts';
import { addGifOutputs, type GifParts, gifFilters, gifPartsIn } from './gif.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

export interface VideoOptions {
  ffmpeg: Ffmpeg;
  output: Output;
  /** The files are written into this folder, which belongs to the caller. */
  folder: string;
  /** Also makes the small film and the palette that `encodeGif` needs, while the video is encoded. */
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
 * Encodes raw frames (planar YUV 4:2:0, BT.709, limited range) as they arrive, to MP4 (H.264 High, index in front) or WebM (VP9),
 * with a key frame every 2 s. It takes the next frame when the one before was written to the encoder. After a fault no file is
 * left.
 * @throws RecordingFault of `runFfmpeg`, or the very error with which `frames` ended.
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
    .complexFilter(gifParts ? ['[0:v]split=2[video][part]', ...gifFilters] : ['[0:v]null[video]'])
    .output(path)
    .outputOptions([
      '-map [video]',
      `-g ${output.fps * 2}`,
      ...(output.format === 'mp4' ? h264 : vp9),
      ...colorTags,
    ]);
  if (gifParts) addGifOutputs(command, gifParts);
  try {
    await runFfmpeg(command, { ffmpeg, files, what: 'video', signal, log });
  } catch (error) {
    throw source.fault ? source.fault.error : error;
  }
  if (source.fault) {
    // ffmpeg succeeded, but with an incomplete film.
    await Promise.all(files.map((file) => rm(file, { force: true })));
    throw source.fault.error;
  }
  return { path, frames: source.writtenCount, gifParts };
}

// The preset `medium` takes twice the time for files that are a tenth smaller. Without aq-mode 3, dark gradients such as our
// default stage show bands. Without B-frames encoding takes a fifth less time at the same quality (SSIM 0.9991), for a tenth more
// bytes. `superfast` and subme 1 would save a quarter of the time but lose quality. The maximum rate keeps restless pages below
// 1.2 MB a second.
const h264 = [
  ...['-c:v libx264', '-preset veryfast', '-profile:v high', '-crf 16.5', '-bf 0', '-aq-mode 3'],
  ...['-maxrate 9M', '-bufsize 9M', '-movflags +faststart'],
];
// VP9's loop filter smooths dark gradients into bands, a little more in each frame. Three settings keep the dither: a sharp
// filter leaves it, aq-mode 1 gives quiet regions finer steps that can hold it, and static-thresh does not code again what hardly
// changes. In the dark stage 5 to 7 pixels in a row are then alike, in place of 40. That costs 1.7 times the bytes and a tenth
// more CPU. A lower crf or a slower cpu-used alone costs more and keeps less of the dither.
const vp9 = [
  ...['-c:v libvpx-vp9', '-deadline realtime', '-cpu-used 8', '-row-mt 1', '-tile-columns 2', '-threads 4'],
  ...['-crf 22', '-qmin 0', '-qmax 30', '-b:v 12M', '-aq-mode 1', '-sharpness 7', '-static-thresh 1000'],
];
