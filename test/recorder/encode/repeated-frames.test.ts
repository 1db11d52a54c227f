import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { withEscapes, withoutEscapes } from '../../../src/recorder/encode/h264/bits.ts';
import { repeatPictures } from '../../../src/recorder/encode/h264/repeat-pictures.ts';
import { encodeGif, findFfmpeg, type RawFrame } from '../../../src/recorder/encode/index.ts';
import { encodeTo } from './encoding.ts';
import { probe } from './probe.ts';

const run = promisify(execFile);
const log = createLogger('silent');
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repeats-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Scene {
  width: number;
  height: number;
  fps: number;
  /** For how many frames each picture is shown. */
  shown: number[];
}

/** Grey frames with a light square, that stands elsewhere in each picture. */
async function* pictures({ width, height, shown }: Scene): AsyncGenerator<RawFrame> {
  for (const [picture, times] of shown.entries()) {
    const pixels = new Uint8Array(width * height * 1.5).fill(128);
    for (let y = 0; y < height; y++) pixels.fill(60 + ((y * 3) % 120), y * width, (y + 1) * width);
    for (let y = 40; y < 80; y++)
      pixels.fill(220, y * width + place(picture), y * width + place(picture) + 40);
    for (let time = 0; time < times; time++) yield { pixels, isRepeated: time > 0, release: () => undefined };
  }
}

const place = (picture: number) => (picture % 5) * 48;

const film = (scene: Scene, over: Partial<Parameters<typeof encodeTo>[0]> = {}) => {
  const { width, height, fps } = scene;
  return encodeTo({ folder, output: { width, height, fps, format: 'mp4' }, ...over }, pictures(scene));
};

/** For how many frames each decoded picture stays the same to the bit, and the luma of each frame at the squares' places. */
async function decoded(path: string, { width, height }: Scene) {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-xerror',
      '-err_detect',
      'explode',
      '-i',
      path,
      '-f',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 28 },
  );
  const size = width * height * 1.5;
  const frames = Array.from({ length: stdout.length / size }, (_, i) =>
    stdout.subarray(i * size, (i + 1) * size),
  );
  const runs: number[] = [];
  for (const [i, frame] of frames.entries())
    if (i > 0 && frame.equals(frames[i - 1]!)) runs[runs.length - 1]!++;
    else runs.push(1);
  const squares = frames.map((frame) =>
    [0, 1, 2, 3, 4].map((picture) => place(picture)).filter((x) => frame[60 * width + x + 20]! > 190),
  );
  return { runs, squares };
}

async function keyFrames(path: string): Promise<number[]> {
  const reading = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=flags',
    '-of',
    'csv=p=0',
  ];
  const { stdout } = await run('ffprobe', [...reading, path]);
  return stdout.split('\n').flatMap((flags, index) => (flags.startsWith('K') ? [index] : []));
}

const expectedSquares = ({ shown }: Scene) =>
  shown.flatMap((times, picture) => Array.from({ length: times }, () => [place(picture)]));

describe('frames that repeat the one before them', () => {
  const scene: Scene = { width: 320, height: 180, fps: 30, shown: [1, 40, 1, 1, 2, 17, 30, 6, 1, 43, 8] };

  test.each([
    ['a size that is not whole macroblocks', scene],
    ['60 frames a second', { ...scene, fps: 60, shown: [200, 1, 1, 70, 28] }],
    ['full HD', { ...scene, width: 1920, height: 1080, shown: [12, 1, 30, 1, 16] }],
    ['one picture all the time', { ...scene, shown: [150] }],
    ['no repetition', { ...scene, shown: Array.from({ length: 20 }, () => 1) }],
  ] as [string, Scene][])('are in the film, each where it belongs: %s', async (_, given) => {
    const { path, frames } = await film(given);
    const count = given.shown.reduce((sum, times) => sum + times);
    expect(frames).toBe(count);
    const about = await probe(path);
    const rate = `${given.fps}/1`;
    expect(about).toMatchObject({ nb_read_frames: `${count}`, r_frame_rate: rate, avg_frame_rate: rate });
    expect(Number(about.duration)).toBeCloseTo(count / given.fps, 3);
    const { squares } = await decoded(path, given);
    expect(squares).toEqual(expectedSquares(given));
    const group = given.fps * 2;
    for (let at = 0; at < count; at += group) expect(await keyFrames(path)).toContain(at);
  });

  test('are the same to the bit, once the encoder has sharpened their picture', async () => {
    const { runs } = await decoded((await film(scene)).path, scene);
    // 40 frames: the first and four repetitions are encoded. The rest repeats the last of these.
    expect(runs.some((times) => times >= 35)).toBe(true);
    expect(Math.max(...runs)).toBeLessThanOrEqual(43);
  });

  test('are decoded by the npm build of ffmpeg, and written by it', async () => {
    const ffmpeg = await findFfmpeg(null, 'no-such-ffmpeg');
    expect(ffmpeg.source).toBe('npm');
    const { path } = await film(scene, { ffmpeg });
    expect((await decoded(path, scene)).squares).toEqual(expectedSquares(scene));
  });

  test('take up the time of the GIF, too', async () => {
    const given = { ...scene, width: 640, height: 360, shown: [3, 1, 56] };
    const { gifParts } = await film(given, { gif: true });
    const signal = new AbortController().signal;
    const { path } = await encodeGif(gifParts!, { ffmpeg: await findFfmpeg(), folder, signal, log });
    expect(Number((await probe(path)).duration)).toBeCloseTo(2, 1);
  });

  test('leave nothing behind but the film', async () => {
    await film(scene);
    expect(await readdir(folder)).toEqual(['video.mp4']);
  });
});

describe('a stream that is read', () => {
  const source = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x180:rate=30:duration=2',
    '-pix_fmt',
    'yuv420p',
  ];
  const encoded = async (options: string[]) => {
    const path = join(folder, 'given.h264');
    await run('ffmpeg', [...source, '-c:v', 'libx264', ...options, '-f', 'h264', path]);
    return (highWaterMark: number) => createReadStream(path, { highWaterMark });
  };
  const all = async (stream: AsyncIterable<Uint8Array>) => {
    const found: Uint8Array[] = [];
    for await (const picture of repeatPictures(stream, (index) => (index % 7) + 1)) found.push(picture);
    return Buffer.concat(found);
  };

  test('is the same in whatever parts it comes', async () => {
    const open = await encoded(['-preset', 'veryfast', '-bf', '0']);
    expect((await all(open(7))).equals(await all(open(100_000)))).toBe(true);
  });

  test.each([
    ['B-frames', ['-preset', 'veryfast', '-bf', '2']],
    ['several references', ['-preset', 'veryfast', '-bf', '0', '-refs', '3']],
    ['no CABAC', ['-preset', 'veryfast', '-bf', '0', '-coder', 'vlc']],
  ])('with %s is refused: nothing would fit behind its pictures', async (_, options) => {
    const open = await encoded(options);
    await expect(all(open(4096))).rejects.toThrow('in which no picture can be repeated');
  });

  test('bytes that look like a start code are escaped, and come back', () => {
    const payload = new Uint8Array([65, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0]);
    const nal = withEscapes(payload);
    expect(Buffer.from(nal).includes(Buffer.from([0, 0, 1]))).toBe(false);
    expect(withoutEscapes(nal)).toEqual(payload);
  });
});
