import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import ffmpegCommand from 'fluent-ffmpeg';
import type { Logger } from '../../log.ts';
import type { Output } from '../contract/take-frame.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { FrameSource, type RawFrame } from './frame-source.ts';
import { addGifOutputs, type GifParts, gifFilters, gifPartsIn } from './gif.ts';
import { repeatPictures } from './h264/repeat-pictures.ts';
import { ivfFrameHeader, ivfHeader } from './ivf.ts';
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
  frames: number;
  gifParts: GifParts | null;
  /**
   * Puts the pictures into the video's file. It may run beside `encodeGif`. After a fault no file is left.
   * @returns its path
   */
  finish(): Promise<string>;
}

const colorTags = [
  ...['-color_range tv', '-colorspace bt709'],
  ...['-color_primaries bt709', '-color_trc bt709'],
];
const groupSec = 2;

/**
 * Encodes raw frames (planar YUV 4:2:0, BT.709, limited range) as they arrive, for an MP4 (H.264 High, index in front) or a WebM (VP9),
 * with a key frame every 2 s. It takes the next frame when the one before was written to the encoder. H.264 is encoded without frames that
 * repeat the one before them; `finish` puts them in. After a fault no file is left.
 * @throws RecordingFault of `runFfmpeg`, or the very error with which `frames` ended.
 */
export async function encodeVideo(
  frames: AsyncIterable<RawFrame>,
  options: VideoOptions,
): Promise<EncodedVideo> {
  const { ffmpeg, output, folder, signal, log } = options;
  const isH264 = output.format === 'mp4';
  const path = join(folder, `video.${output.format}`);
  const encodedPath = isH264 ? join(folder, 'pictures.h264') : path;
  const groupFrames = output.fps * groupSec;
  const gifParts = options.gif ? gifPartsIn(folder) : null;
  const files = [encodedPath, ...(gifParts ? [gifParts.film, gifParts.palette] : [])];
  const source = new FrameSource(frames, {
    output,
    groupFrames: isH264 ? groupFrames : null,
    onFrame: options.onFrame ?? (() => undefined),
  });
  const command = ffmpegCommand()
    .setFfmpegPath(ffmpeg.path)
    .input(source)
    .inputOptions(['-f ivf', ...colorTags.slice(0, 2)])
    .complexFilter(gifParts ? ['[0:v]split=2[video][part]', ...gifFilters] : ['[0:v]null[video]'])
    .output(encodedPath)
    .outputOptions([
      '-map [video]',
      `-g ${groupFrames}`,
      ...(isH264 ? [...h264, ...untimed(ffmpeg)] : vp9),
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
  const { frameCount, shownTimes } = source;
  return {
    frames: frameCount,
    gifParts,
    finish: async () => {
      if (isH264) await repeatInto(path, { encodedPath, shownTimes }, options);
      return path;
    },
  };
}

/** Frames keep the times that they come with. Otherwise ffmpeg would encode each that was left out. */
const untimed = ({ version }: Ffmpeg) =>
  Number.parseFloat(version) >= 5.1 ? ['-fps_mode passthrough'] : ['-vsync passthrough'];

/** Writes the video of encoded pictures, each as often as it is shown. */
async function repeatInto(
  path: string,
  { encodedPath, shownTimes }: { encodedPath: string; shownTimes: readonly number[] },
  { ffmpeg, output, signal, log }: VideoOptions,
): Promise<void> {
  async function* inIvf(): AsyncGenerator<Uint8Array> {
    let index = 0;
    yield ivfHeader('H264', output);
    for await (const picture of repeatPictures(createReadStream(encodedPath), (at) => shownTimes[at] ?? 1))
      yield Buffer.concat([ivfFrameHeader(picture.length, index++), picture]);
  }
  const command = ffmpegCommand()
    .setFfmpegPath(ffmpeg.path)
    .input(Readable.from(inIvf(), { objectMode: false }))
    .inputOptions(['-f ivf'])
    .output(path)
    .outputOptions(['-c copy', '-movflags +faststart', ...colorTags]);
  try {
    await runFfmpeg(command, { ffmpeg, files: [path], what: 'video', signal, log });
  } finally {
    await rm(encodedPath, { force: true });
  }
}

// The preset `medium` takes twice the time for files that are a tenth smaller. Without aq-mode 3, dark gradients such as our
// default stage show bands. Without B-frames encoding takes a fifth less time at the same quality (SSIM 0.9991), for a tenth more
// bytes. `superfast` and subme 1 would save a quarter of the time but lose quality. The maximum rate keeps restless pages below
// 1.2 MB a second.
const h264 = [
  ...['-c:v libx264', '-preset veryfast', '-profile:v high', '-crf 16.5', '-bf 0', '-aq-mode 3'],
  ...['-maxrate 9M', '-bufsize 9M', '-force_key_frames', `expr:gte(t,n_forced*${groupSec})`],
];
// VP9's loop filter smooths dark gradients into bands, a little more in each frame. Three settings keep the dither: a sharp
// filter leaves it, aq-mode 1 gives quiet regions finer steps that can hold it, and static-thresh does not code again what hardly
// changes. In the dark stage 5 to 7 pixels in a row are then alike, in place of 40. That costs 1.7 times the bytes and a tenth
// more CPU. A lower crf or a slower cpu-used alone costs more and keeps less of the dither.
const vp9 = [
  ...['-c:v libvpx-vp9', '-deadline realtime', '-cpu-used 8', '-row-mt 1', '-tile-columns 2', '-threads 4'],
  ...['-crf 22', '-qmin 0', '-qmax 30', '-b:v 12M', '-aq-mode 1', '-sharpness 7', '-static-thresh 1000'],
];
