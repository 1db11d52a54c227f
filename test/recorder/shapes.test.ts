import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import type { ActionScript, Step } from '../../src/recorder/contract/script.ts';
import { type Aspect, aspects, filmSize, viewportFor } from '../../src/recorder/contract/shapes.ts';
import { layoutStage, onOutput, safeMargin } from '../../src/recorder/contract/stage-layout.ts';
import type { Output, TakeFrame, Viewport } from '../../src/recorder/contract/take-frame.ts';
import { recompose } from '../../src/recorder/recompose.ts';
import { record } from '../../src/recorder/record.ts';
import type { RecordOptions } from '../../src/recorder/record-request.ts';
import { openTake, restage } from '../../src/recorder/takes/index.ts';
import { serveSampleSite } from '../../src/web/sample-site/serve.ts';
import { probe } from './encode/probe.ts';

const options = { signal: new AbortController().signal, log: createLogger('silent') };
const presentation = resolvePresentation(null);
const press = (selector: string): Step => ({
  type: 'click',
  selectors: [[selector]],
  offsetX: 12,
  offsetY: 12,
});
const script: ActionScript = {
  title: 'Two presses at the edges of the page',
  steps: [
    { type: 'customStep', name: 'showreel.caption', parameters: { text: 'Plans and what they cost' } },
    press('#tab-review'),
    press('button[aria-controls="answer-2"]'),
  ],
};
/** Small films of the shape. */
const sizeOf = (aspect: Aspect): Output => {
  const { width, height } = filmSize(aspect, '720p');
  return { width: width / 2, height: height / 2, fps: 15, format: 'mp4' };
};

let tempDir = '';
let site: Awaited<ReturnType<typeof serveSampleSite>>;
beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'shapes-'));
  site = await serveSampleSite();
});
afterAll(async () => {
  await site.stop();
  await rm(tempDir, { recursive: true, force: true });
});

const filmed = (output: Output, viewport: Viewport, more: Partial<RecordOptions> = {}) =>
  record(
    {
      ...{ script, output, viewport, presentation, tempDir },
      url: site.url,
      durationMs: 7000,
      gif: true,
      watermark: false,
      keepsTake: true,
    },
    { ...options, ...more },
  );

/** Where each press of a take's film has its target: the part of the picture, 0 to 1. */
async function pressesOf(takePath: string, output: Output) {
  const take = await openTake(takePath, []);
  try {
    const { frames } = restage(take, { presentation, output });
    const stage = layoutStage({ output, viewport: take.timeline.viewport, presentation });
    const pressed: TakeFrame[] = [];
    for await (const frame of frames) if (frame.click) pressed.push(frame);
    return pressed.map(({ camera, target }) => {
      const { x, y, width, height } = onOutput(stage, camera, target!);
      return {
        left: x / output.width,
        top: y / output.height,
        right: (x + width) / output.width,
        bottom: (y + height) / output.height,
      };
    });
  } finally {
    await take.close();
  }
}

function expectSafe(presses: Awaited<ReturnType<typeof pressesOf>>) {
  expect(presses).toHaveLength(2);
  for (const { left, top, right, bottom } of presses) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(safeMargin - 0.003);
    expect(Math.max(right, bottom)).toBeLessThanOrEqual(1 - safeMargin + 0.003);
  }
}

test.each(aspects)(
  'a film of %s has its size and keeps what is pressed inside the picture',
  async (aspect) => {
    const output = sizeOf(aspect);
    const film = await filmed(output, viewportFor('desktop', aspect));
    expect(film.recordingLog.map(({ status }) => status)).not.toContain('skipped');
    const { width, height } = output;
    expect(await probe(film.videoPath)).toMatchObject({ width, height });
    const gif = await probe(film.gifPath!);
    const [across, down] = [Number(gif.width), Number(gif.height)];
    expect(Math.max(across, down)).toBe(640);
    expect(across / down).toBeCloseTo(width / height, 1);
    expect(await probe(film.thumbnailPath!)).toMatchObject({ width, height });
    expectSafe(await pressesOf(film.takePath!, output));

    if (aspect !== '16:9') return;
    for (const other of ['9:16', '4:5'] as const) {
      const request = { presentation, tempDir, takePath: film.takePath!, gif: false, watermark: false };
      const recut = await recompose({ ...request, output: sizeOf(other) }, options);
      expect(await probe(recut.videoPath)).toMatchObject(pixelsOf(other));
      expect(recut.frames).toBe(film.frames);
      expectSafe(await pressesOf(film.takePath!, sizeOf(other)));
    }
  },
);

const pixelsOf = (aspect: Aspect) => {
  const { width, height } = sizeOf(aspect);
  return { width, height };
};

test('a page that was laid out for a wide picture is filmed for a tall one, and its take is kept', async () => {
  const output = sizeOf('9:16');
  const viewport = viewportFor('desktop', '16:9');
  const frames: TakeFrame[] = [];
  const pressedMs: number[] = [];
  const film = await filmed(output, viewport, {
    onFrame: (frame) => frames.push(frame),
    onPress: (timeMs) => {
      // The page can be asked: the frames with the film's camera come only when all of them are shot.
      expect(frames).toEqual([]);
      pressedMs.push(timeMs);
    },
  });
  expect(await probe(film.videoPath)).toMatchObject({ width: output.width, height: output.height });
  // Each frame of the film once, with the camera that its viewers see.
  expect(frames).toHaveLength(film.frames);
  expect(frames.map(({ timeMs }) => timeMs)).toEqual(frames.map((_, index) => (index * 1_000) / output.fps));
  expect(pressedMs).toEqual(frames.flatMap(({ click, timeMs }) => (click ? [timeMs] : [])));
  const stage = layoutStage({ output, viewport, presentation });
  for (const { click, camera } of frames) {
    if (!click) continue;
    const { x, y } = onOutput(stage, camera, { ...click, width: 0, height: 0 });
    expect(Math.min(x / output.width, y / output.height)).toBeGreaterThan(0.04);
    expect(Math.max(x / output.width, y / output.height)).toBeLessThan(0.96);
  }
  expect(film.recordingLog).toHaveLength(script.steps.length);
  expectSafe(await pressesOf(film.takePath!, output));
});
