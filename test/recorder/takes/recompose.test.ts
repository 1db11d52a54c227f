import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { recompose } from '../../../src/recorder/recompose.ts';
import { record } from '../../../src/recorder/record.ts';
import type { Recording } from '../../../src/recorder/record-request.ts';
import { BrokenTake } from '../../../src/recorder/takes/index.ts';
import { serveSampleSite } from '../../../src/web/sample-site/serve.ts';
import { brightness, renderedFrame } from '../compose/rendered-frame.ts';
import { decodedFrame, probe } from '../encode/probe.ts';

const options = { signal: new AbortController().signal, log: createLogger('silent') };
const output = { width: 640, height: 360, fps: 30, format: 'mp4' as const };
const script: ActionScript = {
  title: 'A look round',
  steps: [
    { type: 'customStep', name: 'showreel.camera', parameters: { selectors: [['h1']], zoom: 1.6 } },
    { type: 'customStep', name: 'showreel.hold', parameters: {} },
    { type: 'customStep', name: 'showreel.camera', parameters: {} },
    { type: 'customStep', name: 'showreel.scroll', parameters: { to: 'bottom' } },
    { type: 'customStep', name: 'showreel.hold', parameters: {} },
  ],
};
const asShot: Presentation = { background: '#ff0000', fade: { inMs: 300, outMs: 300 } };

/** A moment in which the camera is close. */
const closeSec = 2;

let tempDir = '';
let shot: Recording;
beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'takes-'));
  const site = await serveSampleSite();
  try {
    shot = await record(
      {
        script,
        output,
        tempDir,
        url: site.url,
        viewport: viewports.desktop,
        presentation: resolvePresentation(asShot),
        durationMs: 6000,
        gif: true,
        watermark: false,
        keepsTake: true,
        hides: ['.secret', '#card'],
      },
      options,
    );
  } finally {
    // From here on there is no page.
    await site.stop();
  }
});
afterAll(() => rm(tempDir, { recursive: true, force: true }));

const composedWith = (
  presentation: Presentation,
  { takePath = shot.takePath!, fps = 30, hides = ['#card', '.secret'] } = {},
) =>
  recompose(
    {
      presentation: resolvePresentation(presentation),
      takePath,
      hides,
      output: { ...output, fps },
      tempDir,
      gif: true,
      watermark: false,
    },
    options,
  );
const frameOf = (path: string, atSec: number) => decodedFrame(path, atSec);

describe('a take that was kept', () => {
  test('gives the same film again, without its page', async () => {
    const again = await composedWith(asShot);
    expect(again).toMatchObject({ frames: shot.frames, durationMs: shot.durationMs, enlargement: 1 });
    expect(again.recordingLog).toEqual(shot.recordingLog);
    expect(again.script).toEqual(shot.script);
    expect(await probe(again.gifPath!)).toMatchObject({ codec_name: 'gif' });
    for (const name of ['captionsPath', 'chaptersPath', 'thumbnailPath'] as const)
      expect(await readFile(again[name]!)).toEqual(await readFile(shot[name]!));
    expect(again.snapshots.map(({ timeMs }) => timeMs)).toEqual(shot.snapshots.map(({ timeMs }) => timeMs));
    for (const atSec of [0.2, 1.8, 3.5, 5.9])
      expect(await frameOf(again.videoPath, atSec)).toEqual(await frameOf(shot.videoPath, atSec));
  });

  test('stands on another background, larger and in another window', async () => {
    const presentation: Presentation = { ...asShot, background: '#0000ff', padding: 0.02, mockup: 'none' };
    const restyled = await composedWith(presentation);
    const stage = layoutStage({
      output,
      viewport: viewports.desktop,
      presentation: resolvePresentation(presentation),
    });
    expect(restyled.enlargement).toBeCloseTo(stage.scale / stageOf(asShot).scale, 5);
    expect(restyled.enlargement).toBeGreaterThan(1.05);
    const last = renderedFrame(stage, await frameOf(restyled.videoPath, 0.8));
    const [red, green, blue] = last.at(2, 2);
    expect([red < 20, green < 20, blue > 180]).toEqual([true, true, true]);
    expect(brightness(last.at(stage.content.x + 8, stage.content.y + 8))).toBeGreaterThan(150);
  });

  test('waits for a longer entry and a longer end, and moves all times along', async () => {
    const slow = await composedWith({ ...asShot, fade: { inMs: 1500, outMs: 1200 } });
    const shift = slow.recordingLog[0]!.startMs - shot.recordingLog[0]!.startMs;
    expect(shift).toBeCloseTo(1500 - 600, -2);
    expect(slow.durationMs - shot.durationMs).toBeCloseTo(shift + 1200 - 600, -2);
    const moved = slow.snapshots.map(({ timeMs }, at) => timeMs - shot.snapshots[at]!.timeMs - shift);
    expect(Math.max(...moved.map(Math.abs))).toBeLessThan(1);
    expect(await probe(slow.videoPath)).toMatchObject({ nb_read_frames: String(slow.frames) });
  });

  test('stays on the whole stage where zooming is switched off', async () => {
    const background = async (path: string) => {
      const { pixels } = renderedFrame(stageOf(asShot), await frameOf(path, closeSec));
      return pixels.filter((value, at) => at % 4 === 0 && value > 235 && pixels[at + 1]! < 20).length;
    };
    const wide = await composedWith({ ...asShot, zoom: { enabled: false } });
    expect(await background(shot.videoPath)).toBeLessThan(0.8 * (await background(wide.videoPath)));
  });

  test('keeps its pace where films have more frames by now', async () => {
    const again = await composedWith(asShot, { fps: 60 });
    expect(again).toMatchObject({ frames: shot.frames, durationMs: shot.durationMs });
    expect(await probe(again.videoPath)).toMatchObject({ r_frame_rate: '30/1' });
  });

  test.each([[[]], [['.secret']], [['.secret', '#card', '.more']]])(
    'is refused where %j is to be hidden, which is something else than it hides',
    (hides) => expect(composedWith(asShot, { hides })).rejects.toBeInstanceOf(BrokenTake),
  );

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    ['that is something else', () => Buffer.from('not a take at all, but long enough for its end')],
    ['empty', () => Buffer.alloc(0)],
  ])('and %s is refused, and leaves no file', async (_, spoil) => {
    const takePath = join(tempDir, 'spoilt.take');
    await writeFile(takePath, spoil(await readFile(shot.takePath!)));
    const before = await readdir(tempDir);
    await expect(composedWith(asShot, { takePath })).rejects.toBeInstanceOf(BrokenTake);
    expect(await readdir(tempDir)).toEqual(before);
  });
});

const stageOf = (presentation: Presentation) =>
  layoutStage({ output, viewport: viewports.desktop, presentation: resolvePresentation(presentation) });
