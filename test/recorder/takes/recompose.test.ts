import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { type StillMoment, stillMoments } from '../../../src/recorder/contract/still-moments.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { recompose } from '../../../src/recorder/recompose.ts';
import { record } from '../../../src/recorder/record.ts';
import type { Recording } from '../../../src/recorder/record-request.ts';
import { openTakeStills } from '../../../src/recorder/take-stills.ts';
import { BrokenTake, noteOutcome } from '../../../src/recorder/takes/index.ts';
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
  { takePath = shot.takePath!, fps = 30, hides = ['#card', '.secret'], watermark = false } = {},
) =>
  recompose(
    {
      presentation: resolvePresentation(presentation),
      takePath,
      hides,
      output: { ...output, fps },
      tempDir,
      gif: true,
      watermark,
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

describe('a still of a take', () => {
  const look: Presentation = {
    ...asShot,
    background: { from: '#102a6b', to: '#e06a3b', angle: 120 },
    padding: 0.12,
    mockup: 'macos-dark',
    zoom: { enabled: true, intensity: 2 },
    cursor: { style: 'circle', color: '#e11d48', size: 40 },
    windowAnimation: { introDurationMs: 900, outroDurationMs: 700 },
    debugHud: true,
  };
  const stillsOf = async (presentation: Presentation, moments: readonly (StillMoment | number)[]) => {
    const take = await openTakeStills(shot.takePath!, ['.secret', '#card']);
    try {
      const look = { presentation: resolvePresentation(presentation), output, watermark: true };
      return await take.compose({ ...look, backgroundImage: null, moments, width: 1920 });
    } finally {
      await take.close();
    }
  };
  /** How much two pictures of the same size differ: the mean of all channels, and how many of them differ by more than 40 of 255. */
  async function difference(jpeg: Uint8Array, frame: Uint8Array) {
    const { data } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data.length).toBe(frame.length);
    const apart = data.map((value, at) => Math.abs(value - frame[at]!));
    const mean = apart.reduce((sum, value) => sum + value, 0) / apart.length;
    return { mean, far: apart.filter((value) => value > 40).length / apart.length };
  }

  test('is the frame of the film at that time, in fades and close-ups too', async () => {
    const film = await composedWith(look, { watermark: true });
    const moments = [...stillMoments, 200, 3700];
    const { stills, durationMs, enlargement } = await stillsOf(look, moments);
    expect(durationMs).toBe(film.durationMs);
    expect(enlargement).toBeCloseTo(film.enlargement, 5);
    for (const { timeMs, picture } of stills) {
      const { mean, far } = await difference(picture, await frameOf(film.videoPath, timeMs / 1000 - 0.005));
      expect([timeMs, mean < 2, far < 0.0001]).toEqual([timeMs, true, true]);
    }
    // Another moment, and another look, are not taken for the same.
    const [opening, beginning] = stills;
    const later = await frameOf(film.videoPath, opening!.timeMs / 1000 + 0.15);
    expect((await difference(opening!.picture, later)).mean).toBeGreaterThan(2);
    const [other] = (await stillsOf({ ...look, mockup: 'macos-light' }, ['beginning'])).stills;
    const same = await frameOf(film.videoPath, beginning!.timeMs / 1000 - 0.005);
    expect((await difference(other!.picture, same)).far).toBeGreaterThan(0.005);
  });

  test('does not depend on what was asked for before', async () => {
    const [first] = (await stillsOf(look, [2600])).stills;
    const again = (await stillsOf(look, ['end', 4000, 2600, 200])).stills;
    expect(again[2]).toEqual(first);
  });
});

const stageOf = (presentation: Presentation) =>
  layoutStage({ output, viewport: viewports.desktop, presentation: resolvePresentation(presentation) });

test('a take in which the moment of the outcome was noted later says it of the film that is composed of it', async () => {
  expect((await composedWith(asShot)).outcomeMs).toBeNull();
  const takePath = join(tempDir, 'noted.take');
  await copyFile(shot.takePath!, takePath);
  await noteOutcome(takePath, 4_200);
  // Once more: a film may be judged again.
  await noteOutcome(takePath, 4_000);
  const plain = await composedWith(asShot, { takePath });
  expect(plain.outcomeMs).toBe(4_000);
  expect(plain.durationMs).toBe(shot.durationMs);
  // Where the first picture stands longer, the moment comes later.
  const slow = await composedWith({ ...asShot, fade: { inMs: 2_000, outMs: 300 } }, { takePath });
  expect(slow.outcomeMs! - 4_000).toBeCloseTo(slow.durationMs - shot.durationMs, -2);
  expect(slow.outcomeMs).toBeGreaterThan(4_500);
});
