import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { paintBackground } from '../../../src/recorder/compose/paint/background.ts';
import { encodeGif, findFfmpeg, type RawFrame } from '../../../src/recorder/encode/index.ts';
import { yuvFromRgba } from '../yuv.ts';
import { encodeTo } from './encoding.ts';
import { decodedFrame, ffmpegThat, isWorkedIn, mp4Boxes, probe } from './probe.ts';

const log = createLogger('silent');
const size = { width: 320, height: 180 };
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encode-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Frames of one colour with a moving bar, or frames of noise. `loan` counts the frames that are lent out. */
function frames(
  count: number,
  {
    color = [51, 102, 153],
    noise = false,
    dimensions = size,
  }: { color?: number[]; noise?: boolean; dimensions?: { width: number; height: number } } = {},
) {
  const loan = { out: 0, most: 0, made: 0 };
  const { width, height } = dimensions;
  async function* make(): AsyncGenerator<RawFrame> {
    for (let index = 0; index < count; index++) {
      const pixels = new Uint8Array(width * height * 4);
      for (let i = 0; i < pixels.length; i += 4) {
        const x = (i / 4) % width;
        const bar = x >= index * 2 && x < index * 2 + 4;
        for (let channel = 0; channel < 3; channel++) {
          pixels[i + channel] = noise ? Math.random() * 255 : bar ? 255 : (color[channel] ?? 0);
        }
      }
      loan.made++;
      loan.most = Math.max(loan.most, ++loan.out);
      yield { pixels: yuvFromRgba(pixels, dimensions), release: () => void loan.out-- };
    }
  }
  return Object.assign(make(), { loan });
}

/** Frames of the default stage, at rest, behind a window in which everything moves. */
async function* onStage(
  count: number,
  dimensions: { width: number; height: number },
): AsyncGenerator<RawFrame> {
  const { width, height } = dimensions;
  const background = (await paintBackground(dimensions, 'midnight', null)).data();
  // The movement repeats after eight frames.
  const drawn = Array.from({ length: 8 }, (_, index) => {
    const pixels = new Uint8Array(background);
    for (let y = 100; y < height - 60; y++)
      for (let x = 160; x < width - 160; x++) {
        const at = (y * width + x) * 4;
        pixels.fill(((x >> 3) + y + index * 5) % 40 < 12 ? 40 : 245, at, at + 3);
      }
    return yuvFromRgba(pixels, dimensions);
  });
  for (let index = 0; index < count; index++) yield { pixels: drawn[index % 8]!, release: () => undefined };
}

/** The mean length of a run of pixels of one colour, in the rows above the window. */
function meanRun(rgba: Uint8Array, { width }: { width: number }): number {
  let [runs, pixels] = [0, 0];
  for (let y = 8; y < 80; y += 6)
    for (let x = 1; x < width; x++) {
      const at = (y * width + x) * 4;
      pixels++;
      if ([0, 1, 2].some((channel) => rgba[at + channel] !== rgba[at - 4 + channel])) runs++;
    }
  return pixels / runs;
}

const encode = (given: AsyncIterable<RawFrame>, over: Partial<Parameters<typeof encodeTo>[0]> = {}) =>
  encodeTo({ folder, output: { ...size, fps: 30, format: 'mp4' }, ...over }, given);

describe('video', () => {
  test('ffmpeg gets nothing of our environment', async () => {
    process.env.TEST_ENCODER_SECRET = 'not for ffmpeg';
    try {
      const listing = join(folder, 'environment');
      const curious = await ffmpegThat(`env > '${listing}'`, folder);
      await encode(frames(3), { ffmpeg: { ...(await findFfmpeg()), path: curious.path } });
      const names = (await readFile(listing, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split('=')[0]);
      // The shell of the test adds the others.
      expect(names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name!))).toEqual(['PATH']);
    } finally {
      delete process.env.TEST_ENCODER_SECRET;
    }
  });

  test.each([
    ['mp4', 'h264'],
    ['webm', 'vp9'],
  ] as const)(
    '%s holds every frame as %s, with the right size, length, pixels and colour tags',
    async (format, codec) => {
      const { path, frames: written } = await encode(frames(45), { output: { ...size, fps: 30, format } });
      expect(written).toBe(45);
      const video = await probe(path);
      expect(video).toMatchObject({
        codec_name: codec,
        width: 320,
        height: 180,
        pix_fmt: 'yuv420p',
        nb_read_frames: '45',
        r_frame_rate: '30/1',
        color_range: 'tv',
        color_space: 'bt709',
        color_transfer: 'bt709',
        color_primaries: 'bt709',
      });
      expect(Number(video.duration)).toBeCloseTo(1.5, 1);
      if (format === 'mp4') expect(video.profile).toBe('High');
    },
  );

  test('MP4 has its index in front, so that it plays while it loads', async () => {
    const boxes = await mp4Boxes((await encode(frames(10))).path);
    expect(boxes.indexOf('moov')).toBeGreaterThan(-1);
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
  });

  test.each([
    [51, 102, 153],
    [220, 30, 60],
    [255, 255, 255],
    [0, 0, 0],
  ])('a player shows the colour %d %d %d as it was drawn', async (...color) => {
    const { path } = await encode(frames(4, { color }));
    const shown = await decodedFrame(path, 0);
    const at = (90 * 320 + 300) * 4;
    for (let channel = 0; channel < 3; channel++) {
      expect(Math.abs((shown[at + channel] ?? 0) - (color[channel] ?? 0))).toBeLessThanOrEqual(4);
    }
  });

  test.each(['mp4', 'webm'] as const)(
    '%s keeps the dither of a dark gradient, so that it has no bands',
    async (format) => {
      const dimensions = { width: 1280, height: 720 };
      const { path } = await encode(onStage(75, dimensions), { output: { ...dimensions, fps: 30, format } });
      for (const index of [6, 35, 64]) {
        const shown = await decodedFrame(path, index / 30);
        expect(meanRun(shown, dimensions), `frame ${index}`).toBeLessThan(9);
      }
    },
  );

  test('takes one frame at a time, and none while ffmpeg does not read', async () => {
    const dimensions = { width: 1280, height: 720 };
    const go = join(folder, 'ffmpeg-go');
    const slow = await ffmpegThat(`while [ -d ${folder} ] && [ ! -e ${go} ]; do sleep 0.1; done`, folder);
    const given = frames(12, { dimensions });
    const done = encode(given, {
      ffmpeg: { path: slow.path, version: '', source: 'explicit' },
      output: { ...dimensions, fps: 30, format: 'mp4' },
    });
    while (given.loan.made === 0) await new Promise((wait) => setTimeout(wait, 20));
    await new Promise((wait) => setTimeout(wait, 400));
    expect(given.loan.made).toBeLessThanOrEqual(2);
    await writeFile(go, '');
    await done;
    // The newest frame is kept until the next one is there.
    expect(given.loan).toEqual({ out: 0, most: 2, made: 12 });
  });
});

describe('when it goes wrong', () => {
  test('an abort ends the process and leaves no file', async () => {
    const stoppable = await ffmpegThat(':', folder);
    const abort = new AbortController();
    const given = frames(5000);
    let wasRunning = Promise.resolve(false);
    const done = encode(given, {
      ffmpeg: { path: stoppable.path, version: '', source: 'explicit' },
      gif: true,
      signal: abort.signal,
      onFrame: (written) => {
        if (written !== 20) return;
        wasRunning = isWorkedIn(folder).finally(() => abort.abort(new Error('enough')));
      },
    });
    await expect(done).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await wasRunning).toBe(true);
    expect(await isWorkedIn(folder)).toBe(false);
    expect((await readdir(folder)).filter((name) => !name.startsWith('ffmpeg'))).toEqual([]);
    expect(given.loan.out).toBe(0);
  });

  test('an abort beforehand starts no process', async () => {
    await expect(encode(frames(5), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('the error that ends the frames is thrown as it is, and no incomplete film is left', async () => {
    const given = (async function* (): AsyncGenerator<RawFrame> {
      yield* frames(5);
      throw new Error('the page crashed');
    })();
    await expect(encode(given, { gif: true })).rejects.toThrow('the page crashed');
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['ends by itself', 'exit 3', false],
    ['is killed', 'kill -9 $$', true],
  ])('an encoder that %s is a fault of the encoder', async (_, ending, retryable) => {
    const broken = await ffmpegThat(ending, folder);
    await expect(
      encode(frames(5), { ffmpeg: { path: broken.path, version: '', source: 'explicit' } }),
    ).rejects.toMatchObject({ kind: 'encoder', message: 'The video could not be encoded.', retryable });
  });
});

describe('GIF', () => {
  const make = async (given: AsyncIterable<RawFrame>, dimensions: typeof size, budgetBytes?: number) => {
    const ffmpeg = await findFfmpeg();
    const signal = new AbortController().signal;
    const { gifParts } = await encode(given, {
      gif: true,
      output: { ...dimensions, fps: 30, format: 'mp4' },
    });
    return encodeGif(gifParts!, { ffmpeg, folder, signal, log, ...(budgetBytes && { budgetBytes }) });
  };

  test('is 640 wide, 15 a second, as long as the film, and loops for ever', async () => {
    const dimensions = { width: 1280, height: 720 };
    const gif = await make(frames(30, { dimensions }), dimensions);
    const image = await probe(gif.path);
    expect(image).toMatchObject({ codec_name: 'gif', width: 640, height: 360, nb_read_frames: '15' });
    expect(Number(image.duration)).toBeCloseTo(1, 1);
    const shown = await decodedFrame(gif.path, 0);
    const at = (180 * 640 + 600) * 4;
    for (const [channel, level] of [51, 102, 153].entries()) {
      expect(Math.abs((shown[at + channel] ?? 0) - level)).toBeLessThanOrEqual(8);
    }
    const bytes = await readFile(gif.path);
    // The looping extension: a sub-block of 3 bytes, 1, and a count of 0.
    const loop = bytes.indexOf('NETSCAPE2.0') + 11;
    expect([...bytes.subarray(loop, loop + 4)]).toEqual([3, 1, 0, 0]);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['animation.gif', 'video.mp4']));
    expect(await readdir(folder)).toHaveLength(2);
  });

  test('loses frames until it is within its budget', async () => {
    const budget = 300_000;
    const gif = await make(frames(12, { noise: true }), size, budget);
    expect((await stat(gif.path)).size).toBeLessThanOrEqual(budget);
    expect(gif.fps).toBeLessThan(15);
    expect(await probe(gif.path)).toMatchObject({ width: 640, height: 360 });
  });
});

describe('finding ffmpeg', () => {
  test('an explicit path is used, and one that is no ffmpeg is named in the error', async () => {
    const wrapper = await ffmpegThat(':', folder);
    expect(await findFfmpeg(wrapper.path)).toMatchObject({ path: wrapper.path, source: 'explicit' });
    await expect(findFfmpeg('/bin/true')).rejects.toMatchObject({
      kind: 'encoder',
      message: expect.stringContaining('"/bin/true"'),
    });
  });

  test('the system has one, with a version', async () => {
    expect(await findFfmpeg()).toMatchObject({ source: 'system', version: expect.stringMatching(/^\S+$/) });
  });

  test('without one, the npm build encodes', async () => {
    const ffmpeg = await findFfmpeg(null, 'no-such-ffmpeg');
    expect(ffmpeg.source).toBe('npm');
    const { path } = await encode(frames(15), { ffmpeg, gif: true });
    expect(await probe(path)).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', nb_read_frames: '15' });
    expect(await probe(path)).toMatchObject({ color_space: 'bt709', color_range: 'tv' });
  });
});
