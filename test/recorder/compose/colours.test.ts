import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { type Presentation, resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { record } from '../../../src/recorder/record.ts';
import type { Recording } from '../../../src/recorder/record-request.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { decodedFrame, probe } from '../encode/probe.ts';

const colours = ['#e11d48', '#16a34a', '#2563eb', '#f59e0b', '#808080', '#0b1026'];
const size = { width: 640, height: 360 };
const look: Presentation = {
  background: 'midnight',
  mockup: 'none',
  padding: 0.2,
  zoom: { enabled: false },
  fade: { inMs: 0, outMs: 0 },
  windowAnimation: { intro: false, outro: false },
};
let site: TestSite;
let tempDir = '';
const films: Partial<Record<'mp4' | 'webm', Recording>> = {};

beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'colours-'));
  const stripes = colours.map((colour) => `<div style="background:${colour}"></div>`).join('');
  site = await serveSite('drive-shop', {
    '/stripes': html(
      `<!doctype html><title>Stripes</title><style>body{margin:0}div{height:150px}</style>${stripes}`,
    ),
  });
  for (const format of ['mp4', 'webm'] as const)
    films[format] = await record(
      {
        script: { title: 'Stripes', steps: [{ type: 'customStep', name: 'showreel.hold', parameters: {} }] },
        url: `${site.url}/stripes`,
        viewport: viewports.desktop,
        tempDir,
        watermark: false,
        presentation: resolvePresentation(look),
        durationMs: 1_200,
        gif: format === 'mp4',
        output: { ...size, fps: 30, format },
      },
      { signal: new AbortController().signal, log: createLogger('silent') },
    );
});
afterAll(async () => {
  await site?.close();
  await rm(tempDir, { recursive: true, force: true });
});

const { content } = layoutStage({
  output: size,
  viewport: viewports.desktop,
  presentation: resolvePresentation(look),
});

async function largestDifference(path: string): Promise<number> {
  const pixels = await decodedFrame(path, 0.8);
  const differences = colours.flatMap((colour, index) => {
    const y = Math.round(content.y + ((index + 0.5) * content.height) / colours.length);
    const start = (y * size.width + Math.round(content.x + content.width / 2)) * 4;
    return [1, 3, 5].map((at, channel) =>
      Math.abs((pixels[start + channel] ?? 0) - Number.parseInt(colour.slice(at, at + 2), 16)),
    );
  });
  return Math.max(...differences);
}

describe.each(['mp4', 'webm'] as const)('colours in %s', (format) => {
  test('are tagged as bt709', async () => {
    expect(await probe(films[format]!.videoPath)).toMatchObject({
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
      color_range: 'tv',
    });
  });

  test('are those of the page', async () => {
    // Limited range has 219 steps for 256 values, and four pixels share one chroma sample.
    expect(await largestDifference(films[format]!.videoPath)).toBeLessThanOrEqual(4);
  });
});

test('a dark gradient keeps its dither, so that it shows no bands', async () => {
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [
      ...['-v', 'error', '-ss', '0.8', '-i', films.mp4!.videoPath, '-frames:v', '1'],
      ...['-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 22 },
  );
  const runs: number[] = [];
  for (const x of [10, 20, 30, 610, 620, 630]) {
    let length = 1;
    for (let y = 1; y < size.height; y++) {
      if (stdout[y * size.width + x] === stdout[(y - 1) * size.width + x]) length++;
      else {
        runs.push(length);
        length = 1;
      }
    }
  }
  // A band would be a run of a dozen pixels and more: the gradient has about 30 steps over 360 lines.
  expect(runs.reduce((sum, run) => sum + run, 0) / runs.length).toBeLessThan(5);
});

test('the GIF has the colours of the page too, within its budget', async () => {
  const { gifPath } = films.mp4!;
  expect((await stat(gifPath!)).size).toBeLessThan(8 * 2 ** 20);
  expect(await largestDifference(gifPath!)).toBeLessThanOrEqual(14);
});
