/**
 * What the newest frame costs that people see while their film is made. A film with it and one without it differ by less than two films
 * of the same kind do on a machine with other work (five pairs in turns: 1.4 % less CPU with it). So the bench counts the pictures of one
 * film, measures the CPU of one picture by itself, and says which share of the film's CPU they are together.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { createLogger } from '../../../src/log.ts';
import { createCompositeRenderer } from '../../../src/recorder/compose/composite-renderer.ts';
import { createStillPicker } from '../../../src/recorder/compose/stills.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { record } from '../../../src/recorder/record.ts';
import { scripts, servePage } from '../../../test/support/moving-page.ts';
import { capture, takeFrame } from '../../../test/support/synthetic-take.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { watchCpu } from '../processes.ts';

const durationMs = 10_000;
const output = { width: 1920, height: 1080, fps: 30, format: 'mp4' } as const;
const viewport = viewports.desktop;
const presentation = resolvePresentation(null);
const warmUp = 20;
const measured = 200;

export async function benchLiveFrame(): Promise<Figure[]> {
  const onePictureMs = await cpuOfOnePictureMs();
  const { wallMs, cpuSeconds, pictures } = await film();
  const figure = figuresOf('live');
  const allMs = pictures * onePictureMs;
  return [
    figure('one picture of a film that is being made, CPU', onePictureMs, 'ms'),
    figure('pictures of a film of 10 s', pictures, 'pictures'),
    figure('all of them, of the CPU of the film', (100 * allMs) / (cpuSeconds * 1000), '%'),
    figure('all of them, of the time of the film', (100 * allMs) / wallMs, '%'),
  ];
}

/** Painting, and encoding as JPEG: what the compositor's thread does for it between two frames. */
async function cpuOfOnePictureMs(): Promise<number> {
  const stage = layoutStage({ output, viewport, presentation });
  const renderer = await createCompositeRenderer({
    stage,
    presentation,
    backgroundImage: null,
    watermark: false,
    fps: output.fps,
  });
  const stills = createStillPicker(renderer, { posterWidth: 1920, snapshotWidth: 960 });
  const frame = takeFrame(stage, viewport, { image: capture(stage, viewport) });
  renderer.compose(frame, await loadImage(frame.image!), Number.POSITIVE_INFINITY);
  for (let count = 0; count < warmUp; count++) await stills.glance(frame);
  const before = process.cpuUsage();
  for (let count = 0; count < measured; count++) await stills.glance(frame);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / measured;
}

async function film(): Promise<{ wallMs: number; cpuSeconds: number; pictures: number }> {
  const page = await servePage();
  const tempDir = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  let pictures = 0;
  const onGlance = () => {
    pictures += 1;
  };
  const startedMs = performance.now();
  const cpu = watchCpu();
  const request = { script: scripts.moving, url: page.url('moving'), viewport, presentation, tempDir };
  try {
    await record(
      { ...request, gif: true, watermark: false, durationMs, output },
      { signal: new AbortController().signal, log: createLogger('silent'), onGlance },
    );
    return { wallMs: performance.now() - startedMs, cpuSeconds: cpu.stop(), pictures };
  } finally {
    await rm(tempDir, { recursive: true, force: true });
    page.stop();
  }
}
