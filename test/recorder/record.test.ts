import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { type Presentation, resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import { layoutStage } from '../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../src/recorder/contract/take-frame.ts';
import { record } from '../../src/recorder/record.ts';
import type { RecordRequest } from '../../src/recorder/record-request.ts';
import { type SampleSite, serveSampleSite } from '../../src/web/sample-site/serve.ts';
import { brightness, renderedFrame } from './compose/rendered-frame.ts';
import { decodedFrame, ffmpegThat, isWorkedIn, mp4Boxes, probe } from './encode/probe.ts';

const log = createLogger('silent');
let site: SampleSite;
let tempDir = '';
beforeAll(async () => {
  site = await serveSampleSite();
});
afterAll(() => site.stop());
beforeEach(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'record-'));
});
afterEach(() => rm(tempDir, { recursive: true, force: true }));

const script: ActionScript = {
  title: 'A look round',
  steps: [
    { type: 'customStep', name: 'showreel.hold', parameters: {} },
    { type: 'customStep', name: 'showreel.scroll', parameters: { to: 'bottom' } },
    { type: 'customStep', name: 'showreel.hold', parameters: {} },
  ],
};
const request = (presentation: Presentation, over: Partial<RecordRequest> = {}): RecordRequest => ({
  script,
  url: site.url,
  viewport: viewports.desktop,
  presentation: resolvePresentation(presentation),
  output: { width: 640, height: 360, fps: 30, format: 'mp4' },
  durationMs: 3000,
  gif: false,
  watermark: false,
  tempDir,
  ...over,
});

describe('record', () => {
  test('makes video, GIF, thumbnail, snapshots and log of a page', async () => {
    const told: { step: string; progress: number }[] = [];
    const glances: Uint8Array[] = [];
    const made = await record(
      request({ background: '#ff0000', fade: { inMs: 300, outMs: 300 } }, { gif: true }),
      {
        signal: new AbortController().signal,
        log,
        onProgress: (progress) => told.push(progress),
        onGlance: (picture) => glances.push(picture),
      },
    );
    // About one a second, while the film is made.
    expect(glances.length).toBeGreaterThanOrEqual(1);
    expect(await loadImage(glances[0]!)).toMatchObject({ width: 640, height: 360 });
    expect(made).toMatchObject({ frames: 90, durationMs: 3000, title: 'A look round' });
    expect(made.script.steps).toHaveLength(3);
    expect(made.recordingLog.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(await probe(made.videoPath)).toMatchObject({
      width: 640,
      height: 360,
      nb_read_frames: '90',
      pix_fmt: 'yuv420p',
    });
    expect(await probe(made.gifPath!)).toMatchObject({ codec_name: 'gif', width: 640 });
    expect((await stat(made.gifPath!)).size).toBeLessThanOrEqual(8 * 2 ** 20);
    expect(made.snapshots.length).toBeGreaterThan(0);
    for (const { path, timeMs } of made.snapshots) {
      expect((await loadImage(path)).width).toBe(640);
      expect(timeMs).toBeLessThan(3000);
    }
    const steps = told.map(({ step }) => step);
    expect(steps.lastIndexOf('recording')).toBeLessThan(steps.indexOf('rendering'));
    expect(told.at(-1)).toEqual({ step: 'rendering', progress: 1 });
    for (const step of ['recording', 'rendering']) {
      const values = told.filter((one) => one.step === step).map(({ progress }) => progress);
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }
    for (const part of ['launch', 'load', 'capture', 'compose', 'encode', 'total'] as const) {
      expect(made.timingsMs[part]).toBeGreaterThan(0);
    }

    // The thumbnail shows the whole stage without a fade, although the film begins and ends black.
    const thumbnail = await loadImage(made.thumbnailPath!);
    const canvas = createCanvas(640, 360);
    canvas.getContext('2d').drawImage(thumbnail, 0, 0);
    const stage = layoutStage(request({}));
    const poster = renderedFrame(stage, new Uint8Array(canvas.data()));
    expect(poster.at(3, 3)).toEqual([255, 0, 0]);
    expect(brightness(poster.at(stage.content.x + 10, stage.content.y + 10))).toBeGreaterThan(180);
    const first = renderedFrame(stage, await decodedFrame(made.videoPath, 0));
    expect(brightness(first.at(3, 3))).toBeLessThan(8);
    const middle = renderedFrame(stage, await decodedFrame(made.videoPath, 1.5));
    expect(middle.at(3, 3)[0]).toBeGreaterThan(245);
  });

  test('makes WebM', async () => {
    const output = { width: 640, height: 360, fps: 30, format: 'webm' as const };
    const made = await record(request({}, { output, durationMs: 1500 }), {
      signal: new AbortController().signal,
      log,
    });
    expect(await probe(made.videoPath)).toMatchObject({ codec_name: 'vp9', nb_read_frames: '45' });
    expect(made.gifPath).toBeNull();
  });

  test('makes an MP4 of 1080p with its index at the front', async () => {
    const output = { width: 1920, height: 1080, fps: 30, format: 'mp4' as const };
    const made = await record(request({}, { output, durationMs: 2000 }), {
      signal: new AbortController().signal,
      log,
    });
    expect(await probe(made.videoPath)).toMatchObject({
      profile: 'High',
      nb_read_frames: '60',
      height: 1080,
    });
    expect((await stat(made.videoPath)).size / 2).toBeLessThan(1.2e6);
    const boxes = await mp4Boxes(made.videoPath);
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
  });
});

describe('a recording that is stopped', () => {
  test.each([
    ['while the browser starts', (abort: AbortController) => setTimeout(() => abort.abort(), 150)],
    ['in the middle of the film', null],
  ] as const)('%s, leaves no process and no file', async (_, arrange) => {
    const abort = new AbortController();
    arrange?.(abort);
    let wasRunning = null as Promise<boolean> | null;
    const done = record(request({}, { durationMs: 30_000, gif: true }), {
      signal: abort.signal,
      log,
      onProgress: ({ progress }) => {
        if (progress > 0.05) wasRunning ??= isWorkedIn(tempDir).finally(() => abort.abort());
      },
    });
    await expect(done).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await readdir(tempDir)).toEqual([]);
    if (!arrange) expect(await wasRunning).toBe(true);
    expect(await isWorkedIn(tempDir)).toBe(false);
  });

  test('by a page that does not exist, says so and leaves nothing', async () => {
    const gone = request({}, { url: new URL('/no-such-page', site.url).href });
    const done = record(gone, { signal: new AbortController().signal, log });
    await expect(done).rejects.toMatchObject({ kind: 'http_status' });
    expect(await readdir(tempDir)).toEqual([]);
  });

  test('by an encoder that dies, says so and leaves nothing', async () => {
    const bin = await mkdtemp(join(tmpdir(), 'record-bin-'));
    const ffmpeg = await ffmpegThat('exit 3', bin);
    const done = record(request({}, { ffmpegPath: ffmpeg.path }), {
      signal: new AbortController().signal,
      log,
    });
    await expect(done).rejects.toMatchObject({ kind: 'encoder' });
    expect(await readdir(tempDir)).toEqual([]);
    await rm(bin, { recursive: true });
  });
});
